/**
 * JSON Schemas as plain values: what is published is what problems.ts checks by.
 *
 * This is not a schema library and must not become one: no references, no defaults, no unions but `nullable`.
 */

/** JSON Schema 2020-12, as OpenAPI 3.1 and MCP take it: as much of it as is used here. */
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
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: JsonSchema };
};

declare const TYPE: unique symbol;

/** A schema, and for the compiler the type of what it accepts. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

/** A form of text, and how to say it to an owner. */
export interface Form {
  /** None for what a pattern cannot describe. */
  readonly pattern: string;
  readonly words: string;
  readonly example: string;
  /** What a pattern cannot say. */
  readonly accepts?: (text: string) => boolean;
}

/** Some text that says something: not empty and not only blanks. */
export const TEXT: Form = { pattern: "\\S", words: "text in quotation marks", example: "some words" };

const URI: Form = {
  pattern: "^https://[\\x21-\\x7e]+$",
  words: "a full web address that begins with https:// and has no spaces or accents",
  example: "https://www.example.com/cottage",
  accepts: (text) => URL.canParse(text) && new URL(text).hostname.includes("."),
};

const DATE: Form = { pattern: "", words: "a day that the calendar has, written year-month-day", example: "2026-07-31", accepts: isDay };

export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Which form a schema was made for: two forms may have one pattern. */
const forms = new WeakMap<JsonSchema, Form>();

export function formOf(schema: JsonSchema): Form {
  return forms.get(schema) ?? TEXT;
}

function formed(schema: Schema<string>, wanted: Form): Schema<string> {
  forms.set(schema, wanted);
  return schema;
}

export function form(description: string, wanted: Form): Schema<string> {
  return formed({ type: "string", description, pattern: wanted.pattern }, wanted);
}

export function text(description: string): Schema<string> {
  return form(description, TEXT);
}

export function choice<const T extends string>(description: string, values: readonly T[]): Schema<T> {
  return { type: "string", description, enum: values };
}

export function constant<const T extends string>(description: string, value: T): Schema<T> {
  return { const: value, type: "string", description };
}

export function flag(description: string): Schema<boolean> {
  return { type: "boolean", description };
}

export function integer(description: string, minimum: number, maximum: number): Schema<number> {
  return { type: "integer", description, minimum, maximum };
}

export function decimal(description: string, minimum: number, maximum: number): Schema<number> {
  return { type: "number", description, minimum, maximum };
}

/** An absolute https address. */
export function uri(description: string): Schema<string> {
  return formed({ type: "string", format: "uri", description, pattern: URI.pattern }, URI);
}

/** A day that exists, as RFC 3339 writes a full-date. */
export function date(description: string): Schema<string> {
  return formed({ type: "string", format: "date", description }, DATE);
}

/** Written with `anyOf`, not a list of types, which some MCP clients do not take. */
export function nullable<T>({ description, ...rest }: Schema<T>): Schema<T | null> {
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] };
}

export function list<T>(description: string, items: Schema<T>, minItems = 0): Schema<readonly T[]> {
  return { type: "array", description, ...(minItems === 0 ? {} : { minItems }), items };
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
