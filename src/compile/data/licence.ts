/**
 * Sentences about the licence of the cottage's data, for developers and AI agents.
 */

import type { Facts } from "./datasets.ts";

export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const { licence, contact, contentSignals = {} } = site;
  const sentences: string[] = [];
  if (licence === undefined) {
    const consent = `needs the owner's consent (${contact.email})`;
    sentences.push(`No licence is stated. Publishing these facts or reviews ${consent}.`);
  } else {
    const subject = licence.coversReviews
      ? "The facts and the guests' reviews, but not photographs,"
      : "The facts, but not the guests' reviews or photographs,";
    const licenceName = licence.identifier ?? licence.name;
    sentences.push(`${subject} are licensed under ${licenceName}; source: ${cottage.name}, ${baseUrl}/.`);
  }
  const refusedUses: string[] = [];
  if (contentSignals.aiInput === false) refusedUses.push("in AI answers");
  if (contentSignals.aiTrain === false) refusedUses.push("for AI training");
  if (refusedUses.length > 0) sentences.push(`The owner refuses their use ${refusedUses.join(" and ")}.`);
  return sentences;
}
