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
  const sentences = [
    `${cottage.name} sleeps ${site.sleeps}.`,
    beds.length === 0 ? describeBedTypes(cottage.bedTypes) : describeBeds(beds),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
    `Pets are ${pets}; smoking indoors is ${smoking}.`,
  ];
  if (floorArea !== undefined) sentences.push(`Floor area: ${floorArea} m².`);
  sentences.push(`Emergency number: ${site.emergencyNumber}.`, describeHost(site));
  for (const { name, number } of registrations) sentences.push(`${name}: ${number}.`);
  return sentences;
}

/** Describes the owner's list of beds, which is complete except that the amenities may mention a cot. */
function describeBeds(beds: NonNullable<Site["beds"]>): string {
  const descriptions = beds.map(({ kind, count, room }) => {
    return room === undefined ? `${count} ${kind}` : `${count} ${kind} (${room})`;
  });
  const cotNote = beds.some(({ kind }) => kind === "cot") ? "" : " (cots: see amenities)";
  return `Beds: ${descriptions.join(", ")}; no others${cotNote}.`;
}

/** Describes the beds from the cottage profile, which counts only king-size and double beds. */
function describeBedTypes(bedTypes: Facts["cottage"]["bedTypes"]): string {
  const counts = Object.entries(bedTypes).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  if (counts.length === 0) return "The host knows which beds there are.";
  return `Beds: ${counts.join(", ")}; beds of other sizes are not counted.`;
}

function describeHost({ contact, languagesSpoken }: Site): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const channels = [name, email, telephone, whatsapp && `WhatsApp ${whatsapp}`];
  const details = channels.filter((channel) => channel !== undefined);
  const notes = [`speaks ${languagesSpoken.join(", ")}`];
  if (repliesWithinHours !== undefined) notes.push(`replies within ${repliesWithinHours} h`);
  return `Host: ${details.join(", ")} (${notes.join("; ")}).`;
}

const SENTENCE_END = /[.!?…]$/;

export function goodToKnow({ site: { goodToKnow: facts = [] } }: Facts): string[] {
  return facts.map((fact) => (SENTENCE_END.test(fact) ? fact : `${fact}.`));
}

const ENGLISH = /^en(?:-|$)/;

/** Returns warnings about placeholders and about text in another language than English. Callers put them first. */
export function caveats(facts: Facts): string[] {
  const { language } = facts.site;
  const warnings: string[] = [];
  const placeholderWord = FILL_IN.exec(JSON.stringify(facts))?.[0];
  if (placeholderWord !== undefined) {
    warnings.push(
      `The owner has not finished describing this cottage: texts with ${placeholderWord} are placeholders, ` +
        "and numbers, times, rules and the position may be defaults.",
    );
  }
  if (!ENGLISH.test(language)) warnings.push(`The owner's texts are in the language ${language}.`);
  return warnings;
}

/** Pages that the "More pages" sentence leaves out. */
const UNLISTED_PAGES = ["/", "/welcome", "/developers"];

export function furtherSources(pages: readonly PageDocument[], { site }: Facts, baseUrl: string): string[] {
  const sentences: string[] = [];
  const guide = pages.find(({ path }) => path === "/welcome");
  if (guide !== undefined) {
    sentences.push(`Guest guide: ${baseUrl}/welcome (markdown: /welcome.md). ${guide.description}`);
  }
  const otherPages = pages.filter(({ path }) => !UNLISTED_PAGES.includes(path));
  const pageNames = otherPages.map(({ path }) => path.slice(1));
  if (pageNames.length > 0) sentences.push(`More pages (${pageNames.join(", ")}): ${baseUrl}/llms.txt.`);
  sentences.push(`The host answers all other questions: ${site.contact.email}.`);
  return sentences;
}

/** States how many reviews the API lists. If there are none, a model could take the rating of 0 for a bad rating. */
export function reviewFacts({ reviews: { reviewCount, reviews } }: Facts): string[] {
  if (reviewCount === 0) return ["There are no reviews yet; that is why the rating is 0."];
  return [`${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`];
}

/** States which licence, if any, covers the facts and reviews, and which uses by AI the owner forbids. */
export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const { licence, contact, contentSignals = {} } = site;
  const sentences: string[] = [];
  if (licence === undefined) {
    sentences.push(
      `No licence is stated. Publishing these facts or reviews needs the owner's consent (${contact.email}).`,
    );
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
