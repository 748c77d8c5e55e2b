/**
 * Sentences about the cottage for AI agents: facts that the API does not return, or that a model is likely to misread.
 *
 * They repeat what the owner states and give a model no instructions, because directories of MCP servers reject those.
 */

import type { Facts } from "../data/datasets.ts";
import type { PageDocument } from "../pages/load.ts";
import { FILL_IN } from "../data/fill-in.ts";

type Site = Facts["site"];

/** Returns sentences on capacity, beds, times, rules, the host and registration numbers. */
export function houseFacts({ cottage, site }: Facts): string[] {
  const { floorArea, registrations = [] } = site;
  const pets = cottage.petsAllowed ? "Pets are allowed" : "Pets are not allowed";
  const smoking = cottage.smokingAllowed ? "smoking indoors is allowed" : "smoking indoors is not allowed";
  return [
    `${cottage.name} sleeps ${site.sleeps}.`,
    bedsSentence(cottage.bedTypes, site.beds),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
    `${pets}; ${smoking}.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    hostSentence(site),
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

const SENTENCE_END = /[.!?…]$/;

/** Returns the owner's "good to know" facts, each with a full stop if it does not end a sentence already. */
export function goodToKnow({ site }: Facts): string[] {
  const facts = site.goodToKnow ?? [];
  return facts.map((fact) => (SENTENCE_END.test(fact) ? fact : `${fact}.`));
}

const ENGLISH = /^en(?:-|$)/;

/**
 * Returns warnings, which come before all other sentences: texts are placeholders, or texts are not in English.
 *
 * Without a warning, a model takes placeholders and default values for facts.
 */
export function caveats(facts: Facts): string[] {
  const { language } = facts.site;
  const sentences: string[] = [];
  const placeholder = FILL_IN.exec(JSON.stringify(facts))?.[0];
  if (placeholder !== undefined) {
    sentences.push(
      `The owner has not finished describing this cottage: texts with ${placeholder} are placeholders, and numbers, ` +
        "times, rules and the position may be defaults.",
    );
  }
  if (!ENGLISH.test(language)) sentences.push(`The owner's texts are in the language ${language}.`);
  return sentences;
}

/** Pages that are not listed as "more pages": the front page, the guest guide and the page for developers. */
const OMITTED_PAGES = ["/", "/welcome", "/developers"];

/** Returns sentences on where to find more: in the guest guide, on the other pages, and from the host by email. */
export function furtherSources(pages: readonly PageDocument[], { site }: Facts, baseUrl: string): string[] {
  const sentences: string[] = [];
  const guide = pages.find(({ path }) => path === "/welcome");
  if (guide !== undefined) {
    sentences.push(`Guest guide: ${baseUrl}/welcome (markdown: /welcome.md). ${guide.description}`);
  }
  const otherPages = pages.filter(({ path }) => !OMITTED_PAGES.includes(path));
  const names = otherPages.map(({ path }) => path.slice(1));
  if (names.length > 0) sentences.push(`More pages (${names.join(", ")}): ${baseUrl}/llms.txt.`);
  sentences.push(`Anything stated neither here nor on these pages only the host knows: ${site.contact.email}.`);
  return sentences;
}

/** Returns how many reviews the API lists, or that there are none, because a model would read a rating of 0 as bad. */
export function reviewFacts({ reviews: { reviewCount, reviews } }: Facts): string[] {
  if (reviewCount === 0) return ["There are no reviews yet; that is why the rating is 0."];
  return [`${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`];
}

/** Returns the licence of the facts, or that there is none, and the uses by AI that the owner forbids. */
export function licenceTerms(facts: Facts, baseUrl: string): string[] {
  return [licenceSentence(facts, baseUrl), ...refusedUses(facts.site)];
}

function licenceSentence({ cottage, site }: Facts, baseUrl: string): string {
  const { licence, contact } = site;
  if (licence === undefined) {
    return `No licence is stated: publishing these facts or reviews needs the owner's consent, ${contact.email}.`;
  }
  const { name, identifier = name, coversReviews = false } = licence;
  const covered = coversReviews ? "The facts and the guests' reviews" : "The facts";
  const excluded = coversReviews ? "photographs" : "the guests' reviews or photographs";
  const source = `source: ${cottage.name}, ${baseUrl}/`;
  return `${covered}, but not ${excluded}, are licensed under ${identifier}; ${source}.`;
}

/** Returns a sentence on the uses by AI that the content signals forbid, or no sentence if they forbid none. */
function refusedUses({ contentSignals = {} }: Site): string[] {
  const uses: string[] = [];
  if (contentSignals.aiInput === false) uses.push("in AI answers");
  if (contentSignals.aiTrain === false) uses.push("for AI training");
  return uses.length === 0 ? [] : [`The owner refuses their use ${uses.join(" and ")}.`];
}

/** Returns e.g. "Host: Ida, ida@brook.example (speaks en; replies within 24 h)." */
function hostSentence({ contact, languagesSpoken }: Site): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const details = [name, email];
  if (telephone !== undefined) details.push(telephone);
  if (whatsapp !== undefined) details.push(`WhatsApp ${whatsapp}`);
  const reply = repliesWithinHours === undefined ? "" : `; replies within ${repliesWithinHours} h`;
  return `Host: ${details.join(", ")} (speaks ${languagesSpoken.join(", ")}${reply}).`;
}

/** Describes the beds: the owner's list with rooms if there is one, otherwise the bed counts of the cottage profile. */
function bedsSentence(bedTypes: Facts["cottage"]["bedTypes"], listed: Site["beds"] = []): string {
  if (listed.length > 0) {
    const beds = listed.map(({ kind, count, room }) => `${count} ${kind}${room === undefined ? "" : ` (${room})`}`);
    const hasCot = listed.some(({ kind }) => kind === "cot");
    return `Beds: ${beds.join(", ")}; no others${hasCot ? "" : " (cots: see amenities)"}.`;
  }
  const present = Object.entries(bedTypes).filter(([, count]) => count > 0);
  if (present.length === 0) return "Which beds there are is known to the host.";
  const beds = present.map(([kind, count]) => `${count} ${kind}`);
  return `Beds: ${beds.join(", ")}; beds of other sizes are not counted.`;
}
