/**
 * JSON Schemas as plain values: the published schemas are those that `validate.ts` checks by.
 *
 * This is not a schema library and must not become one: no references, no defaults, no unions but `nullableBoolean`.
 */

import { booleanIn, dayIn, numberIn, webAddressIn } from "../corrections.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { isDay } from "./values.ts";

/** Maximum length of a text that has a pattern, because a pattern may take quadratic time. */
const PATTERN_TEXT_LENGTH_MAX = 2000;
/** Maximum number of entries of a list that has no limit of its own. */
const LIST_MAX = 1000;

/** The part of JSON Schema 2020-12, the dialect of OpenAPI 3.1 and MCP, that is used here. */
export type JsonSchema = Readonly<{
  type?: string;
  const?: string;
  enum?: readonly string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
}> & {
  /** Set by `describe`. */
  description?: string;
};

declare const TYPE: unique symbol;

/** A JSON Schema that also carries, at compile time only, the type of the values that it accepts. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

/** Adds descriptions by file and field, e.g. `site.map.name`. The entries of a list have `[]` after its name. */
export function describe(schema: JsonSchema, path: string, descriptions: Readonly<Record<string, string>>): void {
  schema.description = descriptions[path] ?? "";
  if (schema.items !== undefined) describe(schema.items, `${path}[]`, descriptions);
  const prefix = path.replace("[]", "");
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    describe(member, `${prefix}.${name}`, descriptions);
  }
}

/** How a single value is checked, and described to an owner. */
export type Scalar = Readonly<{
  /** Follows "must be". */
  expected: Phrase;
  /** Replaces an invalid or missing value, so that the remaining checks can run. */
  placeholder: unknown;
  accepts: (value: unknown) => boolean;
  /** Returns what an invalid text probably means, if `accepts` takes it. */
  correct?: (text: string) => unknown;
  /** Follows the sentence about an invalid number. */
  hint?: Phrase;
}>;

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
export type StringFormat = Readonly<{
  format?: string;
  pattern?: string;
  expected: MessageCode;
  example: string;
  /** Values for `expected` besides the example. */
  values?: PhraseValues;
  /** Checks what a pattern cannot express. */
  accepts?: (text: string) => boolean;
  correct?: (text: string) => string | undefined;
}>;

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

export function string(wanted: StringFormat): Schema<string> {
  const { format, pattern, expected, example, values, accepts, correct } = wanted;
  const lengthMax = wanted === TEXT ? Infinity : PATTERN_TEXT_LENGTH_MAX;
  let regex: RegExp | undefined;
  const isValid = (value: unknown): boolean => {
    if (typeof value !== "string" || value.length > lengthMax) return false;
    // Compiled when first used: patterns take longer to compile than to match a handful of facts.
    regex ??= new RegExp(pattern ?? "", "u");
    return regex.test(value) && (accepts === undefined || accepts(value));
  };
  const schema = {
    type: "string",
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined ? {} : { pattern }),
  };
  return scalar(schema, {
    expected: { code: expected, values: { ...values, example } },
    placeholder: example,
    accepts: isValid,
    correct: (text) => {
      const trimmed = text.trim();
      if (trimmed === "" || trimmed.length > lengthMax) return undefined;
      return [trimmed, trimmed.toLowerCase(), trimmed.toUpperCase(), correct?.(trimmed)].find(isValid);
    },
  });
}

export function text(): Schema<string> {
  return string(TEXT);
}

export function uri(): Schema<string> {
  return string(URI);
}

export function date(): Schema<string> {
  return string(DATE);
}

export function choice<const T extends string>(values: readonly [T, ...T[]]): Schema<T> {
  const choices = values.map((value) => `"${value}"`).join(", ");
  return scalar<T>({ type: "string", enum: values }, {
    expected: { code: "expected-choice", values: { choices } },
    placeholder: values[0],
    accepts: (value) => values.some((known) => known === value),
    correct: (text) => closest(text, values),
  });
}

export function constant<const T extends string>(value: T): Schema<T> {
  return scalar<T>({ const: value, type: "string" }, {
    expected: { code: "expected-constant", values: { constant: value } },
    placeholder: value,
    accepts: (found) => found === value,
  });
}

export function boolean(): Schema<boolean> {
  return scalar<boolean>({ type: "boolean" }, {
    expected: { code: "expected-boolean" },
    placeholder: false,
    accepts: (value) => typeof value === "boolean",
    correct: booleanIn,
  });
}

/** Written with `anyOf`, because some MCP clients reject a list of types. */
export function nullableBoolean(): Schema<boolean | null> {
  return scalar<boolean | null>({ anyOf: [{ type: "boolean" }, { type: "null" }] }, {
    expected: { code: "expected-boolean-or-null" },
    placeholder: null,
    accepts: (value) => value === null || typeof value === "boolean",
    correct: booleanIn,
  });
}

/** @param hint for numbers out of range */
export function number(minimum: number, maximum: number, hint?: Phrase): Schema<number> {
  return scalar<number>({ type: "number", minimum, maximum }, {
    expected: { code: "expected-number", values: { minimum, maximum } },
    placeholder: minimum,
    accepts: (value) => isBetween(value, minimum, maximum),
    correct: numberIn,
    ...(hint === undefined ? {} : { hint }),
  });
}

export function integer(minimum: number, maximum: number): Schema<number> {
  return scalar<number>({ type: "integer", minimum, maximum }, {
    expected: { code: "expected-integer", values: { minimum, maximum } },
    placeholder: minimum,
    accepts: (value) => Number.isInteger(value) && isBetween(value, minimum, maximum),
    correct: numberIn,
  });
}

/** Returns a schema of degrees north. A number that is no latitude is often a longitude. */
export function latitude(): Schema<number> {
  return number(-90, 90, { code: "hint-swapped" });
}

function isBetween(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === "number" && value >= minimum && value <= maximum;
}

/** @param length the least and the greatest number of entries */
export function list<T>(items: Schema<T>, length: { min?: number; max?: number } = {}): Schema<readonly T[]> {
  const { min, max = LIST_MAX } = length;
  return { type: "array", ...(min === undefined ? {} : { minItems: min }), maxItems: max, items };
}

type Members = Readonly<Record<string, Schema<unknown>>>;
type Typed<M extends Members> = { readonly [K in keyof M]: Infer<M[K]> };

/**
 * Returns the schema of an object with these members. In a file, an unknown member is refused as a typing mistake. The
 * published schema stays open, so that a new field breaks no strict client.
 */
export function record<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<Typed<R> & Partial<Typed<O>>> {
  return { type: "object", required: Object.keys(required), properties: { ...required, ...optional } };
}
