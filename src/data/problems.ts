/**
 * Holds a value to a schema, and says everything that is wrong with it to somebody who is no programmer.
 *
 * It reads as much of JSON Schema as schema.ts writes, and changes no value.
 */
import { closest } from "../suggest.ts";
import { formOf, type JsonSchema, type Schema, TEXT } from "./schema.ts";

export interface Problem {
  /** An RFC 6901 pointer to the value. */
  readonly pointer: string;
  /** What to point at: the value itself, or the name of the member that holds it. */
  readonly of: "value" | "key";
  /** A sentence about the field, without its name or place: "must be …, not …". */
  readonly message: string;
}

export function conforms<T>(schema: Schema<T>, value: unknown): value is T {
  return problems(schema, value).length === 0;
}

/** Everything that is wrong with a value; a field that is misspelt is told once, as misspelt, and not again as missing. */
export function problems(schema: JsonSchema, value: unknown, pointer = ""): Problem[] {
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) {
    const found = value === null ? [] : problems(choice, value, pointer);
    return found.map((each) => ({ ...each, message: each.message.replace(/, not /, " (or null), not ") }));
  }
  const problem = (message: string): Problem => ({ pointer, of: "value", message });
  const { items, minItems = 0, properties } = schema;
  if (items !== undefined) {
    if (!Array.isArray(value)) return [problem(`must be a list in [ ], not ${shown(value)}`)];
    const least = `${minItems} ${minItems === 1 ? "entry" : "entries"}`;
    const short = value.length < minItems ? [problem(`must have at least ${least}, not ${value.length}`)] : [];
    return [...short, ...value.flatMap((each, index) => problems(items, each, `${pointer}/${index}`))];
  }
  if (properties !== undefined) {
    if (!isObject(value)) return [problem(`must be a group of fields in { }, not ${shown(value)}`)];
    return memberProblems(schema, properties, value, pointer);
  }
  if (!accepts(schema, value)) return [problem(`must be ${wanted(schema)}, not ${shown(value)}${advice(schema, value)}`)];
  const [unseen] = typeof value === "string" ? (UNSEEN.exec(value) ?? []) : [];
  if (unseen === undefined) return [];
  const code = unseen.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return [problem(`has an invisible character (U+${code}) in it: remove it, or write the text anew`)];
}

/** Controls, breaks of other kinds, halves of characters: they come along when text is copied, and break what is made of it. */
const UNSEEN = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb\p{Cs}]/u;

function memberProblems({ required = [] }: JsonSchema, known: JsonSchema["properties"] & {}, value: Fields, pointer: string): Problem[] {
  const child = (name: string): string => `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const names = Object.keys(known);
  const absent = names.filter((name) => !Object.hasOwn(value, name));
  const misspelt = new Set<string>();
  const strange: Problem[] = [];
  const found = Object.entries(value).flatMap(([name, each]) => {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    if (schema !== undefined) return problems(schema, each, child(name));
    const near = closest(name, absent);
    if (near !== undefined) misspelt.add(near);
    const advice = near === undefined ? `the fields here are ${names.join(", ")}; what has no field can be said on a page` : `did you mean "${near}"?`;
    strange.push({ pointer: child(name), of: "key", message: `is not a known field; ${advice}` });
    return [];
  });
  const missing = required.filter((name) => absent.includes(name) && !misspelt.has(name));
  return [...found, ...strange, ...missing.map((name): Problem => ({ pointer, of: "value", message: `lacks the field "${name}"` }))];
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value that is no list and no group is what the schema wants. */
function accepts(schema: JsonSchema, value: unknown): boolean {
  const { type, enum: words, pattern = "", minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.const !== undefined) return value === schema.const;
  if (words !== undefined) return words.some((each) => each === value);
  if (type === "boolean") return typeof value === "boolean";
  if (type !== "string") return typeof value === "number" && value >= minimum && value <= maximum && (type === "number" || Number.isInteger(value));
  if (typeof value !== "string") return false;
  // What has a form is short, and a pattern may take time that grows with the square of a text.
  if (pattern !== TEXT.pattern && value.length > FORM_LENGTH_MAX) return false;
  return new RegExp(pattern, "u").test(value) && (formOf(schema).accepts?.(value) ?? true);
}

const FORM_LENGTH_MAX = 2000;

/** What a schema wants, in words. */
export function wanted(schema: JsonSchema): string {
  const { type, enum: words, minimum, maximum } = schema;
  if (schema.const !== undefined) return `"${schema.const}"`;
  if (words !== undefined) return `one of ${words.map((each) => `"${each}"`).join(", ")}`;
  if (type === "boolean") return "true or false";
  if (type !== "string") return `a ${type === "integer" ? "whole " : ""}number from ${minimum} to ${maximum}`;
  const { words: form, example } = formOf(schema);
  return `${form}, such as "${example}"`;
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
function advice(schema: JsonSchema, value: unknown): string {
  if (typeof value === "number") return schema.minimum === -90 ? "; perhaps latitude and longitude are swapped" : "";
  if (typeof value !== "string" || schema.const !== undefined) return "";
  const word = value.trim();
  if (word === "") return schema.pattern === TEXT.pattern ? ", which is empty" : "";
  if (schema.type !== "string") {
    const meant = YES.test(word) ? true : NO.test(word) ? false : Number(word.replace(",", "."));
    return accepts(schema, meant) ? `: write ${meant}, without quotation marks` : "";
  }
  const readings = [word, word.toLowerCase(), word.toUpperCase(), closest(word, schema.enum ?? []), `https://${word}`];
  const near = readings.find((each) => each !== undefined && accepts(schema, each));
  return near === undefined ? "" : `: write "${near}"`;
}

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[ií]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;

/**
 * The value with a stand-in for whatever the schema refuses, so that the sound rest can be used to look for more that
 * is wrong. Not to be served.
 */
export function mended(schema: JsonSchema, value: unknown): unknown {
  const { items, minItems = 0, properties, required = [] } = schema;
  if (items !== undefined) {
    // An entry that is not sound is left out: what stood in for it would be looked for, as its picture.
    const entries = Array.isArray(value) ? value.filter((each) => problems(items, each).length === 0) : [];
    return [...entries, ...Array<unknown>(Math.max(0, minItems - entries.length))].map((each) => mended(items, each));
  }
  if (properties !== undefined) {
    const fields = isObject(value) ? value : {};
    const kept = Object.entries(properties).filter(([name]) => Object.hasOwn(fields, name) || required.includes(name));
    return Object.fromEntries(kept.map(([name, each]) => [name, mended(each, fields[name])]));
  }
  if (problems(schema, value).length === 0) return value;
  if (schema.type !== "string") return schema.anyOf === undefined ? (schema.minimum ?? false) : null;
  return schema.const ?? schema.enum?.[0] ?? formOf(schema).example;
}
