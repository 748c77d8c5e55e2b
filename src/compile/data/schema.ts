/**
 * Creates JSON Schemas as plain values. The same schemas are published and used by `validate.ts`.
 *
 * It supports only what the data files need: no references, no defaults, and no unions except `nullableBoolean`.
 */

import { completeWebAddress, parseBoolean, parseDate, parseNumber } from "../corrections.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { isDay } from "./values.ts";

/** Maximum length of a text with a pattern, in UTF-16 code units, because a pattern may take quadratic time. */
const PATTERN_TEXT_LENGTH_MAX = 2000;
/** Default maximum number of entries of a list. */
const LIST_MAX = 1000;

/** A schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1 and MCP, with the keywords that are used here. */
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

/** A JSON Schema of values of type `T`. `T` is a phantom type: it exists for the type checker only. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

/**
 * Sets the descriptions of a schema and of all schemas nested in it.
 *
 * @param path file and field, e.g. `site.map` for a list, `site.map[]` for its entries, `site.map.name` for a field
 * @param descriptions descriptions by path
 */
export function describe(schema: JsonSchema, path: string, descriptions: Readonly<Record<string, string>>): void {
  schema.description = descriptions[path] ?? "";
  if (schema.items !== undefined) describe(schema.items, `${path}[]`, descriptions);
  const prefix = path.replace("[]", "");
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    describe(member, `${prefix}.${name}`, descriptions);
  }
}

/** Rules for a single value: how it is checked, corrected and described to an owner. */
export type Scalar = Readonly<{
  /** Description of a valid value, which follows "must be" in a sentence. */
  expected: Phrase;
  /** A valid value that replaces an invalid or missing one, so that the remaining checks can run. */
  placeholder: unknown;
  accepts: (value: unknown) => boolean;
  /** Guesses the value that an invalid text means. Use the result only if `accepts` returns true for it. */
  correct?: (text: string) => unknown;
  /** Advice to append to the error message if a number is invalid. */
  hint?: Phrase;
}>;

/** Rules by schema. They are not part of the schema, because the schema is published as JSON. */
const scalars = new WeakMap<JsonSchema, Scalar>();

/** Returns the rules of a schema for single values, or undefined if it is for a list or a record. */
export function scalarOf(schema: JsonSchema): Scalar | undefined {
  return scalars.get(schema);
}

/** Registers the rules of a schema and returns the schema. */
function scalar<T>(schema: Schema<T>, rules: Scalar & { readonly placeholder: T }): Schema<T> {
  scalars.set(schema, rules);
  return schema;
}

/** Format of a text, e.g. a date or a web address. */
export type StringFormat = Readonly<{
  format?: string;
  pattern?: string;
  /** Message that describes a valid text, which follows "must be". */
  expected: MessageCode;
  example: string;
  /** Values of the placeholders in `expected`, besides `{example}`. */
  values?: PhraseValues;
  /** Checks whatever a pattern cannot express. */
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
  correct: completeWebAddress,
};

const DATE: StringFormat = {
  format: "date",
  expected: "expected-date",
  example: "2026-07-31",
  accepts: isDay,
  correct: parseDate,
};

/** Returns a schema of texts in a format. */
export function string(stringFormat: StringFormat): Schema<string> {
  const { format, pattern, expected, example, values, accepts, correct } = stringFormat;
  const lengthMax = stringFormat === TEXT ? Infinity : PATTERN_TEXT_LENGTH_MAX;
  let regex: RegExp | undefined;
  const isValid = (value: unknown): boolean => {
    if (typeof value !== "string" || value.length > lengthMax) return false;
    // Compile at first use. Compiling patterns that no fact needs would slow down the start.
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
      const candidates = [trimmed, trimmed.toLowerCase(), trimmed.toUpperCase(), correct?.(trimmed)];
      return candidates.find(isValid);
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

/** Returns a schema of one of several texts. */
export function choice<const T extends string>(values: readonly [T, ...T[]]): Schema<T> {
  const choices = values.map((value) => `"${value}"`).join(", ");
  return scalar<T>({ type: "string", enum: values }, {
    expected: { code: "expected-choice", values: { choices } },
    placeholder: values[0],
    accepts: (value) => values.some((choice) => choice === value),
    correct: (text) => closest(text, values),
  });
}

/** Returns a schema of a single text. An owner may omit it. */
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
    correct: parseBoolean,
  });
}

/** Returns a schema of true, false or null. It uses `anyOf`, because some MCP clients reject a list of types. */
export function nullableBoolean(): Schema<boolean | null> {
  return scalar<boolean | null>({ anyOf: [{ type: "boolean" }, { type: "null" }] }, {
    expected: { code: "expected-boolean-or-null" },
    placeholder: null,
    accepts: (value) => value === null || typeof value === "boolean",
    correct: parseBoolean,
  });
}

/** Returns a schema of numbers, both bounds included. The hint ends the message about a number out of range. */
export function number(minimum: number, maximum: number, hint?: Phrase): Schema<number> {
  return scalar<number>({ type: "number", minimum, maximum }, {
    expected: { code: "expected-number", values: { minimum, maximum } },
    placeholder: minimum,
    accepts: (value) => isBetween(value, minimum, maximum),
    correct: parseNumber,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Returns a schema of integers, both bounds included. */
export function integer(minimum: number, maximum: number): Schema<number> {
  return scalar<number>({ type: "integer", minimum, maximum }, {
    expected: { code: "expected-integer", values: { minimum, maximum } },
    placeholder: minimum,
    accepts: (value) => Number.isInteger(value) && isBetween(value, minimum, maximum),
    correct: parseNumber,
  });
}

/** Returns a schema of latitudes in degrees. A number out of range gets the hint that it may be the longitude. */
export function latitude(): Schema<number> {
  return number(-90, 90, { code: "hint-swapped" });
}

function isBetween(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === "number" && value >= minimum && value <= maximum;
}

/** Returns a schema of lists. The length is the minimum and maximum number of entries. */
export function list<T>(items: Schema<T>, length: { min?: number; max?: number } = {}): Schema<readonly T[]> {
  const { min, max = LIST_MAX } = length;
  return { type: "array", ...(min === undefined ? {} : { minItems: min }), maxItems: max, items };
}

type Members = Readonly<Record<string, Schema<unknown>>>;
/** The type of an object with these members. */
type Typed<M extends Members> = { readonly [K in keyof M]: Infer<M[K]> };

/**
 * Returns a schema for objects with these members. `validate` reports unknown members as likely misspellings, but the
 * published schema permits them, so that a field added later does not break clients that validate responses.
 */
export function record<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<Typed<R> & Partial<Typed<O>>> {
  return { type: "object", required: Object.keys(required), properties: { ...required, ...optional } };
}
