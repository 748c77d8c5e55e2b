/**
 * Builds JSON Schemas, which the API publishes and which validate the owner's data.
 */

import { closest } from "../corrections.ts";
import { childPointer, isRecord } from "../json/json.ts";
import { createPointerFinding, quotedExcerpt } from "../json/json-file.ts";
import { type Finding, formatCodePoint, type Message, type MessageCode, type MessageValues } from "../messages.ts";

/** Default limit, because testing a longer string against a pattern could take too long. */
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
  items?: Schema<unknown>;
  anyOf?: readonly JsonSchema[];
  required?: readonly string[];
  properties?: Properties;
  [RULES]?: Rules<unknown>;
}> & { description?: string };

type Properties = Readonly<Record<string, Schema<unknown>>>;

/** Key of a schema's validation rules. It is a symbol, so that `JSON.stringify` omits the rules. */
export const RULES = Symbol("rules");

interface Rules<T> {
  /** Phantom property: the type of valid values, for `Infer`. */
  readonly type?: T;
  readonly validate: Validate;
  /** The phrase after "must be" in error messages. Undefined for arrays and objects. */
  readonly expected?: Message;
}

/** Returns a normalised copy of a value. Reports errors instead of throwing them. */
type Validate = (value: unknown, pointer: string, report: Report) => unknown;

type Report = (pointer: string, code: MessageCode, values: MessageValues) => void;

export interface Schema<T> extends JsonSchema {
  readonly [RULES]: Rules<T>;
}

export type Infer<S> = S extends Schema<infer T> ? T : never;

/**
 * Validates a value. If there are no `errors`, also returns a `normalized` copy, in which fields are in schema order,
 * constants that the owner left out are added, and strings are in NFC.
 */
export function validate(schema: Schema<unknown>, value: unknown, file: string) {
  const errors: Finding[] = [];
  const normalized = schema[RULES].validate(value, "", (pointer, code, values) => {
    errors.push(createPointerFinding("error", file, pointer, { code, values }));
  });
  return { errors, normalized: errors.length === 0 ? normalized : undefined };
}

/** Sets the `description` of a schema and its subschemas, with keys such as `site.map[]` and `site.map.name`. */
export function setDescriptions(schema: JsonSchema, key: string, descriptions: Readonly<Record<string, string>>): void {
  const description = descriptions[key];
  if (!description) throw new Error(`content/fields.json has no description of ${key}`);
  schema.description = description;
  const { items, properties = {} } = schema;
  if (items !== undefined) setDescriptions(items, `${key}[]`, descriptions);
  // Omit the brackets before the name of a property: the key is `site.map.name`, not `site.map[].name`.
  const prefix = key.replace("[]", "");
  for (const [name, property] of Object.entries(properties)) {
    setDescriptions(property, `${prefix}.${name}`, descriptions);
  }
}

type ScalarOptions = Readonly<{
  expected: Message;
  accepts: (value: unknown) => boolean;
  /** Returns advice on an invalid string, e.g. `write "GB"` for "gb". */
  hintFor?: (text: string) => Message | undefined;
}>;

function scalar<T>(keywords: JsonSchema, { accepts, expected, hintFor }: ScalarOptions): Schema<T> {
  const validate: Validate = (value, pointer, report) => {
    if (accepts(value)) return typeof value === "string" ? normalizeString(value, pointer, report) : value;
    // Owners may forget the quotation marks of a string such as a postcode.
    const lacksQuotes = typeof value === "number" && keywords.type === "string";
    const hint = typeof value === "string" || lacksQuotes ? hintFor?.(String(value)) : undefined;
    return report(pointer, "field-invalid", { expected, found: describeValue(value), hint: hint ?? "" });
  };
  return { ...keywords, [RULES]: { validate, expected } };
}

export function describeValue(value: unknown): string | Message {
  if (Array.isArray(value)) return { code: "value-list" };
  if (isRecord(value)) return { code: "value-group" };
  return typeof value === "string" ? quotedExcerpt(value) : String(value);
}

/** Matches invisible characters, including control characters other than tab, LF and CR. */
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

function normalizeString(text: string, pointer: string, report: Report): string {
  const character = invisibleCharacterIn(text);
  if (character !== undefined) report(pointer, "field-invisible-character", { character });
  return text.normalize("NFC");
}

/** Returns the first invisible character in a text, e.g. as "U+202A". */
export function invisibleCharacterIn(text: string): string | undefined {
  const character = INVISIBLE.exec(text)?.[0];
  return character === undefined ? undefined : formatCodePoint(character);
}

export type StringFormat = Readonly<{
  format?: string;
  pattern?: string;
  maxLength?: number;
  /** Message code of the phrase after "must be", e.g. "expected-date" for "a valid date". */
  expectedCode: MessageCode;
  example: string;
  /** Placeholder values for the message `expectedCode`, in addition to `example`. */
  values?: MessageValues;
  isValid?: (text: string) => boolean;
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
};

export function hasDomain(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.includes(".");
}

export const DATE: StringFormat = {
  format: "date",
  expectedCode: "expected-date",
  example: "2026-07-31",
  isValid: isIsoDate,
};

export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // `new Date` turns 2026-02-30 into 2 March, so compare the days.
  return new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Returns the schema of strings in a given format, e.g. `DATE`. */
export function string(stringFormat: StringFormat = TEXT): Schema<string> {
  const { format, pattern, expectedCode, example, values } = stringFormat;
  const accepts = createStringTest(stringFormat);
  return scalar({ type: "string", format, pattern }, {
    expected: { code: expectedCode, values: { ...values, example } },
    accepts,
    hintFor: (text) => hintToWrite(possibleCorrections(text, stringFormat).find(accepts)),
  });
}

function createStringTest({ pattern = "", maxLength = STRING_LENGTH_MAX, isValid = () => true }: StringFormat) {
  const regex = new RegExp(pattern, "u");
  return (value: unknown) =>
    typeof value === "string" && value.length <= maxLength && regex.test(value) && isValid(value);
}

/** Returns guesses at the intended string, smallest change first. Some guesses may be invalid. */
function possibleCorrections(text: string, { maxLength = STRING_LENGTH_MAX }: StringFormat) {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return [];
  return [trimmed, trimmed.toLowerCase(), trimmed.toUpperCase()];
}

function hintToWrite(correction: string | undefined): Message | undefined {
  return correction === undefined ? undefined : { code: "hint-write", values: { value: `"${correction}"` } };
}

export function choice<const T extends string>(choices: readonly [T, ...T[]]): Schema<T> {
  const quotedChoices = choices.map((text) => `"${text}"`);
  return scalar({ type: "string", enum: choices }, {
    expected: { code: "expected-choice", values: { choices: quotedChoices.join(", ") } },
    accepts: (value) => choices.some((allowed) => allowed === value),
    hintFor: (text) => hintToWrite(closest(text, choices)),
  });
}

/** Returns the schema of a property that can only have one value. Owners may leave it out: `validate` adds it. */
export function constant<const T extends string>(allowed: T): Schema<T> {
  return scalar({ const: allowed, type: "string" }, {
    expected: { code: "expected-constant", values: { constant: allowed } },
    accepts: (value) => value === allowed,
  });
}

export function boolean(): Schema<boolean> {
  return scalar({ type: "boolean" }, {
    expected: { code: "expected-boolean" },
    accepts: (value) => typeof value === "boolean",
    hintFor: () => ({ code: "hint-boolean" }),
  });
}

export function nullableBoolean(): Schema<boolean | null> {
  // Use `anyOf`, because some MCP clients reject an array as `type`.
  return scalar({ anyOf: [{ type: "boolean" }, { type: "null" }] }, {
    expected: { code: "expected-boolean-or-null" },
    accepts: (value) => value === null || typeof value === "boolean",
    hintFor: () => ({ code: "hint-boolean" }),
  });
}

export function integer(minimum: number, maximum: number): Schema<number> {
  return number(minimum, maximum, "integer");
}

/** Returns the schema of a number from `minimum` to `maximum`. */
export function number(minimum: number, maximum: number, type: "number" | "integer" = "number"): Schema<number> {
  const isOfType = type === "integer" ? Number.isInteger : Number.isFinite;
  return scalar({ type, minimum, maximum }, {
    expected: { code: `expected-${type}`, values: { minimum, maximum } },
    accepts: (value) => typeof value === "number" && isOfType(value) && value >= minimum && value <= maximum,
    hintFor: () => ({ code: "hint-number", values: { example: type === "integer" ? 3 : 7.5 } }),
  });
}

export function array<T>(itemSchema: Schema<T>, { min = 0, max = DEFAULT_ENTRIES_MAX } = {}): Schema<readonly T[]> {
  const keywords = { type: "array", ...(min > 0 && { minItems: min }), maxItems: max, items: itemSchema };
  return { ...keywords, [RULES]: { validate: createArrayValidator(itemSchema, min, max) } };
}

function createArrayValidator(itemSchema: Schema<unknown>, min: number, max: number): Validate {
  const validateItem = itemSchema[RULES].validate;
  return (value, pointer, report) => {
    if (!Array.isArray(value)) return report(pointer, "field-not-list", { found: describeValue(value) });
    const count = value.length;
    if (count > max) report(pointer, "list-too-long", { maximum: max, count });
    if (count < min) report(pointer, "list-too-short", { minimum: min, count });
    return value.map((item, index) => validateItem(item, `${pointer}/${index}`, report));
  };
}

type InferObject<P extends Properties> = { readonly [K in keyof P]: Infer<P[K]> };

/** Returns the schema of an object. The published schema allows unknown properties, but `validate` reports them. */
export function object<R extends Properties, O extends Properties = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<InferObject<R> & Partial<InferObject<O>>> {
  const schema = { type: "object", required: Object.keys(required), properties: { ...required, ...optional } };
  return { ...schema, [RULES]: { validate: createObjectValidator(schema) } };
}

type ObjectSchema = Readonly<{ required: readonly string[]; properties: Properties }>;

function createObjectValidator({ required, properties }: ObjectSchema): Validate {
  const knownNames = Object.keys(properties);
  return (value, pointer, report) => {
    if (!isRecord(value)) return report(pointer, "field-not-group", { found: describeValue(value) });
    const intendedNames = reportUnknownNames(value, knownNames, pointer, report);
    // If a property's name is misspelt, do not also report the property as missing.
    const requiredNames = required.filter((name) => !intendedNames.includes(name));
    return validateProperties(value, { required: requiredNames, properties }, pointer, report);
  };
}

/** Reports unknown names, e.g. "bedroms". Returns the known names that the owner probably meant, e.g. "bedrooms". */
function reportUnknownNames(value: object, knownNames: readonly string[], pointer: string, report: Report): string[] {
  // Allow `$schema`, which points code editors to the file's JSON Schema.
  const unknownNames = Object.keys(value).filter((name) => !knownNames.includes(name) && name !== "$schema");
  const unusedNames = knownNames.filter((name) => !Object.hasOwn(value, name));
  const intendedNames: string[] = [];
  for (const name of unknownNames) {
    const intendedName = closest(name, unusedNames);
    if (intendedName === undefined) {
      report(childPointer(pointer, name), "field-unknown", { names: knownNames.join(", ") });
    } else {
      report(childPointer(pointer, name), "field-misspelt", { name: intendedName });
      intendedNames.push(intendedName);
    }
  }
  return intendedNames;
}

/** Normalises the known properties. Reports required properties that are missing. */
function validateProperties(
  value: Readonly<Record<string, unknown>>,
  { required, properties }: ObjectSchema,
  pointer: string,
  report: Report,
) {
  const normalized: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    // Owners may leave out constants.
    const propertyValue = Object.hasOwn(value, name) ? value[name] : property.const;
    if (propertyValue !== undefined) {
      normalized[name] = property[RULES].validate(propertyValue, childPointer(pointer, name), report);
    } else if (required.includes(name)) {
      report(pointer, "field-missing", { name });
    }
  }
  return normalized;
}
