/**
 * Creates the root document of the API, served at `/api/`, which lists the endpoints.
 *
 * It does not know how documents are served.
 */

import { DATA_SETS, type Facts } from "./datasets.ts";

/** @param baseUrl the public address of the site, without a slash at its end */
export function apiIndex({ cottage }: Facts, baseUrl: string) {
  return {
    object: "api_index",
    name: `${cottage.name} API`,
    // The version of the API and of the MCP server, not of the program.
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

/** Cuts each list of objects to its first entries, so that an example of the data is short. */
export function withShortLists(facts: object, entriesMax: number): object {
  const members = Object.entries(facts).map(([name, value]) => {
    const isListOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isListOfObjects ? value.slice(0, entriesMax) : value];
  });
  return Object.fromEntries(members);
}
