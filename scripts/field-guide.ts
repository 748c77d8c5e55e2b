/**
 * Explains every field of an owner's data files in the owner's language, as Markdown.
 *
 * The accepted values and the English descriptions come from the schemas, the translations from `template/fields/`.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FILES } from "../src/compile/data/datasets.ts";
import { describeExpected, type JsonSchema, TEXT } from "../src/compile/data/schema.ts";
import { formatMessage, type MessageTable } from "../src/compile/messages.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

type File = (typeof FILES)[number];

/** Example entries of arrays, keyed by file and field. */
type Examples = Readonly<Record<string, unknown>>;

type GuideText =
  | "firstSteps"
  | "title"
  | "intro"
  | "after"
  | "schemaLine"
  | "labels"
  | "field"
  | "meaning"
  | "values"
  | "optional"
  | "example"
  | "or"
  | "listOfTexts"
  | "listOfChoices"
  | "listOfGroups"
  | "group"
  | "boolean"
  | "text";

interface Language {
  readonly guide: Readonly<Record<GuideText, string>>;
  /** Descriptions, keyed by file and field, e.g. `site.contact.email`. English is used for fields without an entry. */
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined for English. */
  readonly messages: MessageTable | undefined;
}

/** @param code language code that `--new` supports, e.g. `de` */
export function guideLanguage(code: string): Language {
  const { guide, fields } = readJson(`scripts/template/fields/${code}.json`);
  return { guide, fields, messages: code === "en" ? undefined : readJson(`content/messages/${code}.json`) };
}

function readJson(path: string) {
  return JSON.parse(readFileSync(`${ROOT}${path}`, "utf8"));
}

/** Returns the text of `data/README.md`. */
export function fieldGuide(language: Language, examples: Examples): string {
  const { title, intro, after, schemaLine, labels } = language.guide;
  const command = ["```sh", "node holiday-cottage my-cottage --check", "```"];
  const head = [`# ${title}`, "", intro, "", ...command, "", after, "", schemaLine, "", labels, ""];
  return [...head, ...FILES.map((file) => chapter(file, language, examples))].join("\n");
}

function chapter({ name, schema, defaults }: File, language: Language, examples: Examples): string {
  const { field, meaning, values } = language.guide;
  const rows = rowsOf(schema, name, language, defaults?.(""));
  const table = [`| ${field} | ${meaning} | ${values} |`, "| --- | --- | --- |", ...rows];
  const head = [`## ${name}.json`, "", `${meaningOf(schema, name, language)}.`, ""];
  return [...head, ...table, "", ...exampleBlock(name, language, examples)].join("\n");
}

/** @param path file and field, e.g. `site.map.name`; without the `[]` of arrays such as `map[]` */
function meaningOf(schema: JsonSchema, path: string, { fields }: Language): string {
  return fields[path] ?? schema.description ?? "";
}

/**
 * Returns the table rows of an object's fields. The row of a field is followed by the rows of its nested fields.
 *
 * @param prefix precedes the names in the table, e.g. `map[].`
 */
function rowsOf(schema: JsonSchema, path: string, language: Language, defaults: object = {}, prefix = ""): string[] {
  const rows: string[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.const !== undefined) continue;
    const isRequired = schema.required?.includes(name) === true && !Object.hasOwn(defaults, name);
    const optional = isRequired ? "" : language.guide.optional;
    const propertyPath = `${path}.${name}`;
    const meaning = meaningOf(property, propertyPath, language);
    rows.push(`| \`${prefix}${name}\` | ${meaning} | ${allowedValues(property, language)}${optional} |`);
    const innerPrefix = property.items === undefined ? `${prefix}${name}.` : `${prefix}${name}[].`;
    rows.push(...rowsOf(property.items ?? property, propertyPath, language, {}, innerPrefix));
  }
  return rows;
}

/** Describes the allowed values of a field in words. */
function allowedValues(schema: JsonSchema, language: Language): string {
  const { guide, messages } = language;
  const { anyOf, items, properties, type, pattern } = schema;
  const choices = items?.enum?.map((choice) => `"${choice}"`);
  if (anyOf !== undefined) {
    return anyOf.map((alternative) => allowedValues(alternative, language)).join(` ${guide.or} `);
  }
  if (choices !== undefined) return `${guide.listOfChoices} ${choices.join(", ")}`;
  if (items !== undefined) return items.properties === undefined ? guide.listOfTexts : guide.listOfGroups;
  if (properties !== undefined) return guide.group;
  if (type === "null") return "`null`";
  if (type === "boolean") return guide.boolean;
  if (pattern === TEXT.pattern) return guide.text;
  return formatMessage(describeExpected(schema), messages);
}

/** Returns the lines of one code block with an example entry for each array of the file, which owners can copy. */
function exampleBlock(name: string, { guide }: Language, examples: Examples): string[] {
  const blocks: string[] = [];
  for (const [path, example] of Object.entries(examples)) {
    const [file, field] = path.split(".");
    if (file === name) blocks.push(`"${field}": [\n  ${formatOnOneLine(example)}\n]`);
  }
  return blocks.length === 0 ? [] : [guide.example, "", "```json", blocks.join("\n\n"), "```", ""];
}

/** Formats a value as JSON. Unlike `JSON.stringify`, puts spaces between the properties of an object. */
function formatOnOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(([name, property]) => `"${name}": ${JSON.stringify(property)}`);
  return `{ ${properties.join(", ")} }`;
}

/**
 * Returns the file name and the text of the page that tells an owner what to do first.
 *
 * @param folder name of the owner's folder, quoted for a shell
 */
export function firstSteps(code: string, folder: string): { readonly name: string; readonly text: string } {
  const { guide } = guideLanguage(code);
  const template = readFileSync(`${ROOT}scripts/template/first-steps/${code}.md`, "utf8");
  const command = (flag: string) => `node holiday-cottage ${folder} ${flag}`;
  const text = template.replace("{watch}", command("--watch")).replace("{check}", command("--check"));
  return { name: guide.firstSteps, text };
}
