/**
 * Builds JSON Schemas, which the API publishes, and validates the owner's data against them.
 */

import { normalizeUrl, parseBoolean, parseDate, parseNumber } from "../corrections.ts";
import { childPointer, isRecord } from "../json/json.ts";
import { type FieldFinding, quotedExcerpt } from "../json/json-file.ts";
import type { Message, MessageCode, MessageValues } from "../messages.ts";
import { closest } from "../suggest.ts";

/** Default limit. It bounds the time spent on pattern matching, which can be quadratic in the length of the string. */
const STRING_LENGTH_MAX = 2000;
const DEFAULT_ENTRIES_MAX = 1000;

/** A JSON Schema (2020-12, the dialect that OpenAPI 3.1 and MCP use). */
export type JsonSchema = Readonly<{
  type?: string;
  const?: string;
  enum?: readonly string[];
  format?: string | undefined;
  pattern?: string | undefined;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
}> & { description?: string };

declare const TYPE: unique symbol;

/** A JSON Schema for values of type `T`. The property `[TYPE]` is never set: it only lets `Infer` extract `T`. */
export type Schema<T> = JsonSchema & { readonly [TYPE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

/**
 * Sets the `description` of a schema to `descriptions[key]` and, recursively, those of its subschemas. Keys have three
 * forms:
 * - `site.map` for a field
 * - `site.map[]` for the items of an array
 * - `site.map.name` for a property of an object, or of each object in an array
 */
export function setDescriptions(schema: JsonSchema, key: string, descriptions: Readonly<Record<string, string>>): void {
  const { items, properties = {} } = schema;
  schema.description = descriptions[key] ?? "";
  if (items !== undefined) setDescriptions(items, `${key}[]`, descriptions);
  // The key of an array's items ends in `[]`, but the keys of their properties have no brackets, e.g. `site.map.name`.
  const parentKey = key.replace(/\[\]$/, "");
  for (const [name, property] of Object.entries(properties)) {
    setDescriptions(property, `${parentKey}.${name}`, descriptions);
  }
}

/** Validation rules for a scalar: a string, number or boolean. */
export type Scalar = Readonly<{
  /** The phrase that follows "must be" in the error message. */
  expected: Message;
  /** A valid value that replaces an invalid one, so that the remaining checks can run. */
  fallback: unknown;
  accepts: (value: unknown) => boolean;
  /** Guesses the intended value of an invalid string. The guess may be invalid too. */
  suggest?: (text: string) => unknown;
}>;

/** Validation rules for each scalar schema. They are kept out of the schema, because it is published as JSON. */
export const scalars = new WeakMap<JsonSchema, Scalar>();

function scalar<T>(schema: Schema<T>, rules: Scalar & { readonly fallback: T }): Schema<T> {
  scalars.set(schema, rules);
  return schema;
}

export type StringFormat = Readonly<{
  format?: string;
  pattern?: string;
  maxLength?: number;
  /** The message code of the phrase that follows "must be", e.g. "expected-date". */
  expectedCode: MessageCode;
  /** A valid string. */
  example: string;
  /** Values for placeholders in the message for `expectedCode`. `{example}` is always filled in from `example`. */
  values?: MessageValues;
  isValid?: (text: string) => boolean;
  normalize?: (text: string) => string | undefined;
}>;

export const TEXT: StringFormat = {
  pattern: "\\S",
  maxLength: Infinity,
  expectedCode: "expected-text",
  example: "some words",
};

export const URI: StringFormat = {
  format: "uri",
  pattern: "^https://[\\x21-\\x7e]+$",
  expectedCode: "expected-uri",
  example: "https://www.example.com/cottage",
  isValid: hasDomain,
  normalize: normalizeUrl,
};

export function hasDomain(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.includes(".");
}

export const DATE: StringFormat = {
  format: "date",
  expectedCode: "expected-date",
  example: "2026-07-31",
  isValid: isIsoDate,
  normalize: parseDate,
};

/**
 * Returns a schema for strings in the given format (by default, any string that is not blank). For an invalid string,
 * the validation error suggests a correction, if there is one that is valid.
 */
export function string(stringFormat = TEXT): Schema<string> {
  const { format, pattern, expectedCode, values, example } = stringFormat;
  const accepts = formatTest(stringFormat);
  return scalar({ type: "string", format, pattern }, {
    expected: { code: expectedCode, values: { ...values, example } },
    // Use the example as the fallback, because it is always valid.
    fallback: example,
    accepts,
    suggest: (input) => possibleCorrections(input, stringFormat).find(accepts),
  });
}

function formatTest({ pattern = "", maxLength = STRING_LENGTH_MAX, isValid = () => true }: StringFormat) {
  const regex = new RegExp(pattern, "u");
  return (value: unknown) =>
    typeof value === "string" && value.length <= maxLength && regex.test(value) && isValid(value);
}

/** Returns possible corrections of an invalid string, starting with the smallest change. They may be invalid too. */
function possibleCorrections(text: string, { maxLength = STRING_LENGTH_MAX, normalize }: StringFormat) {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return [];
  return [trimmed, trimmed.toLowerCase(), trimmed.toUpperCase(), normalize?.(trimmed)];
}

/** Returns a schema that accepts only the given strings. For a misspelt string, the error suggests the closest one. */
export function choice<const T extends string>(choices: readonly [T, ...T[]]): Schema<T> {
  const quotedChoices = choices.map((text) => `"${text}"`);
  return scalar({ type: "string", enum: choices }, {
    expected: { code: "expected-choice", values: { choices: quotedChoices.join(", ") } },
    fallback: choices[0],
    accepts: (value) => choices.some((allowed) => allowed === value),
    suggest: (input) => closest(input, choices),
  });
}

/** Returns a schema for a field with a single allowed value. If the field is missing, `validate` adds this value. */
export function constant<const T extends string>(allowed: T): Schema<T> {
  return scalar({ const: allowed, type: "string" }, {
    expected: { code: "expected-constant", values: { constant: allowed } },
    fallback: allowed,
    accepts: (value) => value === allowed,
  });
}

export function boolean(): Schema<boolean> {
  return scalar({ type: "boolean" }, {
    expected: { code: "expected-boolean" },
    fallback: false,
    accepts: (value) => typeof value === "boolean",
    suggest: parseBoolean,
  });
}

export function nullableBoolean(): Schema<boolean | null> {
  // Use `anyOf`, because some MCP clients reject an array as `type`.
  return scalar<boolean | null>({ anyOf: [{ type: "boolean" }, { type: "null" }] }, {
    expected: { code: "expected-boolean-or-null" },
    fallback: null,
    accepts: (value) => value === null || typeof value === "boolean",
    suggest: parseBoolean,
  });
}

export function integer(minimum: number, maximum: number): Schema<number> {
  return number(minimum, maximum, "integer");
}

/** Returns a schema for numbers in an inclusive range. For the string "4,8", the validation error suggests 4.8. */
export function number(minimum: number, maximum: number, type: "number" | "integer" = "number"): Schema<number> {
  const isOfType = type === "integer" ? Number.isInteger : Number.isFinite;
  const isInRange = (value: unknown) => typeof value === "number" && value >= minimum && value <= maximum;
  return scalar({ type, minimum, maximum }, {
    expected: { code: `expected-${type}`, values: { minimum, maximum } },
    fallback: minimum,
    accepts: (value) => isOfType(value) && isInRange(value),
    suggest: parseNumber,
  });
}

export function array<T>(items: Schema<T>, { min = 0, max = DEFAULT_ENTRIES_MAX } = {}): Schema<readonly T[]> {
  return { type: "array", ...(min > 0 && { minItems: min }), maxItems: max, items };
}

type Properties = Readonly<Record<string, Schema<unknown>>>;
type InferObject<P extends Properties> = { readonly [K in keyof P]: Infer<P[K]> };

/** A published schema allows unknown properties, so that clients accept fields added later. `validate` rejects them. */
export function object<R extends Properties, O extends Properties = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<InferObject<R> & Partial<InferObject<O>>> {
  return { type: "object", required: Object.keys(required), properties: { ...required, ...optional } };
}

export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // `new Date` turns 2026-02-30 into 2 March, so check that the day is unchanged.
  return new Date(text).getUTCDate() === Number(text.slice(8));
}

/**
 * Matches control characters (except tab, LF and CR), line and paragraph separators, and lone surrogates. Also matches
 * bidirectional embeddings, overrides and isolates, byte order marks and interlinear annotations.
 */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the errors in a value or, if there are none, a normalised copy. In the copy, fields are in schema order,
 * missing constants are filled in, and strings are in NFC, so that "ü" is always one character (macOS may write two).
 */
export function validate(schema: JsonSchema, value: unknown, file: string) {
  const validator = new Validator(file);
  const normalized = validator.normalize(schema, value, "");
  const { errors } = validator;
  return { errors, normalized: errors.length === 0 ? normalized : undefined };
}

/** Returns a valid value with as few array entries and properties as the schema allows. */
export function fallbackFor(schema: JsonSchema): unknown {
  const { items, minItems = 0, required = [], properties = {} } = schema;
  const scalar = scalars.get(schema);
  if (scalar !== undefined) return scalar.fallback;
  if (items !== undefined) return Array.from({ length: minItems }, () => fallbackFor(items));
  return Object.fromEntries(required.map((name) => [name, fallbackFor(properties[name] ?? {})]));
}

class Validator {
  readonly errors: FieldFinding[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  #report(pointer: string, code: MessageCode, values: MessageValues): void {
    this.errors.push({ level: "error", file: this.#file, pointer, code, values });
  }

  normalize(schema: JsonSchema, value: unknown, pointer: string): unknown {
    const scalar = scalars.get(schema);
    if (scalar !== undefined) return this.#normalizeScalar(scalar, value, pointer);
    const { items } = schema;
    if (items !== undefined && Array.isArray(value)) return this.#normalizeArray(schema, items, value, pointer);
    if (items === undefined && isRecord(value)) return this.#normalizeObject(schema, value, pointer);
    this.#report(pointer, items ? "field-not-list" : "field-not-group", { found: describeValue(value) });
    return undefined;
  }

  #normalizeScalar(scalar: Scalar, value: unknown, pointer: string): unknown {
    if (!scalar.accepts(value)) {
      const { expected } = scalar;
      const hint = hintFor(scalar, value);
      this.#report(pointer, "field-invalid", { expected, found: describeValue(value), hint });
      return undefined;
    }
    if (typeof value !== "string") return value;
    const forbiddenCharacter = FORBIDDEN.exec(value)?.[0];
    if (forbiddenCharacter !== undefined) {
      const codePoint = forbiddenCharacter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      this.#report(pointer, "field-invisible-character", { character: `U+${codePoint}` });
    }
    return value.normalize("NFC");
  }

  #normalizeArray(schema: JsonSchema, items: JsonSchema, entries: readonly unknown[], pointer: string) {
    const { minItems: minimum = 0, maxItems: maximum = Infinity } = schema;
    const count = entries.length;
    if (count > maximum) this.#report(pointer, "list-too-long", { maximum, count });
    if (count < minimum) this.#report(pointer, "list-too-short", { minimum, count });
    return entries.map((entry, index) => this.normalize(items, entry, `${pointer}/${index}`));
  }

  #normalizeObject({ required = [], properties = {} }: JsonSchema, value: Fields, pointer: string): Fields {
    const misspeltNames = this.#reportUnknownFields(value, Object.keys(properties), pointer);
    const normalized: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) {
        normalized[name] = this.normalize(property, value[name], `${pointer}/${name}`);
      } else if (property.const !== undefined) {
        normalized[name] = property.const;
      } else if (required.includes(name) && !misspeltNames.has(name)) {
        this.#report(pointer, "field-missing", { name });
      }
    }
    return normalized;
  }

  /** Reports unknown fields. Returns the correct names of misspelt fields, which are then not reported as missing. */
  #reportUnknownFields(value: Fields, names: readonly string[], pointer: string): ReadonlySet<string> {
    const missingNames = names.filter((name) => !Object.hasOwn(value, name));
    const misspeltNames = new Set<string>();
    for (const unknownName of Object.keys(value)) {
      // Allow `$schema`, which points code editors to the file's JSON Schema.
      if (names.includes(unknownName) || unknownName === "$schema") continue;
      const unknownPointer = childPointer(pointer, unknownName);
      const name = closest(unknownName, missingNames);
      if (name === undefined) {
        this.#report(unknownPointer, "field-unknown", { names: names.join(", ") });
      } else {
        misspeltNames.add(name);
        this.#report(unknownPointer, "field-misspelt", { name });
      }
    }
    return misspeltNames;
  }
}

function describeValue(value: unknown): string | Message {
  if (Array.isArray(value)) return { code: "value-list" };
  if (isRecord(value)) return { code: "value-group" };
  return typeof value === "string" ? quotedExcerpt(value) : String(value);
}

function hintFor({ accepts, suggest }: Scalar, value: unknown): Message | "" {
  const isScalar = typeof value === "string" || typeof value === "number";
  const suggestion = isScalar ? suggest?.(String(value)) : undefined;
  if (!accepts(suggestion)) return "";
  if (typeof suggestion === "string") return { code: "hint-write", values: { value: `"${suggestion}"` } };
  return { code: "hint-write-unquoted", values: { value: String(suggestion) } };
}
