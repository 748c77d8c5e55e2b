/**
 * Writes a JSON Schema for each file in `data/`, for completion and hints in editors, and `data/README.md`, which
 * explains every field.
 *
 * Everything except the examples is derived from the schemas of the program. A test compares the files.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FILES } from "../src/compile/data/datasets.ts";
import type { JsonSchema, Schema } from "../src/compile/data/schema.ts";
import { fieldGuide, guideLanguage } from "./field-guide.ts";

const DIRECTORY = fileURLToPath(new URL("../data/", import.meta.url));

type File = (typeof FILES)[number];

/** Example entries, by file and field, of lists that may be empty in a new folder. */
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

function members({ properties = {} }: JsonSchema): [name: string, schema: Schema<unknown>][] {
  return Object.entries(properties);
}

/**
 * Returns every generated file by its path below `data/`.
 *
 * @param code of the language of descriptions
 */
export function ownerFiles(code = "en"): ReadonlyMap<string, string> {
  const language = guideLanguage(code);
  const schemas = FILES.map((file): [string, string] => {
    const schema = withMeanings(file.schema, file.name, language.fields);
    return [`schema/${file.name}.schema.json`, `${JSON.stringify(editorSchema({ ...file, schema }), null, 2)}\n`];
  });
  return new Map([...schemas, ["README.md", fieldGuide(language, EXAMPLES)]]);
}

/**
 * Returns the schema with translated descriptions, which editors show as hints.
 *
 * @param fields what each field means, by file and field
 */
function withMeanings(
  schema: Schema<unknown>,
  path: string,
  fields: Readonly<Record<string, string>>,
): Schema<unknown> {
  const { items, properties } = schema;
  const meaning = fields[path];
  const ownMembers = members(schema).map(([name, member]) => [name, withMeanings(member, `${path}.${name}`, fields)]);
  return {
    ...schema,
    ...(meaning === undefined ? {} : { description: meaning }),
    ...(items === undefined ? {} : { items: withMeanings(items, path, fields) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(ownMembers) }),
  };
}

type EditorFile = Pick<File, "name" | "defaults"> & { readonly schema: JsonSchema };

function editorSchema({ name, schema, defaults }: EditorFile): object {
  const fileSchema: { readonly properties?: object } = ownersSchema(schema, name, defaults?.(""));
  const $schema = { type: "string", description: "For your editor: leave it as it is" };
  const properties = { $schema, ...fileSchema.properties };
  return { $schema: "http://json-schema.org/draft-07/schema#", title: `${name}.json`, ...fileSchema, properties };
}

/**
 * Returns the schema of a file as an owner writes it: constants and defaults are optional, unknown names are
 * errors, and lists have an example.
 *
 * @param path file and field, e.g. `site.map`
 */
function ownersSchema(schema: JsonSchema, path: string, defaults: object = {}): object {
  const { items, required = [], properties = {} } = schema;
  if (items !== undefined) {
    const example = EXAMPLES[path];
    return { ...schema, items: ownersSchema(items, path), ...(example === undefined ? {} : { examples: [[example]] }) };
  }
  if (members(schema).length === 0) return schema;
  const isRequired = (name: string) => properties[name]?.const === undefined && !Object.hasOwn(defaults, name);
  const ownersMembers = members(schema).map(([name, member]) => [name, ownersSchema(member, `${path}.${name}`)]);
  return {
    ...schema,
    required: required.filter(isRequired),
    properties: Object.fromEntries(ownersMembers),
    additionalProperties: false,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(DIRECTORY, "schema"), { recursive: true });
  for (const [path, text] of ownerFiles()) writeFileSync(join(DIRECTORY, path), text);
}
