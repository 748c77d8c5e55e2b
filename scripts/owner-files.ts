/**
 * Writes what helps an owner to fill in `data/`: a JSON Schema for each file, by which editors complete names and
 * underline mistakes, and `data/README.md`, which explains every field.
 *
 * All of it comes from the schemas the server checks by; a test holds the files to them.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FILES } from "../src/compile/data/datasets.ts";
import { type JsonSchema, leafOf, TEXT } from "../src/compile/data/schema.ts";

const DIRECTORY = fileURLToPath(new URL("../data/", import.meta.url));

function members({ properties = {} }: JsonSchema): [name: string, schema: JsonSchema][] {
  return Object.entries(properties);
}

/** The schema of what an owner writes: what is known without it may be left out, and a name that is not known is a mistake. */
function closed(schema: JsonSchema, implied: object = {}): object {
  const { items, required = [], properties = {} } = schema;
  if (items !== undefined) return { ...schema, items: closed(items) };
  if (members(schema).length === 0) return schema;
  return {
    ...schema,
    required: required.filter((name) => properties[name]?.const === undefined && !Object.hasOwn(implied, name)),
    properties: Object.fromEntries(members(schema).map(([name, member]) => [name, closed(member)])),
    additionalProperties: false,
  };
}

function editorSchema({ name, schema, implied }: (typeof FILES)[number]): object {
  const whole: { readonly properties?: object } = closed(schema, implied?.(""));
  const properties = { $schema: { type: "string", description: "For your editor: leave it as it is" }, ...whole.properties };
  return { $schema: "http://json-schema.org/draft-07/schema#", title: `${name}.json`, ...whole, properties };
}

/** What may stand in a field, in words. */
function mayStand(schema: JsonSchema): string {
  const { anyOf, items, properties, type, pattern } = schema;
  if (anyOf !== undefined) return anyOf.map(mayStand).join(" or ");
  if (items !== undefined) return items.properties === undefined ? "a list of texts" : "a list of groups in `{ }`";
  if (properties !== undefined) return "a group of fields in `{ }`";
  if (type === "null") return "`null`";
  if (type === "boolean") return "`true` or `false`";
  if (pattern === TEXT.pattern) return "text";
  return leafOf(schema)?.words ?? "";
}

function rows(schema: JsonSchema, prefix = "", implied: object = {}): string[] {
  return members(schema).flatMap(([name, member]) => {
    if (member.const !== undefined) return [];
    const isNeeded = schema.required?.includes(name) === true && !Object.hasOwn(implied, name);
    const path = `${prefix}${name}`;
    const inner = member.items === undefined ? rows(member, `${path}.`) : rows(member.items, `${path}[].`);
    return [`| \`${path}\` | ${member.description} | ${mayStand(member)}${isNeeded ? "" : "; may be left out"} |`, ...inner];
  });
}

function guide(): string {
  const sections = FILES.map(({ name, schema, implied }) => {
    const table = ["| field | what it says | what may stand there |", "| --- | --- | --- |", ...rows(schema, "", implied?.(""))];
    return [`## ${name}.json`, "", `${schema.description}.`, "", ...table, ""].join("\n");
  });
  const head = [
    "# Your cottage's facts",
    "",
    "Five files, and every field in them explained. Change a file, then run `npm run check -- my-cottage`:",
    "it names every mistake with its line. `a.b` is the field `b` in the group `a`; `[]` stands for each entry of a list.",
    "",
    "The line `\"$schema\"` at the top of each file tells editors such as VS Code what belongs there; leave it in place.",
    "",
  ];
  return [...head, ...sections].join("\n");
}

/** Every generated file by its path below `data/`. */
export function ownerFiles(): ReadonlyMap<string, string> {
  const schemas = FILES.map((file): [string, string] => [`schema/${file.name}.schema.json`, `${JSON.stringify(editorSchema(file), null, 2)}\n`]);
  return new Map([...schemas, ["README.md", guide()]]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(`${DIRECTORY}schema`, { recursive: true });
  for (const [path, text] of ownerFiles()) writeFileSync(DIRECTORY + path, text);
}
