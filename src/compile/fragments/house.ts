/**
 * Page fragments about the cottage itself: the top of the front page, and the key facts.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { imageElement } from "./gallery.ts";
import { blocks, type Definition, definitionList, type Inline, type Piece, strong, toPiece } from "./piece.ts";
import { score } from "./reviews.ts";

/** HTML id of the booking channels. The underscore makes a clash with the id of a heading unlikely. */
export const BOOKING_ANCHOR = "booking_channels";

/** Returns the top of the front page: name, town, rating, size and prices and, in HTML, a photo and a booking link. */
export function hero({ cottage, site }: Facts, words: Words, photo: Photo | undefined): Piece {
  const { name, address, aggregateRating, priceRange } = cottage;
  const location = words.format("place", { town: address.addressLocality, region: address.addressRegion });
  const bedrooms = words.format("bedrooms", { count: cottage.bedrooms });
  const guests = words.format("guests", { count: site.sleeps });
  const size = words.format("size", { bedrooms, guests });
  const rating = aggregateRating.reviewCount === 0 ? undefined : shortRating(aggregateRating, words);
  const ratingMarkup = rating === undefined ? "" : html`<span class="rated">${rating.html}</span> `;
  const image = photo === undefined ? "" : html`<div class="hero-photo">${imageElement(photo, "100vw", "high")}</div>`;
  const sentences = [location, rating, size, `${priceRange}.`].filter((sentence) => sentence !== undefined);
  const markdownSentences = sentences.map((sentence) => toPiece(sentence).markdown);
  return {
    markdown: `# ${toPiece(name).markdown}\n\n${markdownSentences.join(" ")}`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${location}</p>
<p class="glance">${ratingMarkup}<span>${size}</span></p>
<p class="offer"><a class="book" href="#${BOOKING_ANCHOR}">${words.format("book")}</a> <span>${priceRange}</span></p>
</div>
${image}
</div>`,
  };
}

/** Returns a sentence such as "4.8 out of 5 from 12 reviews." In HTML, the score is bold. */
function shortRating(rating: Facts["cottage"]["aggregateRating"], words: Words): Piece {
  const averageScore = score(rating.ratingValue, rating.bestRating, words);
  const reviews = words.format("reviews", { count: rating.reviewCount });
  const scorePiece = { markdown: toPiece(averageScore).markdown, html: strong(averageScore).html };
  return words.formatMarkup("glance", { score: scorePiece, reviews });
}

export function keyFacts(facts: Facts, words: Words): Piece {
  const { cottage, site } = facts;
  const area = site.floorArea;
  const beds = bedsOf(facts);
  const languages = site.languagesSpoken.map((tag) => words.displayName("language", tag));
  const list = labelledList("facts", words, [
    ["facts.sleeps", site.sleeps],
    ["facts.bedrooms", cottage.bedrooms],
    ["facts.beds", formatBeds(beds, words) ?? words.format("beds.unknown")],
    ["facts.bathrooms", cottage.bathrooms],
    ["facts.rooms", site.rooms],
    ["facts.area", area === undefined ? undefined : words.format("area", { area })],
    ["facts.price", cottage.priceRange],
    ["facts.arrive", words.format("arrive", { time: words.formatTime(site.checkinTime) })],
    ["facts.leave", words.format("leave", { time: words.formatTime(site.checkoutTime) })],
    ["facts.pets", words.format(cottage.petsAllowed ? "pets.yes" : "pets.no")],
    ["facts.smoking", words.format(cottage.smokingAllowed ? "smoking.yes" : "smoking.no")],
    ["facts.languages", languages.join(", ")],
  ]);
  return blocks(list, roomList(beds, words));
}

type Row = readonly [key: string, value: Inline | undefined];

/** Returns a definition list whose terms are UI strings. Omits rows without a value. */
export function labelledList(className: string, words: Words, rows: readonly Row[]): Piece {
  const definitions: Definition[] = [];
  for (const [key, value] of rows) {
    if (value !== undefined) definitions.push([words.format(key), value]);
  }
  return definitionList(definitions, className, words.format("colon"));
}

type Beds = readonly { readonly kind: string; readonly count: number; readonly room?: string }[];

/** Returns the owner's list of beds or, if there is none, the number of beds of each kind from the cottage profile. */
export function bedsOf({ cottage, site }: Pick<Facts, "cottage" | "site">): Beds {
  return site.beds ?? Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
}

/** Lists the rooms with their beds. Omits beds without a room. Returns undefined if no bed has a room. */
function roomList(beds: Beds, words: Words): Piece | undefined {
  const rooms = new Set(beds.map(({ room }) => room).filter((room) => room !== undefined));
  if (rooms.size === 0) return undefined;
  const rows = [...rooms].map((room): Definition => {
    const bedsInRoom = beds.filter((bed) => bed.room === room);
    return [room, formatBeds(bedsInRoom, words) ?? ""];
  });
  return definitionList(rows, "facts rooms", words.format("colon"));
}

/** Formats bed counts, e.g. "2 king-size beds, 1 cot". Returns undefined if there are no beds. */
function formatBeds(beds: Beds, words: Words): string | undefined {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const present = [...counts].filter(([, count]) => count > 0);
  if (present.length === 0) return undefined;
  return present.map(([kind, count]) => words.format(`bed.${kind}`, { count })).join(", ");
}
