/**
 * Validates the parsed value of a data file against its schema, and normalises it.
 *
 * It supports only schemas created by `schema.ts`. It knows nothing about files or where values are located in them.
 */

import { pointerTo, withAncestors } from "../json/json.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { type JsonSchema, type Scalar, scalarOf } from "./schema.ts";
import { isObject, type JsonObject } from "./values.ts";

/** Maximum length of a text that a message quotes, in characters. */
const EXCERPT_LENGTH_MAX = 60;

/** A message about an invalid value. The caller fills in the placeholder `{field}`. */
export interface Problem extends Phrase {
  /** JSON pointer of the value (RFC 6901). */
  readonly pointer: string;
  readonly values: PhraseValues;
}

/**
 * Returns all problems of a value. A misspelt field is not also reported as missing.
 *
 * @param pointer JSON pointer of the value in its file
 */
export function validate(schema: JsonSchema, value: unknown, pointer = ""): Problem[] {
  const scalar = scalarOf(schema);
  if (scalar !== undefined) return validateScalar(scalar, value, pointer);
  return schema.items === undefined ? validateRecord(schema, value, pointer) : validateList(schema, value, pointer);
}

function problem(pointer: string, code: MessageCode, values: PhraseValues): Problem {
  return { pointer, code, values };
}

function validateScalar(scalar: Scalar, value: unknown, pointer: string): Problem[] {
  const { accepts, expected } = scalar;
  if (!accepts(value)) {
    return [problem(pointer, "field-invalid", { expected, found: describeValue(value), hint: hintFor(scalar, value) })];
  }
  const invisible = typeof value === "string" ? INVISIBLE.exec(value)?.[0] : undefined;
  if (invisible === undefined) return [];
  const codePoint = invisible.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return [problem(pointer, "field-invisible-character", { character: `U+${codePoint}` })];
}

/** A control character, Unicode line break or lone surrogate. They are pasted by accident and invalid in the output. */
const INVISIBLE = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

/** Returns a hint that names the value to write, or the schema's hint for invalid numbers, or "". */
function hintFor({ accepts, correct, hint }: Scalar, value: unknown): Phrase | "" {
  const corrected = typeof value === "string" ? correct?.(value) : undefined;
  const isCorrected = accepts(corrected);
  if (!isCorrected) return typeof value === "number" && hint !== undefined ? hint : "";
  if (typeof corrected === "string") return { code: "hint-write", values: { value: `"${corrected}"` } };
  return { code: "hint-write-unquoted", values: { value: String(corrected) } };
}

function validateList(schema: JsonSchema, value: unknown, pointer: string): Problem[] {
  const { items = {}, minItems: minimum = 0, maxItems: maximum = Infinity } = schema;
  if (!Array.isArray(value)) return [problem(pointer, "field-not-list", { found: describeValue(value) })];
  const count = value.length;
  // Skip the entries of a list that is too long, because they could produce too many problems to be useful.
  if (count > maximum) return [problem(pointer, "list-too-long", { maximum, count })];
  const lengthProblems = count < minimum ? [problem(pointer, "list-too-short", { minimum, count })] : [];
  const entryProblems = value.map((entry, index) => validate(items, entry, `${pointer}/${index}`));
  return [...lengthProblems, ...entryProblems.flat()];
}

function validateRecord(schema: JsonSchema, value: unknown, pointer: string): Problem[] {
  if (!isObject(value)) return [problem(pointer, "field-not-group", { found: describeValue(value) })];
  const { required = [], properties = {} } = schema;
  const problems: Problem[] = [];
  /** Fields that are present under a misspelt name. */
  const misspeltFields = new Set<string>();
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name) || name === SCHEMA_LINK) continue;
    const memberPointer = pointer + pointerTo([name]);
    const field = intendedField(name, value, properties);
    if (field === undefined) {
      problems.push(problem(memberPointer, "field-unknown", { names: Object.keys(properties).join(", ") }));
    } else {
      misspeltFields.add(field);
      problems.push(problem(memberPointer, "field-misspelt", { name: field }));
    }
  }
  for (const [name, member] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) {
      // Not push(...problems), because a long list may have more problems than a call can have arguments.
      for (const found of validate(member, value[name], `${pointer}/${name}`)) problems.push(found);
      continue;
    }
    const isMissing = required.includes(name) && member.const === undefined && !misspeltFields.has(name);
    if (isMissing) problems.push(problem(pointer, "field-missing", { name }));
  }
  return problems;
}

/** Member in which an owner's file names its schema for editors. */
const SCHEMA_LINK = "$schema";

/** Returns the missing field that an unknown name is probably a misspelling of. */
function intendedField(name: string, value: JsonObject, properties: object): string | undefined {
  const absent = Object.keys(properties).filter((known) => !Object.hasOwn(value, known));
  return closest(name, absent);
}

/** Describes a value for a message: a text in quotation marks, a number, or "a list". */
function describeValue(value: unknown): string | Phrase {
  if (Array.isArray(value)) return { code: "value-list" };
  if (isObject(value)) return { code: "value-group" };
  return typeof value === "string" ? quoted(value) : String(value);
}

/** Returns a text in quotation marks, with escapes as in JSON. Long texts are cut, but never within a character. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH_MAX + 2)];
  if (characters.length <= EXCERPT_LENGTH_MAX) return JSON.stringify(text);
  return JSON.stringify(`${characters.slice(0, EXCERPT_LENGTH_MAX).join("")}…`);
}

/**
 * Returns a copy of a value with its fields in the order of the schema, its constants added, and its texts in Unicode's
 * normal form C, because macOS may write "ü" as two characters.
 *
 * If there are problems, invalid values are replaced by placeholders, so that the remaining checks can run, and invalid
 * list entries are removed. Such a result must not be served.
 *
 * @param problems the problems that `validate` found in the value
 */
export function normalize(schema: JsonSchema, value: unknown, problems: readonly Problem[]): unknown {
  const invalidPointers = new Set(problems.flatMap(({ pointer }) => withAncestors(pointer)));
  return normalizeAt(schema, value, invalidPointers, "");
}

/** @param invalid JSON pointers of all invalid values and their ancestors */
function normalizeAt(schema: JsonSchema, value: unknown, invalid: ReadonlySet<string>, pointer: string): unknown {
  const scalar = scalarOf(schema);
  if (scalar === undefined) {
    if (schema.items === undefined) return normalizeRecord(schema, value, invalid, pointer);
    return normalizeList(schema, schema.items, value, invalid, pointer);
  }
  const isUsable = value !== undefined && !invalid.has(pointer);
  const usable = isUsable ? value : scalar.placeholder;
  return typeof usable === "string" ? usable.normalize("NFC") : usable;
}

function normalizeList(
  { minItems = 0, maxItems }: JsonSchema,
  items: JsonSchema,
  value: unknown,
  invalid: ReadonlySet<string>,
  pointer: string,
): unknown[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxItems) : [];
  const normalized: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const entryPointer = `${pointer}/${index}`;
    // Remove an invalid entry, because a placeholder for it could cause further errors, e.g. a missing picture.
    if (!invalid.has(entryPointer)) normalized.push(normalizeAt(items, entry, invalid, entryPointer));
  }
  while (normalized.length < minItems) normalized.push(normalizeAt(items, undefined, invalid, pointer));
  return normalized;
}

function normalizeRecord(schema: JsonSchema, value: unknown, invalid: ReadonlySet<string>, pointer: string): object {
  const { required = [], properties = {} } = schema;
  const fields: JsonObject = isObject(value) ? value : {};
  const names = Object.keys(properties).filter((name) => Object.hasOwn(fields, name) || required.includes(name));
  const members = names.map((name) => {
    const member = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, normalizeAt(properties[name] ?? {}, member, invalid, `${pointer}/${name}`)];
  });
  return Object.fromEntries(members);
}
