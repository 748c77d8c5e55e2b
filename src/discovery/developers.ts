/**
 * What the developer page cannot say by itself: tables out of the schemas and the failures, answers out of the facts.
 *
 * Its prose, its programs and its set-up texts stand in `content/developers.md`.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS } from "../data/datasets.ts";
import type { Fragments } from "../fragments/fragment.ts";
import { FAILURES } from "../http/failure.ts";
import { createRouter } from "../http/router.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { SUPPORTED_VERSIONS } from "../mcp/revisions.ts";
import { apiIndex } from "./api-index.ts";
import { asker } from "./openapi-parts.ts";

export interface DeveloperSettings {
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export function developerFragments(facts: Facts, { baseUrl, rateLimit }: DeveloperSettings): Fragments {
  const markdown: Readonly<Record<string, string>> = {
    endpoints: endpoints(facts, baseUrl),
    data: DATA_SETS.map((set) => dataSet(set, facts[set.name])).join("\n\n"),
    mistake: json(asker(createRouter([]))({ path: "/api/v1/prices" })),
    errors: table(
      ["`error.code`", "Status", "When"],
      Object.entries(FAILURES).map(([code, [status, when]]) => [`\`${code}\``, String(status), when]),
    ),
    limits: limits(rateLimit),
    tools: tools(),
    licence: licence(facts, baseUrl),
  };
  return Object.fromEntries(Object.entries(markdown).map(([name, text]) => [`developers.${name}`, { markdown: text }]));
}

function endpoints(facts: Facts, baseUrl: string): string {
  const rows = [
    ["[`GET /api/`](/api/)", "Where everything is"],
    ...DATA_SETS.map(({ path, summary }) => [`[\`GET ${path}\`](${path})`, escapeMarkdown(summary)]),
    ["`POST /mcp`", "The same facts as tools, by JSON-RPC 2.0"],
    ["[`GET /openapi.json`](/openapi.json)", "All of this as OpenAPI 3.1, with schemas and examples"],
  ];
  const index = json(apiIndex(facts.cottage.name, baseUrl));
  return [table(["Request", "What it answers"], rows), "The index answers:", index].join("\n\n");
}

/** A data set with its fields, and with what it answers at this moment. */
function dataSet({ title, path, summary, shape }: (typeof DATA_SETS)[number], facts: object): string {
  const shown = abridged(facts);
  return [
    `### ${title}`,
    `\`GET ${path}\``,
    escapeMarkdown(summary),
    table(["Field", "Type", "What it says"], fieldRows(shape.schema, "")),
    JSON.stringify(shown) === JSON.stringify(facts) ? "An answer:" : "An answer, with its list cut short:",
    json(shown),
  ].join("\n\n");
}

/** A list of reviews or attractions shows its form in its first entry. */
function abridged(facts: object): object {
  const isLong = (name: string, value: unknown): value is unknown[] =>
    Array.isArray(value) && isObject(value[0]) && name !== "channels";
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, isLong(name, value) ? value.slice(0, 1) : value]),
  );
}

function fieldRows(schema: unknown, prefix: string): string[][] {
  const required = member(schema, "required");
  return Object.entries(Object(member(schema, "properties"))).flatMap(([name, field]: [string, unknown]) => {
    const path = prefix + name;
    const isRequired = Array.isArray(required) && required.includes(name);
    const row = [
      `\`${path}\``,
      `${typeName(field)}${isRequired ? "" : ", optional"}`,
      escapeMarkdown(String(member(field, "description") ?? "")),
    ];
    return [row, ...fieldRows(field, `${path}.`), ...fieldRows(member(field, "items"), `${path}[].`)];
  });
}

/** "string, date", "list of object", "integer, 1 to 5", "boolean or null" */
function typeName(schema: unknown): string {
  const of = (name: string): unknown => member(schema, name);
  const choices = of("anyOf");
  if (Array.isArray(choices)) return choices.map(typeName).join(" or ");
  if (of("const") !== undefined) return `always \`${of("const")}\``;
  if (of("type") === "array") return `list of ${typeName(of("items"))}`;
  const bounds = of("minimum") === undefined ? undefined : `${of("minimum")} to ${of("maximum")}`;
  return [of("type"), of("format"), bounds].filter((part) => part !== undefined).join(", ");
}

function limits(rateLimit: number | undefined): string {
  if (rateLimit === undefined) return "This server counts no requests. Please be gentle all the same.";
  return (
    `Each client may make ${rateLimit} requests a minute, spread or all at once; a batch counts as many as it has messages. ` +
    "Beyond that the answer is status 429, code `rate_limited`, with `Retry-After` in seconds. It costs nothing to wait and ask again."
  );
}

function tools(): string {
  const rows = DATA_SETS.map(({ tool, title, path }) => [`\`${tool}\``, title, `\`GET ${path}\``]);
  const revisions = `Revisions spoken: ${SUPPORTED_VERSIONS.join(", ")}.`;
  return [table(["Tool", "What it answers", "The same as"], rows), revisions].join("\n\n");
}

function licence({ cottage, site }: Facts, baseUrl: string): string {
  if (site.licence === undefined) return "No licence is stated for the facts: please [ask the owner](/contact) before you publish them elsewhere.";
  const { name, identifier = escapeMarkdown(name), url } = site.licence;
  return (
    `The facts are under ${url === undefined ? identifier : `[${identifier}](${url})`}: name ${escapeMarkdown(cottage.name)} ` +
    `with a link to ${baseUrl}/ as their source. Photographs, if there are any, are not included.`
  );
}

/** Cells are markdown already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function member(schema: unknown, name: string): unknown {
  return isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
