/**
 * Describes the data's licence terms in sentences, for pages and AI agents.
 */

import type { Facts } from "./datasets.ts";

export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const source = `${cottage.name}, ${baseUrl}/`;
  return [licenceSentence(site, source), ...refusalSentences(site)];
}

function licenceSentence({ licence, contact }: Facts["site"], source: string): string {
  if (licence === undefined) {
    return `No licence is stated. Publishing these facts or reviews needs the owner's consent (${contact.email}).`;
  }
  const subject = licence.coversReviews
    ? "The facts and the guests' reviews, but not photographs,"
    : "The facts, but not the guests' reviews or photographs,";
  return `${subject} are licensed under ${licence.identifier ?? licence.name}; source: ${source}.`;
}

function refusalSentences({ contentSignals = {} }: Facts["site"]): string[] {
  const uses: string[] = [];
  if (contentSignals.aiInput === false) uses.push("in AI answers");
  if (contentSignals.aiTrain === false) uses.push("for AI training");
  return uses.length > 0 ? [`The owner refuses their use ${uses.join(" and ")}.`] : [];
}
