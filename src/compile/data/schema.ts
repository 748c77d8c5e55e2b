/**
 * JSON Schemas as plain values: what is published is what problems.ts checks by.
 *
 * This is not a schema library and must not become one: no references, no defaults, no unions but `nullable`.
 */

/** As much of JSON Schema 2020-12, which OpenAPI 3.1 and MCP take, as is used here. */
export type JsonSchema = {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: JsonSchema };
};

declare const TYPE: unique symbol;

/** A schema, and for the compiler the type of what it accepts. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

/** How a single value is held to its schema, and how to say so to an owner. */
export interface Leaf {
  /** What follows "must be". */
  readonly words: string;
  /** Passes where the owner's value does not. */
  readonly standIn: unknown;
  readonly accepts: (value: unknown) => boolean;
}

const leaves = new WeakMap<JsonSchema, Leaf>();

/** Undefined for lists and records. */
export function leafOf(schema: JsonSchema): Leaf | undefined {
  return leaves.get(schema);
}

function leaf<T>(schema: Schema<T>, words: string, standIn: T, accepts: Leaf["accepts"]): Schema<T> {
  leaves.set(schema, { words, standIn, accepts });
  return schema;
}

export interface Form {
  readonly format?: string;
  readonly pattern?: string;
  readonly words: string;
  readonly example: string;
  /** What a pattern cannot say. */
  readonly accepts?: (text: string) => boolean;
}

/** Some text that says something: not empty and not only blanks. */
export const TEXT: Form = { pattern: "\\S", words: "text in quotation marks", example: "some words" };

const URI: Form = {
  format: "uri",
  pattern: "^https://[\\x21-\\x7e]+$",
  words: "a full web address that begins with https:// and has no spaces or accents",
  example: "https://www.example.com/cottage",
  accepts: (text) => URL.canParse(text) && new URL(text).hostname.includes("."),
};

const DATE: Form = { format: "date", words: "a day that the calendar has, written year-month-day", example: "2026-07-31", accepts: isDay };

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));
}

/** What has a form is short, and a pattern may take time that grows with the square of a text. */
const FORM_LENGTH_MAX = 2000;

export function form(description: string, wanted: Form): Schema<string> {
  const { format, pattern = "", words, example, accepts = () => true } = wanted;
  const schema = { type: "string", ...(format && { format }), description, ...(pattern && { pattern }) };
  let written: RegExp | undefined;
  return leaf(schema, `${words}, such as "${example}"`, example, (value) => {
    if (typeof value !== "string" || (wanted !== TEXT && value.length > FORM_LENGTH_MAX)) return false;
    return (written ??= new RegExp(pattern, "u")).test(value) && accepts(value);
  });
}

export function text(description: string): Schema<string> {
  return form(description, TEXT);
}

export function uri(description: string): Schema<string> {
  return form(description, URI);
}

export function date(description: string): Schema<string> {
  return form(description, DATE);
}

export function choice<const T extends string>(description: string, values: readonly [T, ...T[]]): Schema<T> {
  const words = `one of ${values.map((each) => `"${each}"`).join(", ")}`;
  return leaf({ type: "string", description, enum: values }, words, values[0], (value) => values.some((each) => each === value));
}

export function constant<const T extends string>(description: string, value: T): Schema<T> {
  return leaf({ const: value, type: "string", description }, `"${value}"`, value, (given) => given === value);
}

export function flag(description: string): Schema<boolean> {
  return leaf({ type: "boolean", description }, "true or false", false, (value) => typeof value === "boolean");
}

/** Written with `anyOf`, not a list of types, which some MCP clients do not take. */
export function flagOrNull(description: string): Schema<boolean | null> {
  const schema = { description, anyOf: [{ type: "boolean" }, { type: "null" }] };
  return leaf<boolean | null>(schema, "true or false (or null)", null, (value) => value === null || typeof value === "boolean");
}

export function integer(description: string, minimum: number, maximum: number): Schema<number> {
  return decimal(description, minimum, maximum, "integer");
}

export function decimal(description: string, minimum: number, maximum: number, type: "number" | "integer" = "number"): Schema<number> {
  const words = `a ${type === "integer" ? "whole number" : type} from ${minimum} to ${maximum}`;
  const accepts = (value: unknown) => typeof value === "number" && value >= minimum && value <= maximum && (type === "number" || Number.isInteger(value));
  return leaf({ type, description, minimum, maximum }, words, minimum, accepts);
}

/** @param maxItems is published, and an owner's longer list is an error. */
export function list<T>(description: string, items: Schema<T>, minItems = 0, maxItems?: number): Schema<readonly T[]> {
  const limits = { ...(minItems > 0 && { minItems }), ...(maxItems !== undefined && { maxItems }) };
  return { type: "array", description, ...limits, items };
}

type Members = Readonly<Record<string, Schema<unknown>>>;
type Typed<M extends Members> = { readonly [K in keyof M]: Infer<M[K]> };

/**
 * An object with these members and no others. Unknown members are refused because in a file they are typing mistakes;
 * the schema stays open, so that a field added one day breaks no strict client.
 */
export function record<R extends Members, O extends Members = Record<never, never>>(
  description: string,
  required: R,
  optional?: O,
): Schema<Typed<R> & Partial<Typed<O>>> {
  return { type: "object", description, required: Object.keys(required), properties: { ...required, ...optional } };
}
