/**
 * Validates a value against a schema. The sentences are for owners who are no programmers.
 *
 * It reads the part of JSON Schema that `schema.ts` writes. It knows neither files nor places in them.
 */

import { pointerTo, withAncestors } from "../json/json.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { type JsonSchema, type Scalar, scalarOf } from "./schema.ts";
import { isObject, type JsonObject } from "./values.ts";

/** Excerpts of values are cut to so many characters. */
const EXCERPT_LENGTH_MAX = 60;

/** A sentence about the value at an RFC 6901 pointer. Its placeholder `{field}` is left to whoever knows the file. */
export interface Problem extends Phrase {
  readonly pointer: string;
  readonly values: PhraseValues;
}

/** Returns every problem of a value in the order of the schema. A misspelt field is not reported as missing too. */
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
  const code = invisible.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return [problem(pointer, "field-invisible-character", { character: `U+${code}` })];
}

/** Control characters, Unicode line breaks and lone surrogates. They are pasted in by accident and break the output. */
const INVISIBLE = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

function hintFor({ accepts, correct, hint }: Scalar, value: unknown): Phrase | "" {
  const corrected = typeof value === "string" ? correct?.(value) : undefined;
  if (!accepts(corrected)) return typeof value === "number" ? (hint ?? "") : "";
  if (typeof corrected === "string") return { code: "hint-write", values: { value: `"${corrected}"` } };
  return { code: "hint-write-unquoted", values: { value: String(corrected) } };
}

function validateList(schema: JsonSchema, value: unknown, pointer: string): Problem[] {
  const { items = {}, minItems: minimum = 0, maxItems: maximum = Infinity } = schema;
  if (!Array.isArray(value)) return [problem(pointer, "field-not-list", { found: describeValue(value) })];
  const count = value.length;
  // The entries of a list that is too long are not looked at: that many problems help nobody.
  if (count > maximum) return [problem(pointer, "list-too-long", { maximum, count })];
  const ofLength = count < minimum ? [problem(pointer, "list-too-short", { minimum, count })] : [];
  const ofEntries = value.map((entry, index) => validate(items, entry, `${pointer}/${index}`));
  return [...ofLength, ...ofEntries.flat()];
}

function validateRecord(schema: JsonSchema, value: unknown, pointer: string): Problem[] {
  if (!isObject(value)) {
    return [problem(pointer, "field-not-group", { found: describeValue(value) })];
  }
  const { required = [], properties = {} } = schema;
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name) && name !== SCHEMA_LINK);
  const meant = new Map(unknown.map((name) => [name, meantField(name, value, properties)]));
  const misspelt = new Set(meant.values());
  const ofUnknown = [...meant].map(([name, known]) => {
    const memberPointer = pointer + pointerTo([name]);
    if (known !== undefined) return problem(memberPointer, "field-misspelt", { name: known });
    return problem(memberPointer, "field-unknown", { names: Object.keys(properties).join(", ") });
  });
  const ofKnown = Object.entries(properties).map(([name, member]) => {
    if (Object.hasOwn(value, name)) return validate(member, value[name], `${pointer}/${name}`);
    const isMissing = required.includes(name) && member.const === undefined && !misspelt.has(name);
    return isMissing ? [problem(pointer, "field-missing", { name })] : [];
  });
  return [...ofUnknown, ...ofKnown.flat()];
}

/** The member by which editors find the schema of a file. */
const SCHEMA_LINK = "$schema";

/** Returns the absent field that an unknown name probably stands for. */
function meantField(name: string, value: JsonObject, properties: object): string | undefined {
  const absent = Object.keys(properties).filter((known) => !Object.hasOwn(value, known));
  return closest(name, absent);
}

/** Describes a value as the owner sees it in the file. Long texts are cut. */
export function describeValue(value: unknown): string | Phrase {
  if (Array.isArray(value)) return { code: "value-list" };
  if (isObject(value)) return { code: "value-group" };
  return typeof value === "string" ? quoted(value) : String(value);
}

/** Returns a text in quotation marks, with control characters escaped, cut between two characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH_MAX + 2)];
  if (characters.length <= EXCERPT_LENGTH_MAX) return JSON.stringify(text);
  return JSON.stringify(`${characters.slice(0, EXCERPT_LENGTH_MAX).join("")}…`);
}

/**
 * Returns the value in the order of the schema, with its constants, and with texts in Unicode's normal form C, because
 * a Mac may write "ü" as two characters. Invalid values become placeholders, so that the
 * remaining checks can run; the result must not be served then. Invalid entries of lists are dropped, because a
 * placeholder would cause further errors, such as a missing picture.
 */
export function normalize(schema: JsonSchema, value: unknown, problems: readonly Problem[]): unknown {
  return normalizeAt(schema, value, new Set(problems.flatMap(({ pointer }) => withAncestors(pointer))), "");
}

/** @param invalid the pointers of all problems and of the values around them */
function normalizeAt(schema: JsonSchema, value: unknown, invalid: ReadonlySet<string>, pointer: string): unknown {
  const { items, minItems = 0, maxItems, required = [], properties = {} } = schema;
  const scalar = scalarOf(schema);
  if (scalar !== undefined) {
    const valid = value === undefined || invalid.has(pointer) ? scalar.placeholder : value;
    return typeof valid === "string" ? valid.normalize("NFC") : valid;
  }
  if (items !== undefined) {
    const entries: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxItems) : [];
    const valid = entries.flatMap((entry, index) => {
      const entryPointer = `${pointer}/${index}`;
      return invalid.has(entryPointer) ? [] : [normalizeAt(items, entry, invalid, entryPointer)];
    });
    while (valid.length < minItems) valid.push(normalizeAt(items, undefined, invalid, pointer));
    return valid;
  }
  const fields: JsonObject = isObject(value) ? value : {};
  const names = Object.keys(properties).filter((name) => Object.hasOwn(fields, name) || required.includes(name));
  const members = names.map((name) => {
    const member = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, normalizeAt(properties[name] ?? {}, member, invalid, `${pointer}/${name}`)];
  });
  return Object.fromEntries(members);
}
