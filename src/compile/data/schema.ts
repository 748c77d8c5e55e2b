/**
 * Builds JSON Schemas, which the API publishes, and validates the owner's data against them.
 */

import { closest } from "../corrections.ts";
import { childPointer, isRecord } from "../json/json.ts";
import { createPointerFinding, quotedExcerpt } from "../json/json-file.ts";
import { type Finding, formatCodePoint, type Message, type MessageCode, type MessageValues } from "../messages.ts";

/** Default maximum length. Testing a longer string against a pattern could take too long. */
const STRING_LENGTH_MAX = 2000;
const DEFAULT_ENTRIES_MAX = 1000;

/** Key of a schema's `StringFormat`. It is a symbol, so that `JSON.stringify` omits the format. */
const STRING_FORMAT = Symbol("string format");

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
  [STRING_FORMAT]?: StringFormat & Readonly<{ regex: RegExp }>;
}> & { description?: string };

/** Key of a phantom property, which has no value. `Infer` uses its type. */
declare const VALUE: unique symbol;

export type Schema<T> = JsonSchema & { readonly [VALUE]?: T };

export type Infer<S> = S extends Schema<infer T> ? T : never;

export type StringFormat = Readonly<{
  format?: string;
  pattern?: string;
  maxLength?: number;
  /** Code of a message that describes valid text, e.g. "expected-date" for "a valid date". */
  expectedCode: MessageCode;
  example: string;
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

export function string(stringFormat: StringFormat = TEXT): Schema<string> {
  const { format, pattern } = stringFormat;
  const regex = new RegExp(pattern ?? "", "u");
  return { type: "string", format, pattern, [STRING_FORMAT]: { ...stringFormat, regex } };
}

export function choice<const T extends string>(choices: readonly T[]): Schema<T> {
  return { type: "string", enum: choices };
}

/** Returns the schema of a property with one fixed value. `validate` adds the property if the owner leaves it out. */
export function constant<const T extends string>(value: T): Schema<T> {
  return { const: value, type: "string" };
}

export function boolean(): Schema<boolean> {
  return { type: "boolean" };
}

export function nullableBoolean(): Schema<boolean | null> {
  // Use `anyOf`, because some MCP clients reject an array as `type`.
  return { anyOf: [{ type: "boolean" }, { type: "null" }] };
}

export function integer(minimum: number, maximum: number): Schema<number> {
  return { type: "integer", minimum, maximum };
}

export function number(minimum: number, maximum: number): Schema<number> {
  return { type: "number", minimum, maximum };
}

export function array<T>(items: Schema<T>, { min = 0, max = DEFAULT_ENTRIES_MAX } = {}): Schema<readonly T[]> {
  return { type: "array", ...(min > 0 && { minItems: min }), maxItems: max, items };
}

type Properties = Readonly<Record<string, JsonSchema>>;

type InferObject<P extends Properties> = { readonly [K in keyof P]: Infer<P[K]> };

/** Returns the schema of an object. The published schema allows unknown properties, but `validate` reports them. */
export function object<R extends Properties, O extends Properties = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<InferObject<R> & Partial<InferObject<O>>> {
  return { type: "object", required: Object.keys(required), properties: { ...required, ...optional } };
}

/**
 * Sets the description of a schema and of each subschema. The keys of `descriptions` are paths: `site.map` for an
 * array, `site.map[]` for each of its entries, and `site.map.name` (without brackets) for a property of the entries.
 */
export function setDescriptions(schema: JsonSchema, key: string, descriptions: Readonly<Record<string, string>>): void {
  const description = descriptions[key];
  if (!description) throw new Error(`content/fields.json has no description of ${key}`);
  schema.description = description;
  const { items, properties = {} } = schema;
  if (items !== undefined) setDescriptions(items, `${key}[]`, descriptions);
  const keyWithoutBrackets = key.replace("[]", "");
  for (const [name, property] of Object.entries(properties)) {
    setDescriptions(property, `${keyWithoutBrackets}.${name}`, descriptions);
  }
}

type Report = (pointer: string, code: MessageCode, values: MessageValues) => void;

/**
 * Validates a value. If it is valid, also returns a normalized copy: its fields are in schema order, missing constants
 * are added, and text is in the Unicode form NFC.
 */
export function validate(schema: JsonSchema, value: unknown, file: string) {
  const errors: Finding[] = [];
  const normalized = normalize(schema, value, "", (pointer, code, values) => {
    errors.push(createPointerFinding("error", file, pointer, { code, values }));
  });
  return { errors, normalized: errors.length === 0 ? normalized : undefined };
}

/** Returns a normalized copy of a valid value, or reports errors. `pointer` is its path in the file, e.g. `/map/0`. */
function normalize(schema: JsonSchema, value: unknown, pointer: string, report: Report): unknown {
  const { type, items = {}, minItems, maxItems } = schema;
  if (type === "object" && isRecord(value)) return normalizeObject(schema, value, pointer, report);
  if (type === "array" && Array.isArray(value) && isInRange(value.length, minItems, maxItems)) {
    return value.map((item, index) => normalize(items, item, `${pointer}/${index}`, report));
  }
  if (type === "string" && typeof value === "string" && isValidString(schema, value)) {
    return normalizeString(value, pointer, report);
  }
  if (isValidNumberOrBoolean(schema, value)) return value;
  // A string in place of a number or boolean was probably put in quotation marks by mistake, e.g. "3".
  const expectsNumberOrBoolean = !["object", "array", "string"].includes(type ?? "");
  const code = expectsNumberOrBoolean && typeof value === "string" ? "field-quoted" : "field-invalid";
  report(pointer, code, { expected: describeExpected(schema), found: describeValue(value) });
  return undefined;
}

/** Returns a copy of an object, with properties in schema order. Reports invalid, unknown and missing properties. */
function normalizeObject(
  { required = [], properties = {} }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  report: Report,
) {
  const misspeltNames = reportUnknownNames(value, Object.keys(properties), pointer, report);
  const normalized: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    // If the owner left out a constant, add it.
    const propertyValue = Object.hasOwn(value, name) ? value[name] : property.const;
    if (propertyValue !== undefined) {
      normalized[name] = normalize(property, propertyValue, childPointer(pointer, name), report);
    } else if (required.includes(name) && !misspeltNames.includes(name)) {
      report(pointer, "field-missing", { name });
    }
  }
  return normalized;
}

/**
 * Reports unknown field names, e.g. "bedroms". Returns the names that the owner probably meant, e.g. "bedrooms". The
 * caller does not report these as missing too.
 */
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

function isValidString({ const: constant, enum: choices, [STRING_FORMAT]: format }: JsonSchema, text: string): boolean {
  if (format === undefined) return text === constant || choices?.includes(text) === true;
  const { regex, maxLength = STRING_LENGTH_MAX, isValid = () => true } = format;
  return text.length <= maxLength && regex.test(text) && isValid(text);
}

/** Returns whether a value is a number or boolean that a schema allows. */
function isValidNumberOrBoolean({ type, minimum, maximum }: JsonSchema, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value) && isInRange(Number(value), minimum, maximum);
  if (type === "number") return typeof value === "number" && isInRange(value, minimum, maximum);
  if (type === "boolean") return typeof value === "boolean";
  // Only the schemas of `nullableBoolean` have no type.
  return type === undefined && (typeof value === "boolean" || value === null);
}

function isInRange(value: number, minimum = -Infinity, maximum = Infinity): boolean {
  return value >= minimum && value <= maximum;
}

/** Describes the valid values for an error message, e.g. "a number from 0 to 10", as a message code with values. */
export function describeExpected(schema: JsonSchema): Message {
  const { type, minimum = 0, maximum = 0, minItems = 0, maxItems = 0, [STRING_FORMAT]: format } = schema;
  if (format !== undefined) return { code: format.expectedCode, values: { example: format.example } };
  if (type === "object") return { code: "value-group" };
  if (type === "array") return { code: "expected-list", values: { minimum: minItems, maximum: maxItems } };
  if (type === "string") {
    const choices = schema.enum ?? [schema.const];
    return { code: "expected-choice", values: { choices: choices.map((text) => `"${text}"`).join(", ") } };
  }
  if (type === "integer" || type === "number") return { code: `expected-${type}`, values: { minimum, maximum } };
  return { code: type === "boolean" ? "expected-boolean" : "expected-boolean-or-null" };
}

export function describeValue(value: unknown): string | Message {
  if (Array.isArray(value)) return { code: "value-list", values: { count: value.length } };
  if (isRecord(value)) return { code: "value-group" };
  return typeof value === "string" ? quotedExcerpt(value) : String(value);
}

const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

function normalizeString(text: string, pointer: string, report: Report): string {
  const character = invisibleCharacterIn(text);
  if (character !== undefined) report(pointer, "field-invisible-character", { character });
  return text.normalize("NFC");
}

/** Returns the code point of the first invisible character in a text, e.g. "U+202A". */
export function invisibleCharacterIn(text: string): string | undefined {
  const character = INVISIBLE.exec(text)?.[0];
  return character === undefined ? undefined : formatCodePoint(character);
}
