/**
 * Builds the root document of the API, served at `/api/`, which lists the endpoints.
 */

import { DATA_SETS, type Facts } from "./datasets.ts";

const API_VERSION = "1.0.0";

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
