/**
 * Sentences about the cottage for AI agents: facts that the API does not return, or that a model is likely to misread.
 *
 * They only repeat what the owner states. Directories of MCP servers reject text that gives a model instructions.
 */

import { FILL_IN } from "../data/fill-in.ts";
import type { Facts } from "../data/datasets.ts";
import type { PageDocument } from "../pages/load.ts";

type Site = Facts["site"];

/** Describes capacity, beds, check-in and check-out, rules, the host, and registration numbers. */
export function houseFacts({ cottage, site }: Facts): string[] {
  const { floorArea, registrations = [] } = site;
  const pets = cottage.petsAllowed ? "Pets are allowed" : "Pets are not allowed";
  const smoking = cottage.smokingAllowed ? "smoking indoors is allowed" : "smoking indoors is not allowed";
  return [
    `${cottage.name} sleeps ${site.sleeps}.`,
    site.beds === undefined || site.beds.length === 0 ? describeBedTypes(cottage.bedTypes) : describeBeds(site.beds),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
    `${pets}; ${smoking}.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    describeHost(site),
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

/** Describes the owner's complete list of beds. A cot that is not in the list may still be among the amenities. */
function describeBeds(beds: NonNullable<Site["beds"]>): string {
  const descriptions = beds.map(({ kind, count, room }) => {
    const location = room === undefined ? "" : ` (${room})`;
    return `${count} ${kind}${location}`;
  });
  const hasCot = beds.some(({ kind }) => kind === "cot");
  const cotNote = hasCot ? "" : " (cots: see amenities)";
  return `Beds: ${descriptions.join(", ")}; no others${cotNote}.`;
}

/** Describes the bed counts of the cottage profile, which has only king-size and double beds. */
function describeBedTypes(bedTypes: Facts["cottage"]["bedTypes"]): string {
  const present = Object.entries(bedTypes).filter(([, count]) => count > 0);
  if (present.length === 0) return "The host knows which beds there are.";
  const counts = present.map(([kind, count]) => `${count} ${kind}`);
  return `Beds: ${counts.join(", ")}; beds of other sizes are not counted.`;
}

/** Describes the host, e.g. "Host: Ida, ida@brook.example (speaks en, de; replies within 24 h)." */
function describeHost({ contact, languagesSpoken }: Site): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const details = [name, email];
  if (telephone !== undefined) details.push(telephone);
  if (whatsapp !== undefined) details.push(`WhatsApp ${whatsapp}`);
  const notes = [`speaks ${languagesSpoken.join(", ")}`];
  if (repliesWithinHours !== undefined) notes.push(`replies within ${repliesWithinHours} h`);
  return `Host: ${details.join(", ")} (${notes.join("; ")}).`;
}

const SENTENCE_END = /[.!?…]$/;

/** Returns the owner's "good to know" facts. Adds a full stop to each that does not end with a punctuation mark. */
export function goodToKnow({ site }: Facts): string[] {
  const facts = site.goodToKnow ?? [];
  return facts.map((fact) => (SENTENCE_END.test(fact) ? fact : `${fact}.`));
}

const ENGLISH = /^en(?:-|$)/;

/**
 * Warns that some text is a placeholder, or that it is not in English. The warnings come first, so that a model does
 * not take placeholders and default values for facts.
 */
export function caveats(facts: Facts): string[] {
  const { language } = facts.site;
  const warnings: string[] = [];
  const mark = placeholderMark(facts);
  if (mark !== undefined) {
    warnings.push(
      `The owner has not finished describing this cottage: texts with ${mark} are placeholders, and numbers, ` +
        "times, rules and the position may be defaults.",
    );
  }
  if (!ENGLISH.test(language)) warnings.push(`The owner's texts are in the language ${language}.`);
  return warnings;
}

/** Returns the word that marks placeholders in the data, e.g. "FILL IN", or undefined if there is no placeholder. */
function placeholderMark(facts: Facts): string | undefined {
  return FILL_IN.exec(JSON.stringify(facts))?.[0];
}

/** Paths of the pages that are not listed as "more pages". */
const OMITTED_PAGES = ["/", "/welcome", "/developers"];

/** Names the sources of more information: the guest guide, the other pages, and the host's email address. */
export function furtherSources(pages: readonly PageDocument[], { site }: Facts, baseUrl: string): string[] {
  const sentences: string[] = [];
  const guide = pages.find(({ path }) => path === "/welcome");
  if (guide !== undefined) {
    sentences.push(`Guest guide: ${baseUrl}/welcome (markdown: /welcome.md). ${guide.description}`);
  }
  const otherPages = pages.filter(({ path }) => !OMITTED_PAGES.includes(path));
  const names = otherPages.map(({ path }) => path.slice(1));
  if (names.length > 0) sentences.push(`More pages (${names.join(", ")}): ${baseUrl}/llms.txt.`);
  sentences.push(`The host answers all other questions: ${site.contact.email}.`);
  return sentences;
}

/** Says how many reviews the API lists. If there are none, says so, because a model could take the rating 0 for bad. */
export function reviewFacts({ reviews: { reviewCount, reviews } }: Facts): string[] {
  if (reviewCount === 0) return ["There are no reviews yet; that is why the rating is 0."];
  return [`${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`];
}

/** States the licence of the facts, or that there is none, and the AI uses that the owner forbids. */
export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const { licence, contact, contentSignals = {} } = site;
  const sentences: string[] = [];
  if (licence === undefined) {
    sentences.push(
      `No licence is stated. Publishing these facts or reviews needs the owner's consent (${contact.email}).`,
    );
  } else {
    const covered = licence.coversReviews
      ? "The facts and the guests' reviews, but not photographs,"
      : "The facts, but not the guests' reviews or photographs,";
    const licenceName = licence.identifier ?? licence.name;
    sentences.push(`${covered} are licensed under ${licenceName}; source: ${cottage.name}, ${baseUrl}/.`);
  }
  const refusedUses: string[] = [];
  if (contentSignals.aiInput === false) refusedUses.push("in AI answers");
  if (contentSignals.aiTrain === false) refusedUses.push("for AI training");
  if (refusedUses.length > 0) sentences.push(`The owner refuses their use ${refusedUses.join(" and ")}.`);
  return sentences;
}
