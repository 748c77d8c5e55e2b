/**
 * The input of every discovery document: the facts, the pages and the settings that clients are told.
 */

import type { Facts } from "../data/datasets.ts";
import type { PageDocument } from "../pages/load.ts";

export type Service = Readonly<{
  facts: Facts;
  pages: readonly PageDocument[];
  /** Without a slash at its end. */
  baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  rateLimit: number | undefined;
}>;
