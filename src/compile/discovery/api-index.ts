/**
 * What is described, and what the root of the API, `/api/`, says of it; other documents say the same.
 */

import { DATA_SETS, type Facts } from "../data/datasets.ts";
import type { Page } from "../pages/load.ts";

export interface Service {
  readonly facts: Facts;
  readonly pages: readonly Page[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export function apiIndex({ cottage }: Facts, baseUrl: string) {
  return {
    object: "api_index",
    name: `${cottage.name} API`,
    // The mission's, and not the program's; the MCP server has the same.
    version: "1.0.0",
    description:
      `Public, keyless, read-only facts about one holiday cottage, ${cottage.name}: its profile, guest reviews, local attractions and booking channels. ` +
      "Bookings, prices for dates and availability are not here: the booking channels have them.",
    endpoints: DATA_SETS.map(({ path }) => baseUrl + path),
    openapi: `${baseUrl}/openapi.json`,
    mcp: `${baseUrl}/mcp`,
    docs: `${baseUrl}/developers`,
  };
}
