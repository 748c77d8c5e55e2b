/**
 * Page fragments about the cottage itself: the top of the front page, and its key facts.
 *
 * Prices appear exactly as the owner wrote them. This module does not calculate any.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { photograph } from "./gallery.ts";
import { blocks, type Definition, definitionList, EMPTY, type Inline } from "./piece.ts";
import { inline, piece, type Piece, strong, withHtml } from "./piece.ts";
import { score } from "./reviews.ts";

/** HTML id of the list of booking channels. The underscore makes a clash with the id of a heading unlikely. */
export const BOOKING_ANCHOR = "booking_channels";

/** Returns the top of the front page: name, place, rating, size and price range, and a link to book. */
export function hero({ cottage, site }: Facts, words: Words, photo: Photo | undefined): Piece {
  const { name, address, priceRange } = cottage;
  const place = words.format("place", { town: address.addressLocality, region: address.addressRegion });
  const bedrooms = words.format("bedrooms", { count: cottage.bedrooms });
  const guests = words.format("guests", { count: site.sleeps });
  const size = words.format("size", { bedrooms, guests });
  const rating = shortRating(cottage.aggregateRating, words);
  const image = photo === undefined ? undefined : photograph(photo, "100vw", html`fetchpriority="high"`);
  const summary = inline`${place} ${rating}${size} ${priceRange}.`;
  return {
    markdown: `# ${piece(name).markdown}\n\n${summary.markdown}`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}</p>
<p class="glance">${rating.html}<span>${size}</span></p>
<p class="offer"><a class="book" href="#${BOOKING_ANCHOR}">${words.format("book")}</a> <span>${priceRange}</span></p>
</div>
${image === undefined ? "" : html`<div class="hero-photo">${image}</div>`}
</div>`,
  };
}

/** Returns e.g. "4.8 out of 5 from 12 reviews. " with the space at its end, or an empty piece without reviews. */
function shortRating(rating: Facts["cottage"]["aggregateRating"], words: Words): Piece {
  if (rating.reviewCount === 0) return EMPTY;
  const reviews = words.format("reviews", { count: rating.reviewCount });
  const stars = score(rating.ratingValue, rating.bestRating, words);
  const plain = words.formatPieces("glance", { score: stars, reviews });
  const emphasised = words.formatPieces("glance", { score: strong(stars), reviews });
  return withHtml(inline`${plain} `, html`<span class="rated">${emphasised.html}</span> `);
}

/**
 * Returns the key facts by which guests compare cottages, such as the floor area, and the beds of each room if the
 * owner lists them by room.
 */
export function factsStrip({ cottage, site }: Facts, words: Words): Piece {
  const beds = bedsOf({ cottage, site });
  const floorArea = site.floorArea === undefined ? undefined : words.format("area", { area: site.floorArea });
  const languages = site.languagesSpoken.map((tag) => words.displayName("language", tag));
  const figures = labelled("facts", words, [
    ["sleeps", site.sleeps],
    ["bedrooms", cottage.bedrooms],
    ["beds", bedsInWords(beds, words) || words.format("beds.unknown")],
    ["bathrooms", cottage.bathrooms],
    ["rooms", site.rooms],
    ["area", floorArea],
    ["price", cottage.priceRange],
    ["arrive", words.format("arrive", { time: words.formatTime(site.checkinTime) })],
    ["leave", words.format("leave", { time: words.formatTime(site.checkoutTime) })],
    ["pets", words.format(cottage.petsAllowed ? "pets.yes" : "pets.no")],
    ["smoking", words.format(cottage.smokingAllowed ? "smoking.yes" : "smoking.no")],
    ["languages", languages.join(", ")],
  ]);
  const strip = definitionList(figures, "facts", words.format("colon"));
  const rooms = bedsByRoom(beds, words);
  return rooms.length === 0 ? strip : blocks(strip, definitionList(rooms, "facts rooms", words.format("colon")));
}

type Row = readonly [name: string, value: Inline | undefined];

/** Replaces the name of each row with its label, which is the UI text `group.name`. Omits rows without a value. */
export function labelled(group: string, words: Words, rows: readonly Row[]): Definition[] {
  const definitions: Definition[] = [];
  for (const [name, value] of rows) {
    if (value !== undefined) definitions.push([words.format(`${group}.${name}`), value]);
  }
  return definitions;
}

type Beds = readonly { readonly kind: string; readonly count: number; readonly room?: string }[];

/** Returns the owner's list of beds or, without one, the number of beds of each kind from the cottage profile. */
export function bedsOf({ cottage, site }: Pick<Facts, "cottage" | "site">): Beds {
  return site.beds ?? Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
}

/** Returns the beds of each room, with the room's name as the term. Omits beds without a room. */
function bedsByRoom(beds: Beds, words: Words): Definition[] {
  const rooms = new Map<string, Beds>();
  for (const bed of beds) {
    if (bed.room !== undefined) rooms.set(bed.room, [...(rooms.get(bed.room) ?? []), bed]);
  }
  return [...rooms].map(([room, bedsOfRoom]) => [room, bedsInWords(bedsOfRoom, words)]);
}

/** Returns e.g. "2 king-size beds, 1 cot", or an empty string if there are no beds. */
function bedsInWords(beds: Beds, words: Words): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const texts: string[] = [];
  for (const [kind, count] of counts) {
    if (count > 0) texts.push(words.format(`bed.${kind}`, { count }));
  }
  return texts.join(", ");
}
