/**
 * Creates the fragments for `content/developers.md`: endpoints, rate limit and licence. They are always in English.
 */

import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { code, type Definition, definitionList, type Inline } from "../fragments/piece.ts";
import { link, paragraph, type Piece, piece } from "../fragments/piece.ts";

export type PublicSettings = Readonly<{
  /** Without a trailing slash. */
  baseUrl: string;
  /** Maximum requests per client per minute; undefined if there is no limit. */
  rateLimit: number | undefined;
}>;

export function developerFragments(facts: Facts, { baseUrl, rateLimit }: PublicSettings) {
  return {
    "developers.endpoints": definitionList(endpointDefinitions(), "fields"),
    "developers.limits": paragraph(rateLimitText(rateLimit)),
    "developers.licence": paragraph(licenceText(facts, baseUrl)),
  };
}

function endpointDefinitions(): Definition[] {
  const linkTo = (path: string): Piece => link(code(`GET ${path}`), path);
  const dataSets = DATA_SETS.map<Definition>(({ path, summary, toolName }) => [
    linkTo(path),
    piece`${summary} MCP tool: ${code(toolName)}`,
  ]);
  return [
    [linkTo("/api/"), "The addresses of everything below"],
    ...dataSets,
    [code("POST /mcp"), "The same facts as MCP tools"],
    [linkTo("/openapi.json"), "The OpenAPI 3.1 description, with schemas and examples"],
  ];
}

function rateLimitText(rateLimit: number | undefined): Inline {
  if (rateLimit === undefined) return "This server has no rate limit.";
  const costs = "A batch counts as one request for each of its messages, an image or a style sheet as a tenth.";
  const wait = piece`the error is ${code("rate_limited")}: wait as long as ${code("Retry-After")} says.`;
  const requests = `${rateLimit} requests a minute, evenly or all at once`;
  return piece`Each client may make ${requests}. ${costs} Above the limit ${wait}`;
}

function licenceText({ cottage, site }: Facts, baseUrl: string): Piece {
  const { licence } = site;
  if (licence === undefined) {
    const askTheOwner = link("ask the owner", "/contact");
    return piece`No licence is stated for the facts: please ${askTheOwner} before you publish them elsewhere.`;
  }
  const { url, coversReviews = false } = licence;
  const label = licence.identifier ?? licence.name;
  const licenceLink = url === undefined ? label : link(label, url);
  const covered = coversReviews ? "The facts and the guests’ reviews" : "The facts";
  const excluded = coversReviews ? "photographs" : "the guests’ reviews and photographs";
  const attribution = piece`name ${cottage.name} with a link to ${baseUrl}/ as the source`;
  return piece`${covered} are licensed under ${licenceLink}: ${attribution}. The licence does not cover ${excluded}.`;
}
