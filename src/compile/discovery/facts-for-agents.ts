/**
 * Sentences about the cottage for AI agents: facts that the API does not return, or that a model is likely to misread.
 *
 * The sentences only state facts, because MCP directories reject descriptions that instruct the model.
 */

import { type Facts, FILL_IN_PLACEHOLDER, type SiteFacts } from "../data/datasets.ts";
import type { Page, PublicSettings } from "../pages/load.ts";

/** Data for the files that programs and AI agents read, e.g. `/llms.txt`. */
export type Service = PublicSettings & Readonly<{ facts: Facts; pages: readonly Page[] }>;

/** Returns sentences about the house, its rules, the host and registration numbers. */
export function houseFacts({ cottage, site }: Facts): string[] {
  const { beds = [], floorArea, registrations = [] } = site;
  const pets = cottage.petsAllowed ? "allowed" : "not allowed";
  const smoking = cottage.smokingAllowed ? "allowed" : "not allowed";
  return [
    // Clients may cache these sentences, so begin with the date of the owner's last change.
    `As of ${site.updated}:`,
    `${cottage.name} sleeps ${site.sleeps}.`,
    // Prefer `beds`, which is optional, but more detailed than `bedTypes`.
    beds.length > 0 ? describeBeds(beds) : describeBedTypes(cottage.bedTypes),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
    `Pets are ${pets}; smoking indoors is ${smoking}.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    describeHost(site),
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

function describeBeds(beds: NonNullable<SiteFacts["beds"]>): string {
  const descriptions = beds.map(({ kind, count, room }) => {
    return room === undefined ? `${count} ${kind}` : `${count} ${kind} (${room})`;
  });
  // Some owners list cots only under amenities, so do not say that there are none.
  const includesCot = beds.some(({ kind }) => kind === "cot");
  const cotNote = includesCot ? "" : " (cots: see amenities)";
  return `Beds: ${descriptions.join(", ")}; no others${cotNote}.`;
}

function describeBedTypes(bedTypes: Facts["cottage"]["bedTypes"]): string {
  const counts = Object.entries(bedTypes).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  if (counts.length === 0) return "The host knows which beds there are.";
  return `Beds: ${counts.join(", ")}; beds of other sizes are not counted.`;
}

function describeHost({ contact, languagesSpoken }: SiteFacts): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const details = [name, email];
  if (telephone !== undefined) details.push(telephone);
  if (whatsapp !== undefined) details.push(`WhatsApp ${whatsapp}`);
  const notes = [`speaks ${languagesSpoken.join(", ")}`];
  if (repliesWithinHours !== undefined) notes.push(`answers email within ${repliesWithinHours} h`);
  return `Host: ${details.join(", ")} (${notes.join("; ")}).`;
}

const SENTENCE_END = /[.!?…]$/;

/** Returns the owner's notes after an introduction, so that language models do not take the notes for instructions. */
export function ownerNotes({ site }: Facts): string[] {
  const { goodToKnow: notes = [] } = site;
  if (notes.length === 0) return [];
  const sentences = notes.map((note) => (SENTENCE_END.test(note) ? note : `${note}.`));
  return ["The owner's notes:", ...sentences];
}

const ENGLISH_CODE = /^en(?:-|$)/;

/** Returns caveats about unfilled placeholders and about texts not in English. */
export function caveats(facts: Facts): string[] {
  const { language } = facts.site;
  const languageCaveats = ENGLISH_CODE.test(language) ? [] : [`The owner's texts are in the language ${language}.`];
  return [...placeholderCaveats(facts), ...languageCaveats];
}

function placeholderCaveats(facts: Facts): string[] {
  // All placeholders are the same, e.g. "FILL IN", so quote only the first.
  const placeholder = FILL_IN_PLACEHOLDER.exec(JSON.stringify(facts))?.[0];
  if (placeholder === undefined) return [];
  return [
    `The owner has not finished describing this cottage: texts with ${placeholder} are placeholders, ` +
      "and numbers, times, rules and the position may be defaults.",
  ];
}

/** Refers AI agents to the guest guide, the other pages and the host. */
export function furtherSources(pages: readonly Page[], baseUrl: string): string[] {
  const guestGuides = pages.filter(({ path }) => path === "/welcome");
  const guideSentences = guestGuides.map(({ path, markdownPath, description }) => {
    return `Guest guide: ${baseUrl}${path} (markdown: ${markdownPath}). ${description}`;
  });
  return [...guideSentences, ...otherPages(pages, baseUrl), "The host answers all other questions."];
}

/** Lists the other pages only by name, because `llms.txt` links to every page. */
function otherPages(pages: readonly Page[], baseUrl: string): string[] {
  // Skip pages that repeat API data (`/`), are not for guests, or are already listed.
  const others = pages.filter(({ path }) => !["/", "/developers", "/welcome"].includes(path));
  const names = others.map(({ path }) => path.slice(1));
  return names.length > 0 ? [`More pages (${names.join(", ")}): ${baseUrl}/llms.txt.`] : [];
}

export function reviewNote({ reviews: { reviewCount, reviews } }: Facts): string {
  if (reviewCount === 0) return "There are no reviews yet; that is why the rating is 0.";
  return `${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`;
}

const TERMS = "fees, deposit, minimum stay and cancellation terms";

/** Refers to the channels' pages for the terms, or, without such pages, to the host. */
export function termsNote({ booking: { channels } }: Facts): string {
  const hasPages = channels.some(({ url }) => url.startsWith("https:"));
  if (hasPages) return `Unless get-cottage states them, ${TERMS} are on the channels' pages.`;
  return `Unless get-cottage states them, the host states ${TERMS}, free dates and prices for dates.`;
}
