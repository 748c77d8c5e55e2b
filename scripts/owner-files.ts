/**
 * Writes what helps an owner to fill in `data/`: a JSON Schema for each file, by which editors complete names and
 * underline mistakes, and `data/README.md`, which explains every field.
 *
 * All of it comes from the shapes the server checks by; a test holds the files to them.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DATA_SETS, site } from "../src/data/datasets.ts";
import type { JsonSchema, Shape } from "../src/data/shape.ts";

const DIRECTORY = fileURLToPath(new URL("../data/", import.meta.url));

interface OwnerFile {
  readonly name: string;
  readonly shape: Shape<object>;
}

const FILES: readonly OwnerFile[] = [...DATA_SETS, { name: "site", shape: site }];

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function properties({ properties: members }: JsonSchema): [name: string, schema: JsonSchema][] {
  return isObject(members) ? Object.entries(members).filter((entry): entry is [string, JsonSchema] => isObject(entry[1])) : [];
}

function isConstant(schema: JsonSchema): boolean {
  return "const" in schema;
}

/** The schema of what an owner writes: constants may be left out, and a name that is not known is a mistake. */
function closed(schema: JsonSchema): JsonSchema {
  const { items, required } = schema;
  if (isObject(items)) return { ...schema, items: closed(items) };
  const members = properties(schema);
  if (members.length === 0) return schema;
  const constants = new Set(members.filter(([, member]) => isConstant(member)).map(([name]) => name));
  return {
    ...schema,
    required: Array.isArray(required) ? required.filter((name) => !constants.has(String(name))) : [],
    properties: Object.fromEntries(members.map(([name, member]) => [name, closed(member)])),
    additionalProperties: false,
  };
}

function editorSchema({ name, shape }: OwnerFile): JsonSchema {
  const schema = closed(shape.schema);
  const members = { $schema: { type: "string", description: "For your editor: leave it as it is" }, ...Object.fromEntries(properties(schema)) };
  return { $schema: "http://json-schema.org/draft-07/schema#", title: `${name}.json`, ...schema, properties: members };
}

/** What may stand in a field, in words. */
function wanted(schema: JsonSchema): string {
  const { type, minimum, maximum, format, anyOf, items } = schema;
  if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(wanted).join(" or ");
  if (type === "array") return isObject(items) && properties(items).length > 0 ? "a list of groups in `{ }`" : "a list of texts";
  if (type === "object") return "a group of fields in `{ }`";
  if (type === "boolean") return "`true` or `false`";
  if (type === "null") return "`null`";
  if (type === "integer") return `a whole number, ${String(minimum)} to ${String(maximum)}`;
  if (type === "number") return `a number, ${String(minimum)} to ${String(maximum)}`;
  if (format === "uri") return "a web address with `https://`";
  if (format === "date") return "a day, as `2026-07-31`";
  return "text";
}

function rows(schema: JsonSchema, prefix = ""): string[] {
  const { required } = schema;
  return properties(schema).flatMap(([name, member]) => {
    if (isConstant(member)) return [];
    const isNeeded = Array.isArray(required) && required.includes(name);
    const path = `${prefix}${name}`;
    const { items } = member;
    const inner = isObject(items) ? rows(items, `${path}[].`) : rows(member, `${path}.`);
    return [`| \`${path}\` | ${String(member["description"])} | ${wanted(member)}${isNeeded ? "" : "; may be left out"} |`, ...inner];
  });
}

function guide(): string {
  const sections = FILES.map(({ name, shape }) =>
    [`## ${name}.json`, "", `${String(shape.schema["description"])}.`, "", "| field | what it says | what may stand there |", "| --- | --- | --- |", ...rows(shape.schema), ""].join("\n"),
  );
  const head = [
    "# Your cottage's facts",
    "",
    "Five files, and every field in them explained. Change a file, then run `node dist/server.js --check`:",
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
