/**
 * Fields and examples for the developer page: rows out of the schemas, answers out of the facts.
 *
 * Nothing is told here that the schemas and the facts do not say.
 */
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS } from "../data/datasets.ts";
import type { JsonSchema } from "../data/shape.ts";

/** One sub-heading for each data set, with its fields and what it answers at this moment. */
export function dataSetDocs(facts: Facts): string {
  return DATA_SETS.map(({ name, title, path, summary, shape }) => {
    const { value, isWhole } = example(facts[name]);
    return [
      `### ${title}`,
      `\`GET ${path}\``,
      escapeMarkdown(summary),
      table(["Field", "Type", "What it says"], fieldRows(shape.schema, "")),
      isWhole ? "An answer:" : "An answer, with its list cut short:",
      fenced("json", JSON.stringify(value, null, 2)),
    ].join("\n\n");
  }).join("\n\n");
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Cells are markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function fieldRows(schema: unknown, prefix: string): string[][] {
  const properties = member(schema, "properties");
  if (!isObject(properties)) return [];
  const required = member(schema, "required");
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const isRequired = Array.isArray(required) && required.includes(name);
    const row = [
      `\`${path}\``,
      `${typeName(field)}${isRequired ? "" : ", optional"}`,
      escapeMarkdown(description(field)),
    ];
    const items = member(field, "items");
    return [row, ...fieldRows(field, `${path}.`), ...fieldRows(items, `${path}[].`)];
  });
}

/** "string, date", "list of object", "integer, 1 to 5", "boolean or null" */
function typeName(schema: unknown): string {
  const constant = member(schema, "const");
  if (typeof constant === "string") return `always \`${constant}\``;
  const choices = member(schema, "anyOf");
  if (Array.isArray(choices)) return choices.map(typeName).join(" or ");
  const type = member(schema, "type");
  if (type === "array") return `list of ${typeName(member(schema, "items"))}`;
  const [minimum, maximum] = [member(schema, "minimum"), member(schema, "maximum")];
  const format = member(schema, "format");
  return [
    String(type),
    ...(typeof format === "string" ? [format] : []),
    ...(typeof minimum === "number" && typeof maximum === "number" ? [`${minimum} to ${maximum}`] : []),
  ].join(", ");
}

function description(schema: unknown): string {
  const text = member(schema, "description");
  return typeof text === "string" ? text : "";
}

/** A list of objects shows its form in its first entry. */
function example(facts: object): { readonly value: object; readonly isWhole: boolean } {
  let isWhole = true;
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) => {
    if (!Array.isArray(value) || value.length < 2 || !isObject(value[0]) || name === "channels") return [name, value];
    isWhole = false;
    return [name, value.slice(0, 1)];
  });
  return { value: Object.fromEntries(entries), isWhole };
}

function member(schema: unknown, name: string): unknown {
  return isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
