/**
 * Renders the fragments for `content/developers.md`, always in English.
 */

import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { licenceTerms } from "../data/descriptions.ts";
import { code, definitionList, type DefinitionRow, inlineMarkup, link, paragraph, type Piece } from "./piece.ts";

export function developerFragments(facts: Facts, baseUrl: string, rateLimit: number | undefined) {
  return {
    "developers.endpoints": definitionList(endpointRows(), "fields", ":"),
    "developers.limits": paragraph(rateLimitText(rateLimit)),
    "developers.licence": paragraph(licenceTerms(facts, baseUrl).join(" ")),
  };
}

function endpointRows(): DefinitionRow[] {
  const dataSetRows = DATA_SETS.map(({ path, summary, toolName }): DefinitionRow => {
    return [requestLink(path), inlineMarkup`${summary} MCP tool: ${code(toolName)}`];
  });
  return [
    [requestLink("/api/"), "The addresses of all endpoints"],
    ...dataSetRows,
    [code("POST /mcp"), "The same data as MCP tools"],
    [requestLink("/openapi.json"), "The OpenAPI 3.1 description, with schemas and examples"],
  ];
}

function requestLink(path: string): Piece {
  return link(code(`GET ${path}`), path);
}

// Keep "a tenth" in sync with `ASSET_COST` in `targets.ts`.
const REQUEST_COST = "Each message in a batch counts as one request, and an image or style sheet as a tenth of one.";
const LIMIT_ERROR = inlineMarkup`Above the limit, the error is ${code("rate_limited")}.`;
const LIMIT_WAIT = inlineMarkup`Wait for the number of seconds in ${code("Retry-After")}.`;

function rateLimitText(rateLimit: number | undefined): Piece {
  if (rateLimit === undefined) return inlineMarkup`This server has no rate limit.`;
  const limit = `Each client may make ${rateLimit} requests a minute, evenly or in bursts.`;
  return inlineMarkup`${limit} ${REQUEST_COST} ${LIMIT_ERROR} ${LIMIT_WAIT}`;
}
