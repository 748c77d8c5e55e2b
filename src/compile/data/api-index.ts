/**
 * The root document of the API, `/api/`. It depends on the facts and the public address alone.
 */

import { DATA_SETS, type Facts } from "./datasets.ts";

export function apiIndex({ cottage }: Facts, baseUrl: string) {
  return {
    object: "api_index",
    name: `${cottage.name} API`,
    // The version of the API, which the MCP server has too. It is not the program's.
    version: "1.0.0",
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

/** Shortens each list of objects to its first entries, for an example that shows the shape of the data. */
export function withShortLists(facts: object, entriesMax: number): object {
  const members = Object.entries(facts).map(([name, value]) => {
    const isListOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isListOfObjects ? value.slice(0, entriesMax) : value];
  });
  return Object.fromEntries(members);
}
