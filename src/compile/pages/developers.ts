/**
 * Fragments of the page for developers: endpoints, fields from the schemas, live responses, rate limit and licence.
 *
 * The text of the page is in `content/developers.md`. It is English.
 */

import { apiIndex, withShortLists } from "../data/api-index.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import type { JsonSchema } from "../data/schema.ts";
import {
  blocks,
  code,
  type Definition,
  definitionList,
  fenced,
  type Inline,
  inline,
  link,
  paragraph,
  type Piece,
} from "../fragments/piece.ts";
import { html } from "../html.ts";

interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export function developerFragments(facts: Facts, { baseUrl, rateLimit }: Settings) {
  return {
    "developers.endpoints": endpoints(facts, baseUrl),
    "developers.data": blocks(...DATA_SETS.map((set) => dataSet(set, facts[set.name]))),
    "developers.limits": paragraph(limits(rateLimit)),
    "developers.licence": paragraph(licence(facts, baseUrl)),
  };
}

function endpoints(facts: Facts, baseUrl: string): Piece {
  const get = (path: string): Piece => link(code(`GET ${path}`), path);
  const rows: Definition[] = [
    [get("/api/"), "the addresses of everything below"],
    ...DATA_SETS.map(({ path, title }): Definition => [get(path), title]),
    [code("POST /mcp"), "the same facts as MCP tools"],
    [get("/openapi.json"), "the OpenAPI 3.1 description, with schemas and examples"],
  ];
  return blocks(definitionList(rows, "fields"), details("Response of the index", json(apiIndex(facts, baseUrl))));
}

function dataSet({ title, path, tool, summary, schema }: (typeof DATA_SETS)[number], facts: object): Piece {
  return blocks(
    heading(title),
    paragraph(inline`${code(`GET ${path}`)}, or the tool ${code(tool)}`),
    paragraph(summary),
    details("Fields", definitionList(fieldRows(schema), "fields")),
    details("Example, with one entry of each list", json(withShortLists(facts, 1))),
  );
}

/** A heading of the third level. Its id is formed like those in content files. */
function heading(title: string): Piece {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return { markdown: `### ${title}`, html: html`<h3 id="${id}">${title}</h3>`, headings: [id] };
}

/** Closed until a reader opens it, so that the page is short on a phone. */
function details(summary: string, content: Piece): Piece {
  return {
    markdown: `${summary}:\n\n${content.markdown}`,
    html: html`<details>\n<summary>${summary}</summary>\n${content.html}\n</details>`,
  };
}

/** Lists the fields of an object. Those of an object or list in it follow their own row. */
function fieldRows({ properties = {}, required = [] }: JsonSchema, prefix = ""): Definition[] {
  return Object.entries(properties).flatMap(([name, field]): Definition[] => {
    const path = prefix + name;
    const optional = required.includes(name) ? "" : ", optional";
    const row: Definition = [code(path), `${typeName(field)}${optional}. ${field.description}`];
    return [row, ...fieldRows(field, `${path}.`), ...fieldRows(field.items ?? {}, `${path}[].`)];
  });
}

/** Returns e.g. "string, date", "list of object", "integer, 1 to 5" or "boolean or null". */
function typeName({ anyOf, const: constant, type, items, format, minimum, maximum }: JsonSchema): string {
  if (anyOf !== undefined) return anyOf.map(typeName).join(" or ");
  if (constant !== undefined) return `always "${constant}"`;
  if (items !== undefined) return `list of ${typeName(items)}`;
  const range = minimum === undefined ? undefined : `${minimum} to ${maximum}`;
  return [type, format, range].filter((part) => part !== undefined).join(", ");
}

function limits(rateLimit: number | undefined): Inline {
  if (rateLimit === undefined) return "This server has no rate limit.";
  const costs = "A batch counts as one request for each of its messages, an image or a style sheet as a tenth.";
  const wait = inline`the error is ${code("rate_limited")}: wait as long as ${code("Retry-After")} says.`;
  return inline`Each client may make ${rateLimit} requests a minute, evenly or all at once. ${costs} Above the limit ${wait}`;
}

function licence({ cottage, site }: Facts, baseUrl: string): Piece {
  if (site.licence === undefined) {
    const owner = link("ask the owner", "/contact");
    return inline`No licence is stated for the facts: please ${owner} before you publish them elsewhere.`;
  }
  const { name, identifier = name, url, coversReviews = false } = site.licence;
  const licenceName = url === undefined ? identifier : link(identifier, url);
  const covered = coversReviews ? "The facts and the guests’ reviews" : "The facts";
  const excluded = coversReviews ? "photographs" : "the guests’ reviews and photographs";
  const source = inline`name ${cottage.name} with a link to ${baseUrl}/ as the source`;
  return inline`${covered} are licensed under ${licenceName}: ${source}. The licence does not cover ${excluded}.`;
}

function json(value: unknown): Piece {
  return fenced("json", JSON.stringify(value, null, 2));
}
