/**
 * `/api/`: the way from the root of the API to everything in it.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS } from "../data/datasets.ts";
import type { Schema } from "../data/schema.ts";
import { constant, list, record, text } from "../data/schema.ts";
import { apiDescription, apiTitle, VERSION } from "./identity.ts";

export function apiIndex(facts: Facts, baseUrl: string) {
  return {
    object: "api_index",
    name: apiTitle(facts),
    version: VERSION,
    description: apiDescription(facts),
    endpoints: DATA_SETS.map(({ path }) => baseUrl + path),
    openapi: `${baseUrl}/openapi.json`,
    mcp: `${baseUrl}/mcp`,
    docs: `${baseUrl}/developers`,
  };
}

/** An address below BASE_URL, which is http on a machine of one's own. */
function ownUri(description: string): Schema<string> {
  return { type: "string", format: "uri", description };
}

export const API_INDEX_SCHEMA = record("The way to everything in this API", {
  object: constant("What this object is", "api_index"),
  name: text("The API's title"),
  version: text("The API's version"),
  description: text("What the API offers and what it does not"),
  endpoints: list("The data endpoints", ownUri("One data endpoint")),
  openapi: ownUri("The OpenAPI description"),
  mcp: ownUri("The MCP endpoint"),
  docs: ownUri("The page for developers"),
});
