/**
 * Validates the parsed value of a JSON file against its schema, and normalises it.
 */

import { childPointer } from "../json/json.ts";
import type { Message, MessageCode, MessageValues } from "../message.ts";
import { closest } from "../suggest.ts";
import { type FieldFinding, quotedExcerpt } from "./json-file.ts";
import { type JsonSchema, type Scalar, scalars } from "./schema.ts";
import { isRecord } from "./values.ts";

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
