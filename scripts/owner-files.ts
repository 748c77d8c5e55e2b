/**
 * Writes a JSON Schema for each file in `data/`, so that editors can show completions and hints, and `data/README.md`,
 * which explains every field.
 *
 * Everything except the examples is derived from the schemas of the program. A test checks that the files are current.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FILES } from "../src/compile/data/datasets.ts";
import type { JsonSchema } from "../src/compile/data/schema.ts";
import { fieldGuide, guideLanguage } from "./field-guide.ts";

const DIRECTORY = fileURLToPath(new URL("../data/", import.meta.url));

type File = (typeof FILES)[number];

/** Example entries for arrays that may be empty in a new cottage's folder, keyed by file and field. */
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

/**
 * Returns every generated file, keyed by its path below `data/`.
 *
 * @param code code of the language of the descriptions
 */
export function ownerFiles(code = "en"): ReadonlyMap<string, string> {
  const language = guideLanguage(code);
  const schemas = FILES.map((file): [path: string, text: string] => {
    const schema = editorSchema(file, language.fields);
    return [`schema/${file.name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`];
  });
  return new Map([...schemas, ["README.md", fieldGuide(language, EXAMPLES)]]);
}

/** Descriptions of fields in the owner's language, keyed by file and field. Editors show them as hints. */
type Meanings = Readonly<Record<string, string>>;

/** Returns the JSON Schema with which an owner's editor checks a data file. */
function editorSchema({ name, schema, defaults }: File, meanings: Meanings): object {
  const fileSchema: { readonly properties?: object } = ownersSchema(schema, name, meanings, defaults?.(""));
  const $schema = { type: "string", description: "For your editor: leave it as it is" };
  const properties = { $schema, ...fileSchema.properties };
  return { $schema: "http://json-schema.org/draft-07/schema#", title: `${name}.json`, ...fileSchema, properties };
}

/**
 * Converts one of the program's schemas to a schema for the files that owners write: properties with a constant or
 * default value become optional, unknown properties become errors, descriptions are translated, and arrays get an
 * example.
 *
 * @param path file and field, e.g. `site.map`
 */
function ownersSchema(schema: JsonSchema, path: string, meanings: Meanings, defaults: object = {}): object {
  const { items, required = [], properties = {} } = schema;
  const meaning = meanings[path];
  const described = meaning === undefined ? schema : { ...schema, description: meaning };
  if (items !== undefined) {
    const example = EXAMPLES[path];
    const examples = example === undefined ? {} : { examples: [[example]] };
    return { ...described, items: ownersSchema(items, path, meanings), ...examples };
  }
  const entries = Object.entries(properties);
  if (entries.length === 0) return described;
  const isRequired = (name: string) => properties[name]?.const === undefined && !Object.hasOwn(defaults, name);
  const ownersProperties = entries.map(([name, property]) => [
    name,
    ownersSchema(property, `${path}.${name}`, meanings),
  ]);
  return {
    ...described,
    required: required.filter(isRequired),
    properties: Object.fromEntries(ownersProperties),
    additionalProperties: false,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(DIRECTORY, "schema"), { recursive: true });
  for (const [path, text] of ownerFiles()) writeFileSync(join(DIRECTORY, path), text);
}
