/**
 * Builds the root document of the API, served at `/api/`, which lists the endpoints.
 */

import { DATA_SETS, type Facts } from "./datasets.ts";

// Version of the API and of the MCP server, not of the program.
const API_VERSION = "1.0.0";

/** Returns the API's root document. `baseUrl` has no trailing slash. */
export function apiIndex({ cottage }: Facts, baseUrl: string) {
  return {
    object: "api_index",
    name: `${cottage.name} API`,
    version: API_VERSION,
    description:
      `Public, keyless, read-only facts about one holiday cottage, ${cottage.name}: its profile, guest reviews, ` +
      "local attractions and booking channels. Bookings, prices for dates and availability are not here: the booking " +
      "channels have them.",
    endpoints: DATA_SETS.map(({ path }) => baseUrl + path),
    openapi: `${baseUrl}/openapi.json`,
    mcp: `${baseUrl}/mcp`,
    docs: `${baseUrl}/developers`,
  };
}

/** Truncates each array of objects to `entriesMax` entries, to keep examples of the data short. */
export function withShortArrays(facts: object, entriesMax: number): object {
  const properties = Object.entries(facts).map(([name, value]) => {
    const isArrayOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isArrayOfObjects ? value.slice(0, entriesMax) : value];
  });
  return Object.fromEntries(properties);
}
