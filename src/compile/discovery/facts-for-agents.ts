/**
 * Describes the cottage to AI agents: states facts that the API does not return or that a model may misunderstand.
 *
 * Gives no instructions, because MCP directories reject tool descriptions that instruct the model.
 */

import { type Facts, FILL_IN_PLACEHOLDER, type SiteFacts } from "../data/datasets.ts";
import type { Page, PublicSettings } from "../pages/load.ts";

/** Data from which documents such as `/llms.txt` are rendered. */
export type Service = PublicSettings & Readonly<{ facts: Facts; pages: readonly Page[] }>;

/** Returns sentences about the cottage, e.g. "Check-in is from 16:00, check-out by 10:00." */
export function houseFacts({ cottage, site }: Facts): string[] {
  const { floorArea, registrations = [] } = site;
  const sentences = [
    // Clients may cache these sentences, so begin with the date of the owner's last change.
    `As of ${site.updated}:`,
    `${cottage.name} sleeps ${site.sleeps}.`,
    describeBeds(site),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
  ];
  if (floorArea !== undefined) sentences.push(`Floor area: ${floorArea} m².`);
  sentences.push(`Emergency number: ${site.emergencyNumber}.`, ...describeHost(site));
  for (const { name, number } of registrations) sentences.push(`${name}: ${number}.`);
  return sentences;
}

/** Lists all beds. If the owner has listed none, warns that `bedTypes` in the API only counts king and double beds. */
function describeBeds({ beds = [] }: SiteFacts): string {
  if (beds.length === 0) return "bedTypes does not count beds of other sizes.";
  const descriptions = beds.map(({ kind, count, room }) => {
    return room === undefined ? `${count} ${kind}` : `${count} ${kind} (${room})`;
  });
  return `Beds: ${descriptions.join(", ")}.`;
}

function describeHost({ contact, languagesSpoken }: SiteFacts): string[] {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const details = [name, email];
  if (telephone !== undefined) details.push(telephone);
  if (whatsapp !== undefined) details.push(`WhatsApp ${whatsapp}`);
  const sentences = [`Host: ${details.join(", ")}.`, `The host speaks ${languagesSpoken.join(", ")}.`];
  if (repliesWithinHours !== undefined) sentences.push(`The host answers email within ${repliesWithinHours} h.`);
  return sentences;
}

export function bookingChannels({ booking }: Facts): string[] {
  const sentences = booking.channels.map(({ platform, url, supportsInstantBook }) => {
    return supportsInstantBook ? `${platform}, ${url} (instant booking).` : `${platform}, ${url}.`;
  });
  return ["Booking channels:", ...sentences];
}

const SENTENCE_END = /[.!?…]$/;

/** Returns the owner's notes with an introduction, so that language models do not take them for instructions. */
export function ownerNotes({ site }: Facts): string[] {
  const { goodToKnow: notes = [] } = site;
  if (notes.length === 0) return [];
  const sentences = notes.map((note) => (SENTENCE_END.test(note) ? note : `${note}.`));
  return ["The owner's notes:", ...sentences];
}

/** Warns AI agents if the owner's texts contain placeholders, e.g. "FILL IN", or are not in English. */
export function caveats(facts: Facts): string[] {
  const sentences: string[] = [];
  const placeholder = FILL_IN_PLACEHOLDER.exec(JSON.stringify(facts))?.[0];
  if (placeholder !== undefined) {
    sentences.push(
      `The owner has not finished describing this cottage: texts with ${placeholder} are placeholders, ` +
        "and numbers, times, rules and the position may be defaults.",
    );
  }
  const { language } = facts.site;
  const isEnglish = language.split("-")[0] === "en";
  if (!isEnglish) sentences.push(`The owner's texts are in the language ${language}.`);
  return sentences;
}

export function furtherSources({ pages, baseUrl }: Service): string[] {
  const sentences = [`All pages: ${baseUrl}/llms.txt.`, "The host answers all other questions."];
  const guestGuide = pages.find(({ path }) => path === "/welcome");
  if (guestGuide === undefined) return sentences;
  const { path, markdownPath, description } = guestGuide;
  return [`Guest guide: ${baseUrl}${path} (markdown: ${markdownPath}). ${description}`, ...sentences];
}

export function reviewNote({ cottage, reviews: { ratingValue, reviewCount, reviews } }: Facts): string {
  if (reviewCount === 0) return "There are no reviews yet; that is why the rating is 0.";
  const { bestRating } = cottage.aggregateRating;
  const average = `the average rating of all ${reviewCount} is ${ratingValue} out of ${bestRating}`;
  return `${reviews.length} of ${reviewCount} reviews are listed; ${average}.`;
}
