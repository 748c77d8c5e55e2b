/**
 * Sentences about the cottage for AI agents: facts that the API does not return, or that a model may misunderstand.
 *
 * The sentences only state facts, because MCP directories reject descriptions that instruct the model.
 */

import { type Facts, FILL_IN_PLACEHOLDER, type SiteFacts } from "../data/datasets.ts";
import type { Page, PublicSettings } from "../pages/load.ts";

/** Input for rendering documents such as `/llms.txt`: the facts, pages and settings of a site. */
export type Service = PublicSettings & Readonly<{ facts: Facts; pages: readonly Page[] }>;

export function houseFacts({ cottage, site }: Facts): string[] {
  const { beds = [], floorArea, registrations = [] } = site;
  const pets = cottage.petsAllowed ? "allowed" : "not allowed";
  const smoking = cottage.smokingAllowed ? "allowed" : "not allowed";
  return [
    // Clients may cache these sentences, so begin with the date of the owner's last change.
    `As of ${site.updated}:`,
    `${cottage.name} sleeps ${site.sleeps}.`,
    // Prefer `beds`, which is optional but more detailed than `bedTypes`.
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
  // If there is no cot in `beds`, refer to the amenities, because some owners list cots only there.
  const hasCot = beds.some(({ kind }) => kind === "cot");
  const cotNote = hasCot ? "" : " (cots: see amenities)";
  return `Beds: ${descriptions.join(", ")}; no others${cotNote}.`;
}

function describeBedTypes(bedTypes: Facts["cottage"]["bedTypes"]): string {
  const counts = Object.entries(bedTypes).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  if (counts.length === 0) return "The host knows which beds there are.";
  return `Beds: ${counts.join(", ")}; beds of other sizes are not counted.`;
}

function describeHost({ contact, languagesSpoken }: SiteFacts): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const details = telephone === undefined ? [name, email] : [name, email, telephone];
  if (whatsapp !== undefined) details.push(`WhatsApp ${whatsapp}`);
  const notes = [`speaks ${languagesSpoken.join(", ")}`];
  if (repliesWithinHours !== undefined) notes.push(`answers email within ${repliesWithinHours} h`);
  return `Host: ${details.join(", ")} (${notes.join("; ")}).`;
}

export function bookingChannels({ booking }: Facts): string[] {
  const channels = booking.channels.map(({ platform, url, supportsInstantBook }) => {
    return `${platform}, ${url}${supportsInstantBook ? " (instant booking)" : ""}.`;
  });
  return ["Booking channels:", ...channels];
}

const SENTENCE_END = /[.!?…]$/;

/** Returns the owner's notes with an introduction, so that language models do not take them for instructions. */
export function ownerNotes({ site }: Facts): string[] {
  const { goodToKnow: notes = [] } = site;
  if (notes.length === 0) return [];
  const sentences = notes.map((note) => (SENTENCE_END.test(note) ? note : `${note}.`));
  return ["The owner's notes:", ...sentences];
}

const ENGLISH_CODE = /^en(?:-|$)/;

export function caveats(facts: Facts): string[] {
  const sentences: string[] = [];
  const factsJson = JSON.stringify(facts);
  const placeholder = FILL_IN_PLACEHOLDER.exec(factsJson)?.[0];
  if (placeholder !== undefined) {
    sentences.push(
      `The owner has not finished describing this cottage: texts with ${placeholder} are placeholders, ` +
        "and numbers, times, rules and the position may be defaults.",
    );
  }
  const { language } = facts.site;
  if (!ENGLISH_CODE.test(language)) sentences.push(`The owner's texts are in the language ${language}.`);
  return sentences;
}

/** Returns sentences about where to find more information: in the guest guide, on other pages, and from the host. */
export function furtherSources(pages: readonly Page[], baseUrl: string): string[] {
  const sentences: string[] = [];
  const guestGuide = pages.find(({ path }) => path === "/welcome");
  if (guestGuide !== undefined) {
    const { path, markdownPath, description } = guestGuide;
    sentences.push(`Guest guide: ${baseUrl}${path} (markdown: ${markdownPath}). ${description}`);
  }
  const pageNames = pages.map(({ path }) => path.slice(1));
  // Omit the guest guide (see above) and pages that agents do not need. The front page ("") only repeats API data.
  const otherNames = pageNames.filter((name) => !["", "developers", "welcome"].includes(name));
  if (otherNames.length > 0) sentences.push(`More pages (${otherNames.join(", ")}): ${baseUrl}/llms.txt.`);
  return [...sentences, "The host answers all other questions."];
}

export function reviewNote({ reviews: { reviewCount, reviews } }: Facts): string {
  if (reviewCount === 0) return "There are no reviews yet; that is why the rating is 0.";
  return `${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`;
}

const TERMS = "fees, deposit, minimum stay and cancellation terms";

/** Says who states the terms: the booking channels on their pages or, if there are no such pages, the host. */
export function termsNote({ booking: { channels } }: Facts): string {
  const hasPages = channels.some(({ url }) => url.startsWith("https:"));
  if (hasPages) return `Unless get-cottage states them, ${TERMS} are on the channels' pages.`;
  return `Unless get-cottage states them, the host states ${TERMS}, free dates and prices for dates.`;
}
