/**
 * Holds a value to a schema, and says everything that is wrong with it to somebody who is no programmer.
 *
 * It reads as much of JSON Schema as schema.ts writes.
 */

import { pointerTo } from "../json/json.ts";
import { closest } from "../suggest.ts";
import { type JsonSchema, type Leaf, leafOf } from "./schema.ts";

export interface Problem {
  /** An RFC 6901 pointer to the value. */
  readonly pointer: string;
  /** A sentence about the field, without its name or place: "must be …, not …". */
  readonly message: string;
}

/**
 * The value in the schema's order, with its constants, and with a stand-in for whatever the schema refuses: to look for
 * more that is wrong, and not to be served then.
 *
 * @param found is given everything that is wrong; a field that is misspelt is told once, and not again as missing
 */
export function examine(schema: JsonSchema, value: unknown, found: Problem[], pointer = ""): unknown {
  const leaf = leafOf(schema);
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const tell = (message: string) => void found.push({ pointer, message });
  if (leaf !== undefined) {
    const message = leafProblem(schema, leaf, value);
    if (message === undefined) return value;
    tell(message);
    return leaf.standIn;
  }
  if (items === undefined) {
    if (isObject(value)) return examineMembers(schema, value, found, pointer);
    tell(`must be a group of fields in { }, not ${shown(value)}`);
    return examine(schema, {}, []);
  }
  if (!Array.isArray(value)) {
    tell(`must be a list in [ ], not ${shown(value)}`);
    return examine(schema, [], []);
  }
  if (value.length < minItems) tell(`must have ${minItems} or more entries, not ${value.length}`);
  if (value.length > maxItems) tell(`must have ${maxItems} or fewer entries, not ${value.length}`);
  // An entry that is not sound is left out: what stood in for it would be looked for, as its picture.
  const sound: readonly unknown[] = value.flatMap((each, index) => {
    const before = found.length;
    const entry = examine(items, each, found, `${pointer}/${index}`);
    return found.length === before ? [entry] : [];
  });
  return [...sound.slice(0, maxItems), ...Array.from({ length: minItems - sound.length }, () => examine(items, undefined, []))];
}

function examineMembers({ required = [], properties = {} }: JsonSchema, fields: Fields, found: Problem[], pointer: string): Fields {
  const known = Object.keys(properties);
  const misspelt = new Set<string | undefined>();
  for (const name of Object.keys(fields)) {
    // The last tells editors where the schema is.
    if (Object.hasOwn(properties, name) || name === "$schema") continue;
    const near = closest(name, known.filter((each) => !Object.hasOwn(fields, each)));
    misspelt.add(near);
    const advice = near === undefined ? `the fields here are ${known.join(", ")}; what has no field can be said on a page` : `did you mean "${near}"?`;
    found.push({ pointer: pointer + pointerTo([name]), message: `is not a known field; ${advice}` });
  }
  const sound = Object.entries(properties).flatMap(([name, schema]) => {
    if (Object.hasOwn(fields, name)) return [[name, examine(schema, fields[name], found, `${pointer}/${name}`)]];
    if (!required.includes(name)) return [];
    if (schema.const === undefined && !misspelt.has(name)) found.push({ pointer, message: `lacks the field "${name}"` });
    return [[name, examine(schema, undefined, [])]];
  });
  return Object.fromEntries(sound);
}

function leafProblem(schema: JsonSchema, leaf: Leaf, value: unknown): string | undefined {
  if (!leaf.accepts(value)) return `must be ${leaf.words}, not ${shown(value)}${advice(schema, leaf, value)}`;
  const unseen = typeof value === "string" ? UNSEEN.exec(value)?.[0] : undefined;
  const code = unseen?.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return code === undefined ? undefined : `has an invisible character (U+${code}) in it: remove it, or write the text anew`;
}

/** Controls, breaks of other kinds, halves of characters: they come along when text is copied, and break what is made of it. */
const UNSEEN = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as the owner sees it in the file, cut short when it is long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "a group of fields in { }";
  if (typeof value !== "string") return String(value);
  const characters = [...value.slice(0, 2 * SHOWN_MAX + 2)];
  return JSON.stringify(characters.length > SHOWN_MAX ? `${characters.slice(0, SHOWN_MAX).join("")}…` : value);
}

const SHOWN_MAX = 60;

/** For a value that shows what its writer meant: `"3"`, `"4,8"`, `"oui"`, `"FR"`. */
function advice({ type, const: constant, enum: words = [], minimum }: JsonSchema, { accepts }: Leaf, value: unknown): string {
  if (typeof value === "number") return minimum === -90 ? "; perhaps latitude and longitude are swapped" : "";
  if (typeof value !== "string" || value.trim() === "" || constant !== undefined) return "";
  const word = value.trim();
  if (type !== "string") {
    const meant = YES.test(word) ? true : NO.test(word) ? false : Number(word.replace(",", "."));
    return accepts(meant) ? `: write ${meant}, without quotation marks` : "";
  }
  const near = [word, word.toLowerCase(), word.toUpperCase(), closest(word, words), `https://${word}`].find(accepts);
  return near === undefined ? "" : `: write "${near}"`;
}

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[ií]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;
