/**
 * The cottage itself: the top of the front page, the figures that guests compare, amenities and good to know.
 *
 * It says what the facts say. Of prices it repeats the owner's words and calculates nothing.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Photograph } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { photograph } from "./gallery.ts";
import { blocks, type Definition, definitionList, EMPTY, type Inline } from "./piece.ts";
import { inline, piece, type Piece, strong, withHtml } from "./piece.ts";
import { score } from "./reviews.ts";

/** The id of the list of booking channels. No heading has it: nobody writes underscores there. */
export const BOOKING_ANCHOR = "booking_channels";

/** Returns the top of the front page: the name, what the cottage is, and the link to booking. */
export function hero({ cottage, site }: Facts, words: Words, photo: Photograph | undefined): Piece {
  const { name, address, priceRange } = cottage;
  const place = words.format("place", { town: address.addressLocality, region: address.addressRegion });
  const bedrooms = words.format("bedrooms", { count: cottage.bedrooms });
  const guests = words.format("guests", { count: site.sleeps });
  const size = words.format("size", { bedrooms, guests });
  const rated = ratingAtGlance(cottage.aggregateRating, words);
  const image = photo && photograph(photo, "100vw", html`fetchpriority="high"`);
  const glance = inline`${place} ${rated}${size} ${priceRange}.`;
  return {
    markdown: `# ${piece(name).markdown}\n\n${glance.markdown}`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}</p>
<p class="glance">${rated.html}<span>${size}</span></p>
<p class="offer"><a class="book" href="#${BOOKING_ANCHOR}">${words.format("book")}</a> <span>${priceRange}</span></p>
</div>
${image === undefined ? "" : html`<div class="hero-photo">${image}</div>`}
</div>`,
  };
}

/** Returns the rating and a space, or nothing if there are no reviews. */
function ratingAtGlance(rating: Facts["cottage"]["aggregateRating"], words: Words): Piece {
  if (rating.reviewCount === 0) return EMPTY;
  const reviews = words.format("reviews", { count: rating.reviewCount });
  const stars = score(rating.ratingValue, rating.bestRating, words);
  const text = words.formatPieces("glance", { score: stars, reviews });
  const emphasised = words.formatPieces("glance", { score: strong(stars), reviews });
  return withHtml(inline`${text} `, html`<span class="rated">${emphasised.html}</span> `);
}

export function factsStrip({ cottage, site }: Facts, words: Words): Piece {
  const yesOrNo = (name: string, isYes: boolean) => words.format(`${name}.${isYes ? "yes" : "no"}`);
  const beds = bedsOf({ cottage, site });
  const { floorArea } = site;
  const spoken = site.languagesSpoken.map((tag) => words.displayName("language", tag));
  const figures = labelled("facts", words, [
    ["sleeps", site.sleeps],
    ["bedrooms", cottage.bedrooms],
    ["beds", bedsInWords(beds, words) || words.format("beds.unknown")],
    ["bathrooms", cottage.bathrooms],
    ["rooms", site.rooms],
    ["area", floorArea === undefined ? undefined : words.format("area", { area: floorArea })],
    ["price", cottage.priceRange],
    ["arrive", words.format("arrive", { time: words.formatTime(site.checkinTime) })],
    ["leave", words.format("leave", { time: words.formatTime(site.checkoutTime) })],
    ["pets", yesOrNo("pets", cottage.petsAllowed)],
    ["smoking", yesOrNo("smoking", cottage.smokingAllowed)],
    ["languages", spoken.join(", ")],
  ]);
  const strip = definitionList(figures, "facts", words.format("colon"));
  const rooms = bedsByRoom(beds, words);
  return rooms.length === 0 ? strip : blocks(strip, definitionList(rooms, "facts rooms", words.format("colon")));
}

/** Puts the label `group.name` before each value. Leaves out undefined values. */
export function labelled(group: string, words: Words, rows: readonly Row[]): Definition[] {
  const definitions: Definition[] = [];
  for (const [name, value] of rows) {
    if (value !== undefined) definitions.push([words.format(`${group}.${name}`), value]);
  }
  return definitions;
}

type Row = readonly [name: string, value: Inline | undefined];

type Beds = readonly { readonly kind: string; readonly count: number; readonly room?: string }[];

export function bedsOf({ cottage, site }: Pick<Facts, "cottage" | "site">): Beds {
  return site.beds ?? Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
}

function bedsByRoom(beds: Beds, words: Words): Definition[] {
  const rooms = new Map<string, Beds>();
  for (const bed of beds) {
    if (bed.room !== undefined) rooms.set(bed.room, [...(rooms.get(bed.room) ?? []), bed]);
  }
  return [...rooms].map(([room, bedsOfRoom]) => [room, bedsInWords(bedsOfRoom, words)]);
}

/** Returns e.g. "2 king-size beds, 1 cot", or nothing if there is no bed. */
function bedsInWords(beds: Beds, words: Words): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const present = [...counts].filter(([, count]) => count > 0);
  return present.map(([kind, count]) => words.format(`bed.${kind}`, { count })).join(", ");
}
