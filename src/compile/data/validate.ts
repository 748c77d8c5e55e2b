/**
 * Validates the parsed value of a data file against its schema, and normalises it.
 *
 * Supports only schemas created by `schema.ts`.
 */

import { childPointer } from "../json/walk.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { type JsonSchema, type Scalar, scalarOf } from "./schema.ts";
import { isRecord } from "./values.ts";

/** Maximum number of characters of a string quoted in a message. */
const QUOTED_LENGTH_MAX = 60;
/** The property that links an owner's file to its JSON Schema, for editors. */
const SCHEMA_LINK = "$schema";
/** Matches control characters, Unicode line breaks and lone surrogates, which are invalid in the output. */
const INVISIBLE = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

/** A message about an invalid value. The caller fills in the placeholder `{field}`. */
export interface Problem extends Phrase {
  /** JSON pointer (RFC 6901) to the value. */
  readonly pointer: string;
}

interface Validation {
  readonly problems: readonly Problem[];
  /**
   * A copy with fields in the order of the schema, with all constants, and with strings in Unicode's normal form C,
   * because macOS may write "ü" as two characters. Placeholders replace invalid values, so that the remaining checks
   * can run. Do not serve the copy if there are problems.
   */
  readonly normalized: unknown;
}

/**
 * Validates and normalises a value. A misspelt field is not reported as missing too.
 *
 * @param country code of the cottage's country, used to suggest corrections
 */
export function validate(schema: JsonSchema, value: unknown, country?: string): Validation {
  const validator = new Validator(country);
  const normalized = validator.normalize(schema, value, "");
  return { problems: validator.problems, normalized };
}

/** Returns a valid value for a schema, with as few array entries and properties as the schema allows. */
export function placeholderFor(schema: JsonSchema): unknown {
  const { items, minItems = 0, required = [], properties = {} } = schema;
  const scalar = scalarOf(schema);
  if (scalar !== undefined) return scalar.placeholder;
  if (items !== undefined) return Array.from({ length: minItems }, () => placeholderFor(items));
  return Object.fromEntries(required.map((name) => [name, placeholderFor(properties[name] ?? {})]));
}

/** Collects the problems of one value. Each method returns the normalised value, or a placeholder if it is invalid. */
class Validator {
  readonly problems: Problem[] = [];
  readonly #country: string | undefined;

  constructor(country: string | undefined) {
    this.#country = country;
  }

  #report(pointer: string, code: MessageCode, values: PhraseValues): void {
    this.problems.push({ pointer, code, values });
  }

  normalize(schema: JsonSchema, value: unknown, pointer: string): unknown {
    const scalar = scalarOf(schema);
    if (scalar !== undefined) return this.#normalizeScalar(scalar, value, pointer);
    if (schema.items !== undefined) return this.#normalizeArray(schema, schema.items, value, pointer);
    return this.#normalizeObject(schema, value, pointer);
  }

  #normalizeScalar(scalar: Scalar, value: unknown, pointer: string): unknown {
    const { accepts, expected, placeholder } = scalar;
    if (!accepts(value)) {
      const values = { expected, found: describeValue(value), hint: this.#hintFor(scalar, value) };
      this.#report(pointer, "field-invalid", values);
      return placeholder;
    }
    if (typeof value !== "string") return value;
    const invisibleCharacter = INVISIBLE.exec(value)?.[0];
    if (invisibleCharacter === undefined) return value.normalize("NFC");
    const codePoint = invisibleCharacter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    this.#report(pointer, "field-invisible-character", { character: `U+${codePoint}` });
    return placeholder;
  }

  /** Returns a phrase that says what to write instead of an invalid value, or "" if that is unknown. */
  #hintFor({ accepts, suggest }: Scalar, value: unknown): Phrase | "" {
    const suggestion = typeof value === "string" ? suggest?.(value, this.#country) : undefined;
    if (!accepts(suggestion)) return "";
    if (typeof suggestion === "string") return { code: "hint-write", values: { value: `"${suggestion}"` } };
    return { code: "hint-write-unquoted", values: { value: String(suggestion) } };
  }

  #normalizeArray(schema: JsonSchema, items: JsonSchema, value: unknown, pointer: string): unknown {
    if (!Array.isArray(value)) {
      this.#report(pointer, "field-not-list", { found: describeValue(value) });
      return placeholderFor(schema);
    }
    const { minItems: minimum = 0, maxItems: maximum = Infinity } = schema;
    const count = value.length;
    if (count > maximum) {
      this.#report(pointer, "list-too-long", { maximum, count });
      // Skip the entries, because they could have too many problems to be useful.
      return placeholderFor(schema);
    }
    if (count < minimum) this.#report(pointer, "list-too-short", { minimum, count });
    const validEntries: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      const problemsBefore = this.problems.length;
      const normalized = this.normalize(items, entry, `${pointer}/${index}`);
      // Drop invalid entries, because a placeholder could cause further errors, e.g. about a missing image.
      if (this.problems.length === problemsBefore) validEntries.push(normalized);
    }
    while (validEntries.length < minimum) validEntries.push(placeholderFor(items));
    return validEntries;
  }

  #normalizeObject(schema: JsonSchema, value: unknown, pointer: string): unknown {
    if (!isRecord(value)) {
      this.#report(pointer, "field-not-group", { found: describeValue(value) });
      return placeholderFor(schema);
    }
    const { required = [], properties = {} } = schema;
    const misspeltNames = this.#reportUnknownFields(value, Object.keys(properties), pointer);
    const normalized: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) {
        normalized[name] = this.normalize(property, value[name], `${pointer}/${name}`);
      } else if (required.includes(name)) {
        normalized[name] = placeholderFor(property);
        const isConstant = property.const !== undefined;
        if (!isConstant && !misspeltNames.has(name)) this.#report(pointer, "field-missing", { name });
      }
    }
    return normalized;
  }

  /** Reports unknown fields. Returns the names of the missing fields that they are probably misspellings of. */
  #reportUnknownFields(value: object, names: readonly string[], pointer: string): ReadonlySet<string> {
    const missingNames = names.filter((name) => !Object.hasOwn(value, name));
    const misspeltNames = new Set<string>();
    for (const unknownName of Object.keys(value)) {
      if (names.includes(unknownName) || unknownName === SCHEMA_LINK) continue;
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

/** Describes a value for use in a message: a quoted string, a number, or e.g. "a list". */
function describeValue(value: unknown): string | Phrase {
  if (Array.isArray(value)) return { code: "value-list" };
  if (isRecord(value)) return { code: "value-group" };
  return typeof value === "string" ? quotedExcerpt(value) : String(value);
}

/** Returns a string in quotation marks, escaped as in JSON. Truncates long strings between two code points. */
export function quotedExcerpt(text: string): string {
  const characters = [...text.slice(0, 2 * QUOTED_LENGTH_MAX + 2)];
  if (characters.length <= QUOTED_LENGTH_MAX) return JSON.stringify(text);
  return JSON.stringify(`${characters.slice(0, QUOTED_LENGTH_MAX).join("")}…`);
}
