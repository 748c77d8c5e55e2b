/**
 * What is described, and what it calls itself in every document that does.
 */

import type { Facts } from "../data/datasets.ts";
import type { Page } from "../pages/load.ts";

export interface Service {
  readonly facts: Facts;
  readonly pages: readonly Page[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

/** Of the API description and of the MCP server; both follow the mission's `1.0.0`. */
export const VERSION = "1.0.0";

export function apiTitle({ cottage }: Facts): string {
  return `${cottage.name} API`;
}

/** What is offered and, as plainly, what is not. */
export function apiDescription({ cottage }: Facts): string {
  return (
    `Public, keyless, read-only facts about one holiday cottage, ${cottage.name}: its profile, guest reviews, local attractions and booking channels. ` +
    "No bookings, no prices and no availability: those are handled on the platforms that the booking endpoint names."
  );
}
