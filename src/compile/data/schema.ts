/**
 * JSON Schemas as plain values: the published schemas are those that `validate.ts` checks by.
 *
 * This is not a schema library and must not become one: no references, no defaults, no unions but `nullableBoolean`.
 */

import { booleanIn, dayIn, numberIn, webAddressIn } from "../corrections.ts";
import type { MessageCode, Phrase } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { isDay } from "./values.ts";

/** Maximum length of a text that has a pattern, because a pattern may take quadratic time. */
const PATTERN_TEXT_LENGTH_MAX = 2000;

/** The part of JSON Schema 2020-12, the dialect of OpenAPI 3.1 and MCP, that is used here. */
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

/** A JSON Schema that also carries, at compile time only, the type of the values that it accepts. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

/** How a single value is checked, and described to an owner. */
export interface Scalar {
  /** Follows "must be". */
  readonly expected: Phrase;
  /** Replaces an invalid or missing value, so that the remaining checks can run. */
  readonly placeholder: unknown;
  readonly accepts: (value: unknown) => boolean;
  /** Returns what an invalid value probably means, if `accepts` takes it. */
  readonly correct?: (value: unknown) => unknown;
  /** Follows the sentence about an invalid value for which there is no correction. */
  readonly hint?: Phrase;
}

const scalars = new WeakMap<JsonSchema, Scalar>();

/** Returns undefined for lists and records. */
export function scalarOf(schema: JsonSchema): Scalar | undefined {
  return scalars.get(schema);
}

function scalar<T>(schema: Schema<T>, rules: Scalar & { readonly placeholder: T }): Schema<T> {
  scalars.set(schema, rules);
  return schema;
}

/** Restricts texts beyond their type. */
export interface StringFormat {
  readonly format?: string;
  readonly pattern?: string;
  readonly expected: MessageCode;
  readonly example: string;
  /** Values for `expected` besides the example. */
  readonly values?: Phrase["values"];
  /** Checks what a pattern cannot express. */
  readonly accepts?: (text: string) => boolean;
  readonly correct?: (text: string) => string | undefined;
}

/** Any text with at least one visible character. */
export const TEXT: StringFormat = { pattern: "\\S", expected: "expected-text", example: "some words" };

const URI: StringFormat = {
  format: "uri",
  pattern: "^https://[\\x21-\\x7e]+$",
  expected: "expected-uri",
  example: "https://www.example.com/cottage",
  accepts: (text) => URL.canParse(text) && new URL(text).hostname.includes("."),
  correct: webAddressIn,
};

const DATE: StringFormat = {
  format: "date",
  expected: "expected-date",
  example: "2026-07-31",
  accepts: isDay,
  correct: dayIn,
};

export function string(description: string, wanted: StringFormat): Schema<string> {
  const { format, pattern, expected, example, values, accepts = () => true, correct = () => undefined } = wanted;
  const lengthMax = wanted === TEXT ? Infinity : PATTERN_TEXT_LENGTH_MAX;
  let regex: RegExp | undefined;
  const isValid = (value: unknown): boolean => {
    if (typeof value !== "string" || value.length > lengthMax) return false;
    // Compiled when first used: patterns take longer to compile than to match a handful of facts.
    regex ??= new RegExp(pattern ?? "", "u");
    return regex.test(value) && accepts(value);
  };
  const schema = {
    type: "string",
    ...(format === undefined ? {} : { format }),
    description,
    ...(pattern === undefined ? {} : { pattern }),
  };
  return scalar(schema, {
    expected: { code: expected, values: { ...values, example } },
    placeholder: example,
    accepts: isValid,
    correct: (value) => {
      if (typeof value !== "string" || value.trim() === "" || value.length > lengthMax) return undefined;
      const text = value.trim();
      return [text, text.toLowerCase(), text.toUpperCase(), correct(text)].find(isValid);
    },
  });
}

export function text(description: string): Schema<string> {
  return string(description, TEXT);
}

export function uri(description: string): Schema<string> {
  return string(description, URI);
}

export function date(description: string): Schema<string> {
  return string(description, DATE);
}

export function choice<const T extends string>(description: string, values: readonly [T, ...T[]]): Schema<T> {
  const quoted = values.map((value) => `"${value}"`);
  return scalar<T>({ type: "string", description, enum: values }, {
    expected: { code: "expected-choice", values: { choices: quoted.join(", ") } },
    placeholder: values[0],
    accepts: (value) => values.some((known) => known === value),
    correct: (value) => (typeof value === "string" ? closest(value, values) : undefined),
  });
}

export function constant<const T extends string>(description: string, value: T): Schema<T> {
  return scalar<T>({ const: value, type: "string", description }, {
    expected: { code: "expected-constant", values: { constant: value } },
    placeholder: value,
    accepts: (found) => found === value,
  });
}

export function boolean(description: string): Schema<boolean> {
  return scalar<boolean>({ type: "boolean", description }, {
    expected: { code: "expected-boolean" },
    placeholder: false,
    accepts: (value) => typeof value === "boolean",
    correct: correctBoolean,
  });
}

/** Written with `anyOf`, because some MCP clients reject a list of types. */
export function nullableBoolean(description: string): Schema<boolean | null> {
  return scalar<boolean | null>({ description, anyOf: [{ type: "boolean" }, { type: "null" }] }, {
    expected: { code: "expected-boolean-or-null" },
    placeholder: null,
    accepts: (value) => value === null || typeof value === "boolean",
    correct: correctBoolean,
  });
}

function correctBoolean(value: unknown): boolean | undefined {
  return typeof value === "string" ? booleanIn(value) : undefined;
}

/** @param hint for numbers out of range */
export function number(description: string, minimum: number, maximum: number, hint?: Phrase): Schema<number> {
  return scalar<number>({ type: "number", description, minimum, maximum }, {
    expected: { code: "expected-number", values: { minimum, maximum } },
    placeholder: minimum,
    accepts: (value) => isBetween(value, minimum, maximum),
    correct: correctNumber,
    ...(hint === undefined ? {} : { hint }),
  });
}

export function integer(description: string, minimum: number, maximum: number): Schema<number> {
  return scalar<number>({ type: "integer", description, minimum, maximum }, {
    expected: { code: "expected-integer", values: { minimum, maximum } },
    placeholder: minimum,
    accepts: (value) => Number.isInteger(value) && isBetween(value, minimum, maximum),
    correct: correctNumber,
  });
}

/** Returns a schema of degrees north. A number that is no latitude is often a longitude. */
export function latitude(description: string): Schema<number> {
  return number(description, -90, 90, { code: "hint-swapped" });
}

function isBetween(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === "number" && value >= minimum && value <= maximum;
}

function correctNumber(value: unknown): number | undefined {
  return typeof value === "string" ? numberIn(value) : undefined;
}

/** @param length the least and the greatest number of entries */
export function list<T>(description: string, items: Schema<T>, length: { readonly min?: number; readonly max: number }): Schema<readonly T[]> {
  const { min, max } = length;
  return { type: "array", description, ...(min === undefined ? {} : { minItems: min }), maxItems: max, items };
}

type Members = Readonly<Record<string, Schema<unknown>>>;
type Typed<M extends Members> = { readonly [K in keyof M]: Infer<M[K]> };

/**
 * Returns the schema of an object with these members and no others. In a file, an unknown member is a typing mistake and
 * is refused. The published schema stays open, so that a new field breaks no strict client.
 */
export function record<R extends Members, O extends Members = Record<never, never>>(
  description: string,
  required: R,
  optional?: O,
): Schema<Typed<R> & Partial<Typed<O>>> {
  return { type: "object", description, required: Object.keys(required), properties: { ...required, ...optional } };
}
