/**
 * Sentences about the cottage for AI agents: facts that the API does not return, or that a model is likely to misread.
 *
 * The sentences give a model no instructions, because MCP directories reject such text.
 */

import { FILL_IN } from "../data/fill-in.ts";
import type { Facts } from "../data/datasets.ts";
import type { PageDocument } from "../pages/load.ts";

type Site = Facts["site"];

export function houseFacts({ cottage, site }: Facts): string[] {
  const { beds = [], floorArea, registrations = [] } = site;
  const pets = cottage.petsAllowed ? "allowed" : "not allowed";
  const smoking = cottage.smokingAllowed ? "allowed" : "not allowed";
  return [
    `${cottage.name} sleeps ${site.sleeps}.`,
    beds.length === 0 ? describeBedTypes(cottage.bedTypes) : describeBeds(beds),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
    `Pets are ${pets}; smoking indoors is ${smoking}.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    describeHost(site),
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

/** Describes the beds that the owner lists. There are no others, except perhaps a cot among the amenities. */
function describeBeds(beds: NonNullable<Site["beds"]>): string {
  const descriptions = beds.map(({ kind, count, room }) => {
    return room === undefined ? `${count} ${kind}` : `${count} ${kind} (${room})`;
  });
  const cotNote = beds.some(({ kind }) => kind === "cot") ? "" : " (cots: see amenities)";
  return `Beds: ${descriptions.join(", ")}; no others${cotNote}.`;
}

function describeBedTypes(bedTypes: Facts["cottage"]["bedTypes"]): string {
  const counts = Object.entries(bedTypes).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  if (counts.length === 0) return "The host knows which beds there are.";
  return `Beds: ${counts.join(", ")}; beds of other sizes are not counted.`;
}

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

export function goodToKnow({ site: { goodToKnow: facts = [] } }: Facts): string[] {
  return facts.map((fact) => (SENTENCE_END.test(fact) ? fact : `${fact}.`));
}

const ENGLISH = /^en(?:-|$)/;

/** Returns a sentence if the owner's text is unfinished, and one if it is not in English. */
export function caveats(facts: Facts): string[] {
  const sentences: string[] = [];
  const fillInMark = FILL_IN.exec(JSON.stringify(facts))?.[0];
  if (fillInMark !== undefined) {
    sentences.push(
      `The owner has not finished describing this cottage: texts with ${fillInMark} are placeholders, ` +
        "and numbers, times, rules and the position may be defaults.",
    );
  }
  const { language } = facts.site;
  if (!ENGLISH.test(language)) sentences.push(`The owner's texts are in the language ${language}.`);
  return sentences;
}

/** Returns sentences that point guests to information outside the data. */
export function furtherSources(pages: readonly PageDocument[], { site }: Facts, baseUrl: string): string[] {
  const sentences: string[] = [];
  const guide = pages.find(({ path }) => path === "/welcome");
  if (guide !== undefined) {
    sentences.push(`Guest guide: ${baseUrl}/welcome (markdown: /welcome.md). ${guide.description}`);
  }
  // The front page repeats the data. The developers page is not for guests.
  const otherPages = pages.filter(({ path }) => !["/", "/welcome", "/developers"].includes(path));
  const names = otherPages.map(({ path }) => path.slice(1));
  if (names.length > 0) sentences.push(`More pages (${names.join(", ")}): ${baseUrl}/llms.txt.`);
  sentences.push(`The host answers all other questions: ${site.contact.email}.`);
  return sentences;
}

export function reviewNote({ reviews: { reviewCount, reviews } }: Facts): string {
  if (reviewCount === 0) return "There are no reviews yet; that is why the rating is 0.";
  return `${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`;
}
