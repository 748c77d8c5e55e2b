/**
 * What the developer page cannot say by itself: fields out of the schemas, codes out of the failures, live answers.
 *
 * Its prose, its programs and its set-up texts stand in `content/developers.md`.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS } from "../data/datasets.ts";
import { blocks, code, designed, facts as terms, fenced, joined, line, link, literal, paragraph } from "../fragments/piece.ts";
import type { Inline, Piece } from "../fragments/piece.ts";
import { html } from "../html.ts";
import { FAILURES } from "../http/failure.ts";
import { createRouter } from "../http/router.ts";
import { SUPPORTED_VERSIONS } from "../mcp/revisions.ts";
import { apiIndex } from "./api-index.ts";
import { asker } from "./openapi-parts.ts";

export interface DeveloperSettings {
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export function developerFragments(facts: Facts, { baseUrl, rateLimit }: DeveloperSettings): Readonly<Record<string, Piece>> {
  return {
    "developers.endpoints": endpoints(facts, baseUrl),
    "developers.data": blocks(...DATA_SETS.map((set) => dataSet(set, facts[set.name]))),
    "developers.mistake": json(asker(createRouter([]))({ path: "/api/v1/prices" })),
    "developers.errors": folded("Every code", terms(Object.entries(FAILURES).map(meaning), "fields")),
    "developers.limits": paragraph(limits(rateLimit)),
    "developers.tools": tools(),
    "developers.licence": paragraph(licence(facts, baseUrl)),
  };
}

function endpoints(facts: Facts, baseUrl: string): Piece {
  const rows: (readonly [Inline, Inline])[] = [
    [link(code("GET /api/"), "/api/"), "where everything is"],
    ...DATA_SETS.map(({ path, title }) => [link(code(`GET ${path}`), path), link(title, `/developers#${anchor(title)}`)] as const),
    [code("POST /mcp"), "the same facts as tools, by JSON-RPC 2.0"],
    [link(code("GET /openapi.json"), "/openapi.json"), "all of this as OpenAPI 3.1, with schemas and examples"],
  ];
  return blocks(terms(rows, "fields"), folded("What the index answers", json(apiIndex(facts.cottage.name, baseUrl))));
}

/** A data set with its fields, and with what it answers at this moment. */
function dataSet({ title, path, summary, shape }: (typeof DATA_SETS)[number], facts: object): Piece {
  const shown = abridged(facts);
  const isWhole = JSON.stringify(shown) === JSON.stringify(facts);
  return blocks(
    { markdown: `### ${title}`, html: html`<h3 id="${anchor(title)}">${title}</h3>` },
    paragraph(code(`GET ${path}`)),
    paragraph(summary),
    folded("Fields", terms(fields(shape.schema, ""), "fields")),
    folded(isWhole ? "An answer" : "An answer, with its list cut short", json(shown)),
  );
}

/** As headings of content files get them. */
function anchor(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** Closed until a reader opens it, so that a telephone shows the page in a few screens. */
function folded(summary: string, inside: Piece): Piece {
  return designed(
    blocks(paragraph(`${summary}:`), inside),
    html`<details>\n<summary>${summary}</summary>\n${inside.html}\n</details>`,
  );
}

/** A list of reviews or attractions shows its form in its first entry. */
function abridged(facts: object): object {
  const first = (name: string, value: unknown): unknown =>
    Array.isArray(value) && isObject(value[0]) && name !== "channels" ? value.slice(0, 1) : value;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, first(name, value)]));
}

function fields(schema: unknown, prefix: string): (readonly [Inline, Inline])[] {
  const required = member(schema, "required");
  return Object.entries(Object(member(schema, "properties"))).flatMap(([name, field]: [string, unknown]) => {
    const path = prefix + name;
    const optional = Array.isArray(required) && required.includes(name) ? "" : ", optional";
    const said = line`${typeName(field)}${optional}. ${String(member(field, "description") ?? "")}`;
    return [[code(path), said] as const, ...fields(field, `${path}.`), ...fields(member(field, "items"), `${path}[].`)];
  });
}

/** "string, date", "list of object", "integer, 1 to 5", "boolean or null" */
function typeName(schema: unknown): string {
  const of = (name: string): unknown => member(schema, name);
  const choices = of("anyOf");
  if (Array.isArray(choices)) return choices.map(typeName).join(" or ");
  if (of("const") !== undefined) return `always "${of("const")}"`;
  if (of("type") === "array") return `list of ${typeName(of("items"))}`;
  const bounds = of("minimum") === undefined ? undefined : `${of("minimum")} to ${of("maximum")}`;
  return [of("type"), of("format"), bounds].filter((part) => part !== undefined).join(", ");
}

function meaning([name, [status, when]]: [string, readonly [number, string]]): readonly [Inline, Inline] {
  const words = when.split("`").map((part, index) => (index % 2 === 1 ? code(part) : literal(part)));
  return [code(name), joined([literal(`Status ${status}. `), ...words])];
}

function limits(rateLimit: number | undefined): Inline {
  if (rateLimit === undefined) return "This server counts no requests. Please be gentle all the same.";
  return line`Each client may make ${rateLimit} requests a minute, spread or all at once; a batch counts as many as it has messages, and a file with a hash in its name a tenth. Beyond that the answer is status 429, code ${code("rate_limited")}, with ${code("Retry-After")} in seconds. It costs nothing to wait and ask again.`;
}

function tools(): Piece {
  const rows = DATA_SETS.map(({ tool, title, path }) => [code(tool), line`${title}, as ${code(`GET ${path}`)}`] as const);
  return blocks(terms(rows, "fields"), paragraph(`Revisions spoken: ${SUPPORTED_VERSIONS.join(", ")}.`));
}

function licence({ cottage, site }: Facts, baseUrl: string): Piece {
  if (site.licence === undefined) {
    return line`No licence is stated for the facts: please ${link("ask the owner", "/contact")} before you publish them elsewhere.`;
  }
  const { name, identifier = name, url } = site.licence;
  const named = url === undefined ? identifier : link(identifier, url);
  return line`The facts are under ${named}: name ${cottage.name} with a link to ${baseUrl}/ as their source. Photographs, if there are any, are not included.`;
}

function json(value: unknown): Piece {
  return fenced("json", JSON.stringify(value, null, 2));
}

function member(schema: unknown, name: string): unknown {
  return isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
