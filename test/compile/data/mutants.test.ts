/**
 * Mutates every field of every data file in every way that its schema forbids. Each mutant must have exactly one
 * finding, with the line of the mutation.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FILES } from "../../../src/compile/data/datasets.ts";
import { loadDataFolder, sampleText, withDataCopy } from "../../support/damage.ts";
import { temporaryFolder } from "../../support/folder.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Schema = Readonly<Record<string, unknown>>;

/** A value in a file, its schema, and a function that replaces it. */
interface Spot {
  readonly pointer: string;
  readonly value: Json;
  readonly schema: Schema;
  /** Returns the whole file with another value here, or without the property if the value is undefined. */
  readonly replaced: (value: Json | undefined) => Json;
  /** Undefined unless the value is a property of an object. */
  readonly member?: { readonly isRequired: boolean; readonly renamed: (name: string) => Json };
}

interface Mutant {
  readonly name: string;
  readonly root: Json;
  /** Pointer to the value whose line the finding must have. */
  readonly pointer: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function part(schema: Schema, name: string): Schema {
  const value = schema[name];
  assert.ok(isRecord(value), `the schema has ${name}`);
  return value;
}

/** Only the first, middle and last entries of an array are mutated, because all entries have the same schema. */
function isSampled(index: number, length: number): boolean {
  return index === 0 || index === length >> 1 || index === length - 1;
}

/** Returns a value and all values nested in it. */
function spots(value: Json, schema: Schema, pointer = "", whole: Spot["replaced"] = (root) => root ?? null): Spot[] {
  const found: Spot[] = [{ pointer, value, schema, replaced: whole }];
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const inner = items.flatMap((item, index) =>
      isSampled(index, items.length)
        ? spots(item, part(schema, "items"), `${pointer}/${index}`, (other) =>
            whole(items.toSpliced(index, 1, ...(other === undefined ? [] : [other]))),
          )
        : [],
    );
    return [...found, ...inner];
  }
  if (!isRecord(value)) return found;
  const required = schema["required"];
  const entries = Object.entries(value).filter(([name]) => name !== "$schema");
  const inner = entries.flatMap(([name, member]) => {
    const rewritten = (key: string, other: Json | undefined) =>
      whole(
        Object.fromEntries(
          entries.flatMap(([k, v]) => (k !== name ? [[k, v]] : other === undefined ? [] : [[key, other]])),
        ),
      );
    const [own, ...deeper] = spots(member, part(part(schema, "properties"), name), `${pointer}/${name}`, (other) =>
      rewritten(name, other),
    );
    assert.ok(own !== undefined);
    const isRequired = Array.isArray(required) && required.includes(name);
    return [{ ...own, member: { isRequired, renamed: (key: string) => rewritten(key, member) } }, ...deeper];
  });
  return [...found, ...inner];
}

const OTHER_TYPES: readonly Json[] = [null, true, 7, -1.5, "text", "", [], {}, [null], { text: 1 }];

function typesOf(schema: Schema): unknown[] {
  const choices = schema["anyOf"];
  return Array.isArray(choices) ? choices.flatMap(typesOf) : [schema["type"]];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Returns invalid values of the right type. */
function refused({ value, schema }: Spot): Json[] {
  const { type, minimum, maximum, format, pattern, minItems, maxItems } = schema;
  const found: Json[] = [];
  if (typeof minimum === "number") found.push(minimum - 1, minimum - 0.5);
  if (typeof maximum === "number") found.push(maximum + 1, maximum + 0.5, 1e300);
  if (type === "integer") found.push(2.5);
  if (format === "date")
    found.push("2026-02-30", "2026-13-01", "2026-1-1", "20260101", "tomorrow", "2026-01-01T00:00:00Z");
  if (format === "uri")
    found.push("http://a.example/", "a.example", "https://", "https://a.example/b c", "/a", "mailto:", "tel:x");
  if (format === "uri" && !String(pattern).includes("mailto:")) found.push("mailto:a@a.example", "tel:+441632960147");
  if (pattern !== undefined) found.push("", " ", "\n");
  if (typeof value === "string" && pattern !== undefined && pattern !== "\\S")
    found.push(`${value} ?`, ` ${value}`, `"${value}"`);
  if (typeof minItems === "number") found.push([]);
  // A list of 100,001 reviews takes longer to check than all other mutants together.
  const isShort = typeof maxItems === "number" && maxItems <= 10_000;
  if (isShort && Array.isArray(value)) found.push(Array(maxItems + 1).fill(value[0] ?? "word"));
  return found;
}

function swapLetters(name: string): string {
  const at = [...name].findIndex((letter, index) => index > 0 && letter !== name[index - 1]);
  return name.slice(0, at - 1) + name.charAt(at) + name.charAt(at - 1) + name.slice(at + 1);
}

function valueMutants(spot: Spot): Mutant[] {
  const types = typesOf(spot.schema);
  const isNumeric = types.includes("integer") || types.includes("number");
  const fits = (value: Json) => types.includes(typeOf(value)) || (isNumeric && typeof value === "number");
  const values = [...OTHER_TYPES.filter((value) => !fits(value)), ...refused(spot)];
  return values.map((value) => ({ name: JSON.stringify(value), root: spot.replaced(value), pointer: spot.pointer }));
}

function memberMutants({ pointer, value, replaced, member }: Spot): Mutant[] {
  if (member === undefined) return [];
  const around = pointer.slice(0, pointer.lastIndexOf("/"));
  const name = pointer.slice(around.length + 1);
  // Names of two letters are too short to be recognised as misspelt, so they are reported as missing too.
  const misspelt = [swapLetters(name), name.slice(0, -1), `${name}s`, name.toUpperCase(), ` ${name}`].filter(
    (key) => key.length > 2,
  );
  const found = misspelt.map((key) => ({
    name: `misspelt ${key}`,
    root: member.renamed(key),
    pointer: `${around}/${key}`,
  }));
  if (member.isRequired) found.push({ name: "left out", root: replaced(undefined), pointer: around });
  if (isRecord(value))
    found.push({ name: "one member too many", root: replaced({ ...value, zebra: 1 }), pointer: `${pointer}/zebra` });
  return found;
}

interface Written {
  readonly text: string;
  readonly lines: ReadonlyMap<string, number>;
}

/** Formats JSON with each value on its own line, and returns the line numbers, keyed by pointer. */
function written(root: Json): Written {
  const lines = new Map<string, number>();
  let text = "";
  let line = 1;
  const write = (value: Json, pointer: string): void => {
    lines.set(pointer, line);
    if (typeof value !== "object" || value === null) return void (text += JSON.stringify(value));
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    text += open;
    for (const [index, [name, each]] of Object.entries(value).entries()) {
      text += index === 0 ? "\n" : ",\n";
      line += 1;
      if (!Array.isArray(value)) text += `${JSON.stringify(name)}: `;
      write(each, `${pointer}/${name}`);
    }
    text += close;
  };
  write(root, "");
  return { text, lines };
}

for (const {
  name,
  schema: { required = [], ...schema },
  defaults,
} of FILES) {
  test(`every mutation of a field of ${name}.json is reported once, with its line`, () => {
    const sample: Json = JSON.parse(sampleText(name));
    const mutants = spots(sample, {
      ...schema,
      required: required.filter((field) => !Object.hasOwn(defaults?.("") ?? {}, field)),
    }).flatMap((spot) => [...valueMutants(spot), ...memberMutants(spot)]);
    assert.ok(mutants.length >= 40, `${mutants.length} mutants are enough to mean something`);
    // The other files are missing from the folder, because reading them for each mutant would take too long.
    const directory = temporaryFolder();
    for (const { name: damage, root, pointer } of mutants) {
      const { text, lines } = written(root);
      writeFileSync(join(directory, `${name}.json`), text);
      const findings = loadDataFolder(directory).findings.filter(({ file }) => file === `data/${name}.json`);
      const places = findings.map(({ line, level }) => ({ line, level }));
      assert.deepEqual(places, [{ line: lines.get(pointer), level: "error" }], `${pointer}: ${damage}`);
    }
  });

  test(`${name}.json is the same after reformatting`, () => {
    const sample: Json = JSON.parse(sampleText(name));
    withDataCopy((directory) => {
      const before = loadDataFolder(directory).facts;
      assert.notEqual(before, undefined);
      writeFileSync(join(directory, `${name}.json`), written(sample).text);
      assert.deepEqual(loadDataFolder(directory).facts, before);
    });
  });
}
