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

/** A form of text that a pattern describes, and how to say it to an owner. */
export interface Form {
  readonly pattern: string;
  readonly words: string;
  readonly example: string;
  /** What a pattern cannot say. */
  readonly accepts?: (text: string) => boolean;
}

/** Some text that says something: not empty and not only blanks. */
export const TEXT: Form = { pattern: "\\S", words: "text in quotation marks", example: "some words" };

/** Which form a schema was made for: two forms may have one pattern. */
const forms = new WeakMap<JsonSchema, Form>();

export function formOf(schema: JsonSchema): Form {
  return forms.get(schema) ?? TEXT;
}

export function form(description: string, wanted: Form): Schema<string> {
  const schema = { type: "string", description, pattern: wanted.pattern };
  forms.set(schema, wanted);
  return schema;
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
  return { type: "string", format: "uri", description, pattern: "^https://[\\x21-\\x7e]+$" };
}

/** A day that exists, as RFC 3339 writes a full-date. */
export function date(description: string): Schema<string> {
  return { type: "string", format: "date", description };
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
