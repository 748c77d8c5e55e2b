/**
 * Creates the fragments for `content/developers.md`: endpoints, rate limit and licence. They are always in English.
 */

import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { licenceTerms } from "../data/licence.ts";
import { code, type Definition, definitionList, link, paragraph, type Piece, piece } from "../fragments/piece.ts";

export type PublicSettings = Readonly<{
  /** Without a trailing slash. */
  baseUrl: string;
  /** Maximum requests per client per minute; undefined if there is no limit. */
  rateLimit: number | undefined;
}>;

export function developerFragments(facts: Facts, { baseUrl, rateLimit }: PublicSettings) {
  return {
    "developers.endpoints": definitionList(endpointRows(), "fields"),
    "developers.limits": paragraph(rateLimitText(rateLimit)),
    "developers.licence": paragraph(licenceTerms(facts, baseUrl).join(" ")),
  };
}

function endpointRows(): Definition[] {
  return [
    [linkTo("/api/"), "The addresses of everything below"],
    ...DATA_SETS.map(({ path, summary, toolName }): Definition => {
      return [linkTo(path), piece`${summary} MCP tool: ${code(toolName)}`];
    }),
    [code("POST /mcp"), "The same facts as MCP tools"],
    [linkTo("/openapi.json"), "The OpenAPI 3.1 description, with schemas and examples"],
  ];
}

function linkTo(path: string): Piece {
  return link(code(`GET ${path}`), path);
}

function rateLimitText(rateLimit: number | undefined): Piece {
  if (rateLimit === undefined) return piece`This server has no rate limit.`;
  const requests = `${rateLimit} requests a minute, evenly or all at once`;
  const costs = "A batch counts as one request for each of its messages, an image or a style sheet as a tenth.";
  const wait = piece`the error is ${code("rate_limited")}: wait as long as ${code("Retry-After")} says.`;
  return piece`Each client may make ${requests}. ${costs} Above the limit ${wait}`;
}
