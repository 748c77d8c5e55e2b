/**
 * Renders parts of the page for developers, always in English.
 */

import type { Facts } from "../data/datasets.ts";
import { licenceTerms } from "../data/descriptions.ts";
import { paragraph } from "./piece.ts";

/** Renders paragraphs by placeholder. The first replaces `{{developers.limits}}`. */
export function developerFragments(facts: Facts, baseUrl: string, rateLimit: number | undefined) {
  const limit = rateLimit === undefined
    ? "This server has no rate limit."
    : `Each client may make ${rateLimit} requests a minute, evenly or in bursts.`;
  return {
    "developers.limits": paragraph(limit),
    "developers.licence": paragraph(licenceTerms(facts, baseUrl).join(" ")),
  };
}
