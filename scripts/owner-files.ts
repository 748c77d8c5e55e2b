/**
 * Writes what helps an owner to fill in `data/`: a JSON Schema for each file, by which editors complete names and
 * underline mistakes, and `data/README.md`, which explains every field.
 *
 * Everything is derived from the schemas that the program checks by, but for the examples. A test compares the files.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FILES } from "../src/compile/data/datasets.ts";
import { type JsonSchema, scalarOf, TEXT } from "../src/compile/data/schema.ts";
import { sentence } from "../src/compile/messages/messages.ts";

const DIRECTORY = fileURLToPath(new URL("../data/", import.meta.url));

type File = (typeof FILES)[number];

/** An entry for each list that may be empty in a new folder, by file and field. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  "cottage.sameAs": "https://www.example.com/cottage",
  "reviews.reviews": {
    author: "Hanna",
    rating: 5,
    datePublished: "2026-07-31",
    body: "We heard nothing but the sheep. The stove was warm when we came.",
  },
  "attractions.attractions": {
    name: "Old mill",
    distanceFromCottage: "10 minutes' walk",
    summary: "A water mill that still grinds on Saturdays.",
  },
  "booking.channels": { platform: "Example Stays", url: "https://www.example.com/cottage", supportsInstantBook: true },
  "site.map": { name: "Old mill", latitude: 54.26835, longitude: -2.16417 },
  "site.photos": { file: "kitchen.jpg", alt: "The kitchen, with the stove on the left" },
  "site.beds": { kind: "double", count: 1, room: "Upstairs" },
  "site.features": "wifi",
  "site.registrations": { name: "CIN", number: "IT011015C2EXAMPLE" },
  "site.translations": { language: "de", url: "https://de.cottage.example" },
};

function members({ properties = {} }: JsonSchema): [name: string, schema: JsonSchema][] {
  return Object.entries(properties);
}

/** Returns every generated file by its path below `data/`. */
export function ownerFiles(): ReadonlyMap<string, string> {
  const schemas = FILES.map((file): [string, string] => {
    return [`schema/${file.name}.schema.json`, `${JSON.stringify(editorSchema(file), null, 2)}\n`];
  });
  return new Map([...schemas, ["README.md", guide()]]);
}

function editorSchema(file: File): object {
  const { name, schema, defaults } = file;
  const whole: { readonly properties?: object } = ownersSchema(schema, name, defaults?.(""));
  const $schema = { type: "string", description: "For your editor: leave it as it is" };
  const properties = { $schema, ...whole.properties };
  return { $schema: "http://json-schema.org/draft-07/schema#", title: `${name}.json`, ...whole, properties };
}

/**
 * Returns the schema of what an owner writes: constants and defaults are optional, unknown names are
 * refused, and lists have an example.
 *
 * @param path file and field, as `site.map`
 */
function ownersSchema(schema: JsonSchema, path: string, defaults: object = {}): object {
  const { items, required = [], properties = {} } = schema;
  if (items !== undefined) {
    const example = EXAMPLES[path];
    return { ...schema, items: ownersSchema(items, path), ...(example === undefined ? {} : { examples: [[example]] }) };
  }
  if (members(schema).length === 0) return schema;
  const isNeeded = (name: string) => properties[name]?.const === undefined && !Object.hasOwn(defaults, name);
  const ownersMembers = members(schema).map(([name, member]) => [name, ownersSchema(member, `${path}.${name}`)]);
  return {
    ...schema,
    required: required.filter(isNeeded),
    properties: Object.fromEntries(ownersMembers),
    additionalProperties: false,
  };
}

function guide(): string {
  const head = [
    "# Your cottage's facts",
    "",
    "This page explains every field of the five files. Change a file, then run",
    "",
    "```sh",
    "node holiday-cottage my-cottage --check",
    "```",
    "",
    "It names every mistake with its line. `a.b` is the field `b` in the group `a`; `[]` means each entry of a list.",
    "",
    "The line `\"$schema\"` at the top of each file tells editors such as VS Code which fields there are; leave it in place.",
    "",
  ];
  return [...head, ...FILES.map(chapter)].join("\n");
}

function chapter({ name, schema, defaults }: File): string {
  const table = ["| field | what it says | what you can write |", "| --- | --- | --- |", ...rows(schema, "", defaults?.(""))];
  return [`## ${name}.json`, "", `${schema.description}.`, "", ...table, "", ...examples(name)].join("\n");
}

/** One entry for each list of the file, ready to copy. */
function examples(name: string): string[] {
  const found = Object.entries(EXAMPLES).filter(([path]) => path.startsWith(`${name}.`));
  const blocks = found.map(([path, example]) => `"${path.slice(name.length + 1)}": [\n  ${onOneLine(example)}\n]`);
  const intro = `An example of an entry for each list (write a comma between two entries):`;
  return blocks.length === 0 ? [] : [intro, "", "```json", blocks.join("\n\n"), "```", ""];
}

/** JSON with a blank after each colon and comma, as people write it. */
function onOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `"${name}": ${JSON.stringify(each)}`);
  return `{ ${fields.join(", ")} }`;
}

function rows(schema: JsonSchema, prefix = "", defaults: object = {}): string[] {
  return members(schema).flatMap(([name, member]) => {
    if (member.const !== undefined) return [];
    const isNeeded = schema.required?.includes(name) === true && !Object.hasOwn(defaults, name);
    const path = `${prefix}${name}`;
    const inner = member.items === undefined ? rows(member, `${path}.`) : rows(member.items, `${path}[].`);
    return [`| \`${path}\` | ${member.description} | ${allowedValues(member)}${isNeeded ? "" : "; optional"} |`, ...inner];
  });
}

/** Describes the values of a field in words. */
function allowedValues(schema: JsonSchema): string {
  const { anyOf, items, properties, type, pattern } = schema;
  if (anyOf !== undefined) return anyOf.map(allowedValues).join(" or ");
  if (items !== undefined) return items.properties === undefined ? "a list of texts" : "a list of groups in `{ }`";
  if (properties !== undefined) return "a group of fields in `{ }`";
  if (type === "null") return "`null`";
  if (type === "boolean") return "`true` or `false`";
  if (pattern === TEXT.pattern) return "text";
  const scalar = scalarOf(schema);
  return scalar === undefined ? "" : sentence(scalar.expected);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(DIRECTORY, "schema"), { recursive: true });
  for (const [path, text] of ownerFiles()) writeFileSync(join(DIRECTORY, path), text);
}
