/**
 * What the developer page cannot say by itself: fields out of the schemas and live answers.
 *
 * Its prose, its programs and its set-up texts stand in `content/developers.md`.
 */

import { apiIndex, withShortLists } from "../data/api-index.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import type { JsonSchema } from "../data/schema.ts";
import { blocks, code, definitionList, fenced, type Inline, inline, link, paragraph, type Piece } from "../fragments/piece.ts";
import { html } from "../html.ts";

type Row = readonly [term: Inline, value: Inline];

interface DeveloperSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export function developerFragments(facts: Facts, { baseUrl, rateLimit }: DeveloperSettings) {
  return {
    "developers.endpoints": endpoints(facts, baseUrl),
    "developers.data": blocks(...DATA_SETS.map((set) => dataSet(set, facts[set.name]))),
    "developers.limits": paragraph(limits(rateLimit)),
    "developers.licence": paragraph(licence(facts, baseUrl)),
  };
}

function endpoints(facts: Facts, baseUrl: string): Piece {
  const get = (path: string): Piece => link(code(`GET ${path}`), path);
  const rows: Row[] = [
    [get("/api/"), "where everything is"],
    ...DATA_SETS.map(({ path, title }): Row => [get(path), title]),
    [code("POST /mcp"), "the same facts as tools, by JSON-RPC 2.0"],
    [get("/openapi.json"), "all of this as OpenAPI 3.1, with schemas and examples"],
  ];
  return blocks(definitionList(rows, "fields"), folded("What the index answers", json(apiIndex(facts, baseUrl))));
}

function dataSet({ title, path, tool, summary, schema }: (typeof DATA_SETS)[number], facts: object): Piece {
  return blocks(
    heading(title),
    paragraph(inline`${code(`GET ${path}`)}, or the tool ${code(tool)}`),
    paragraph(summary),
    folded("Fields", definitionList(fields(schema, ""), "fields")),
    folded("An answer, with the first of each list of objects", json(withShortLists(facts, 1))),
  );
}

/** A heading of the third level. Its id is formed like those in content files. */
function heading(title: string): Piece {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return { markdown: `### ${title}`, html: html`<h3 id="${id}">${title}</h3>`, headings: [id] };
}

/** Closed until a reader opens it, so that a telephone shows the page in a few screens. */
function folded(summary: string, inside: Piece): Piece {
  return {
    markdown: `${summary}:\n\n${inside.markdown}`,
    html: html`<details>\n<summary>${summary}</summary>\n${inside.html}\n</details>`,
  };
}

/** Those of objects, and of items in lists, stand below their own. */
function fields(schema: JsonSchema, prefix: string): Row[] {
  const { properties = {}, required = [] } = Object(schema);
  return Object.entries<JsonSchema>(properties).flatMap(([name, field]): Row[] => {
    const { description, items } = Object(field);
    const path = prefix + name;
    const optional = required.includes(name) ? "" : ", optional";
    return [[code(path), `${typeName(field)}${optional}. ${description}`], ...fields(field, `${path}.`), ...fields(items, `${path}[].`)];
  });
}

/** "string, date", "list of object", "integer, 1 to 5", "boolean or null" */
function typeName(schema: JsonSchema): string {
  const { anyOf, const: constant, type, items, format = [], minimum, maximum } = Object(schema);
  if (anyOf !== undefined) return anyOf.map(typeName).join(" or ");
  if (constant !== undefined) return `always "${constant}"`;
  if (type === "array") return `list of ${typeName(items)}`;
  return [type, format, minimum === undefined ? [] : `${minimum} to ${maximum}`].flat().join(", ");
}

function limits(rateLimit: number | undefined): Inline {
  if (rateLimit === undefined) return "This server counts no requests. Please be gentle all the same.";
  return inline`Each client may make ${rateLimit} requests a minute, spread or all at once; a batch counts as many as it has messages, and a file with a hash in its name a tenth. Beyond that the answer is ${code("rate_limited")}; it costs nothing to wait and ask again.`;
}

function licence({ cottage, site }: Facts, baseUrl: string): Piece {
  if (site.licence === undefined) {
    return inline`No licence is stated for the facts: please ${link("ask the owner", "/contact")} before you publish them elsewhere.`;
  }
  const { name, identifier = name, url } = site.licence;
  const named = url === undefined ? identifier : link(identifier, url);
  return inline`The facts are under ${named}: name ${cottage.name} with a link to ${baseUrl}/ as their source. Photographs, if there are any, are not included.`;
}

function json(value: unknown): Piece {
  return fenced("json", JSON.stringify(value, null, 2));
}
