/**
 * `/api/`: the way from the root of the API to everything in it.
 */
import { DATA_SETS } from "../data/datasets.ts";
import type { JsonSchema, Shape } from "../data/shape.ts";
import { constant, list, record, text, uri } from "../data/shape.ts";
import { apiDescription, apiTitle, VERSION } from "./identity.ts";

export interface ApiIndex {
  readonly object: "api_index";
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly endpoints: readonly string[];
  readonly openapi: string;
  readonly mcp: string;
  readonly docs: string;
}

export function apiIndex(cottageName: string, baseUrl: string): ApiIndex {
  return {
    object: "api_index",
    name: apiTitle(cottageName),
    version: VERSION,
    description: apiDescription(cottageName),
    endpoints: DATA_SETS.map(({ path }) => baseUrl + path),
    openapi: `${baseUrl}/openapi.json`,
    mcp: `${baseUrl}/mcp`,
    docs: `${baseUrl}/developers`,
  };
}

/** Addresses below BASE_URL, which is http on a machine of one's own. */
function ownUri(description: string): Shape<string> {
  const { type, format } = uri(description).schema;
  return { schema: { type, format, description }, problems: () => [] };
}

export const API_INDEX_SCHEMA: JsonSchema = record("The way to everything in this API", {
  object: constant("What this object is", "api_index"),
  name: text("The API's title"),
  version: text("The API's version"),
  description: text("What the API offers and what it does not"),
  endpoints: list("The data endpoints", ownUri("One data endpoint")),
  openapi: ownUri("The OpenAPI description"),
  mcp: ownUri("The MCP endpoint"),
  docs: ownUri("The page for developers"),
}).schema;
