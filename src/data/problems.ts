/**
 * Holds a value to a schema, and says everything that is wrong with it to somebody who is no programmer.
 *
 * It reads as much of JSON Schema as schema.ts writes, and changes no value.
 */

import { closest } from "../suggest.ts";
import { type JsonSchema, type Leaf, leafOf, TEXT } from "./schema.ts";

export interface Problem {
  /** An RFC 6901 pointer to the value. */
  readonly pointer: string;
  /** What to point at: the value itself, or the name of the member that holds it. */
  readonly of: "value" | "key";
  /** A sentence about the field, without its name or place: "must be …, not …". */
  readonly message: string;
}

/** Everything that is wrong with a value; a field that is misspelt is told once, as misspelt, and not again as missing. */
export function problems(schema: JsonSchema, value: unknown, pointer = ""): Problem[] {
  const problem = (message: string): Problem[] => [{ pointer, of: "value", message }];
  const leaf = leafOf(schema);
  const { items, minItems = 0 } = schema;
  if (leaf !== undefined) {
    if (!leaf.accepts(value)) return problem(`must be ${leaf.words}, not ${shown(value)}${advice(schema, leaf, value)}`);
    const unseen = typeof value === "string" ? value.search(UNSEEN) : -1;
    if (unseen === -1) return [];
    const code = String(value).charCodeAt(unseen).toString(16).toUpperCase().padStart(4, "0");
    return problem(`has an invisible character (U+${code}) in it: remove it, or write the text anew`);
  }
  if (items === undefined) {
    return isObject(value) ? memberProblems(schema, value, pointer) : problem(`must be a group of fields in { }, not ${shown(value)}`);
  }
  if (!Array.isArray(value)) return problem(`must be a list in [ ], not ${shown(value)}`);
  const least = `${minItems} ${minItems === 1 ? "entry" : "entries"}`;
  const short = value.length < minItems ? problem(`must have at least ${least}, not ${value.length}`) : [];
  return [...short, ...value.flatMap((each, index) => problems(items, each, `${pointer}/${index}`))];
}

/** Controls, breaks of other kinds, halves of characters: they come along when text is copied, and break what is made of it. */
const UNSEEN = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb\p{Cs}]/u;

function memberProblems({ required = [], properties = {} }: JsonSchema, value: Fields, pointer: string): Problem[] {
  const child = (name: string): string => `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const known = new Map(Object.entries(properties));
  const absent = [...known.keys()].filter((name) => !Object.hasOwn(value, name));
  const misspelt = new Set<string | undefined>();
  const strange: Problem[] = [];
  const found = Object.entries(value).flatMap(([name, each]) => {
    const schema = known.get(name);
    if (schema !== undefined) return problems(schema, each, child(name));
    const near = closest(name, absent);
    misspelt.add(near);
    const fields = `the fields here are ${[...known.keys()].join(", ")}; what has no field can be said on a page`;
    strange.push({ pointer: child(name), of: "key", message: `is not a known field; ${near === undefined ? fields : `did you mean "${near}"?`}` });
    return [];
  });
  const missing = required.filter((name) => absent.includes(name) && !misspelt.has(name));
  return [...found, ...strange, ...missing.map((name): Problem => ({ pointer, of: "value", message: `lacks the field "${name}"` }))];
}

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
function advice({ type, const: constant, enum: words = [], pattern, minimum }: JsonSchema, { accepts }: Leaf, value: unknown): string {
  if (typeof value === "number") return minimum === -90 ? "; perhaps latitude and longitude are swapped" : "";
  if (typeof value !== "string" || constant !== undefined) return "";
  const word = value.trim();
  if (word === "") return pattern === TEXT.pattern ? ", which is empty" : "";
  if (type !== "string") {
    const meant = YES.test(word) ? true : NO.test(word) ? false : Number(word.replace(",", "."));
    return accepts(meant) ? `: write ${meant}, without quotation marks` : "";
  }
  const near = [word, word.toLowerCase(), word.toUpperCase(), closest(word, words), `https://${word}`].find(accepts);
  return near === undefined ? "" : `: write "${near}"`;
}

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[ií]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;

/** The value with a stand-in for whatever the schema refuses, to look for more that is wrong; not to be served. */
export function mended(schema: JsonSchema, value: unknown): unknown {
  const leaf = leafOf(schema);
  const { items, minItems = 0, properties = {}, required = [] } = schema;
  if (leaf !== undefined) return problems(schema, value).length === 0 ? value : leaf.standIn;
  if (items !== undefined) {
    // An entry that is not sound is left out: what stood in for it would be looked for, as its picture.
    const sound: readonly unknown[] = Array.isArray(value) ? value.filter((each) => problems(items, each).length === 0) : [];
    return [...sound, ...Array.from({ length: Math.max(0, minItems - sound.length) }, () => mended(items, undefined))];
  }
  const fields = isObject(value) ? value : {};
  const kept = Object.entries(properties).filter(([name]) => Object.hasOwn(fields, name) || required.includes(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, mended(each, fields[name])]));
}
