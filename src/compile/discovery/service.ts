/**
 * The input of every discovery document: the facts, the pages and the settings that clients are told.
 */

import type { Facts } from "../data/datasets.ts";
import type { PageDocument } from "../pages/load.ts";

export interface Service {
  readonly facts: Facts;
  readonly pages: readonly PageDocument[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}
