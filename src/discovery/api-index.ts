/**
 * `/api/`: the way from the root of the API to everything in it.
 */

import { DATA_SETS, type Facts } from "../data/datasets.ts";
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
