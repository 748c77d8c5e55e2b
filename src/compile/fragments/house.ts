/**
 * Page fragments about the cottage: the top of the front page and the key facts.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { imageElement, photoLink } from "./gallery.ts";
import { blocks, definitionList, type DefinitionRow, EMPTY } from "./piece.ts";
import { type Inline, inlineMarkup, type Piece, strong, toPiece } from "./piece.ts";

// HTML ids of fragments. The underscore makes a clash with a heading's id unlikely.
export const BOOKING_ANCHOR = "booking_channels";
export const RATING_ANCHOR = "average_score";

/** Renders the top of the front page. The Markdown omits the link to the booking channels. */
export function hero(facts: Facts, locale: Locale, photo: Photo | undefined): Piece {
  const { name, priceRange, address } = facts.cottage;
  const { houseType } = facts.site;
  const placeKey = houseType === undefined ? "place" : `place.${houseType}`;
  const placeSentence = locale.translate(placeKey, { town: address.addressLocality, region: address.addressRegion });
  const rating = ratingSentence(facts, locale);
  const capacity = capacitySentence(facts, locale);
  const ratingAndCapacity = rating === undefined ? capacity : inlineMarkup`${rating} ${capacity}`;
  const photoPiece = photo === undefined ? EMPTY : heroPhoto(photo, locale);
  const bookingLink = html`<a class="book" href="#${BOOKING_ANCHOR}">${locale.translate("book")}</a>`;
  const summary = inlineMarkup`${placeSentence} ${ratingAndCapacity} ${priceRange}.`.markdown;
  return {
    markdown: `# ${escapeMarkdown(name)}\n\n${summary}\n\n${photoPiece.markdown}`.trimEnd(),
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${placeSentence}</p>
<p class="glance">${ratingAndCapacity.html}</p>
<p class="offer">${bookingLink} <span>${priceRange}</span></p>
</div>
${photoPiece.html}
</div>`,
  };
}

/** Renders a photo as a link to the uncropped file. A drawing (SVG) is not linked, and is omitted from the Markdown. */
function heroPhoto(photo: Photo, locale: Locale): Piece {
  const image = imageElement(photo, { sizes: "100vw", priority: "high" });
  if (isSvg(photo.path)) return { markdown: "", html: html`<div class="hero-photo">${image}</div>` };
  const { markdown } = photoLink(photo, locale);
  return { markdown, html: html`<div class="hero-photo"><a href="${photo.path}">${image}</a></div>` };
}

/** Renders a sentence such as "4.8 out of 5 from 12 reviews." Returns undefined if there are no reviews. */
function ratingSentence({ cottage }: Facts, locale: Locale): Piece | undefined {
  const { ratingValue, bestRating, reviewCount } = cottage.aggregateRating;
  if (reviewCount === 0) return undefined;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  const reviews = locale.translate("reviews", { count: reviewCount });
  // The English string with the key "glance" is `{score} from {reviews}.`
  const sentence = locale.translateToMarkup("glance", { score, reviews });
  return { ...sentence, html: html`<a class="rated" href="#${RATING_ANCHOR}">${sentence.html}</a>` };
}

function capacitySentence({ cottage, site }: Facts, locale: Locale): Piece {
  const bedrooms = locale.translate("bedrooms", { count: cottage.bedrooms });
  const guests = locale.translate("guests", { count: site.sleeps });
  const sentence = toPiece(locale.translate("size", { bedrooms, guests }));
  return { ...sentence, html: html`<span>${sentence.html}</span>` };
}

/** Renders the key facts, then the beds in each room. Omits unknown facts, but shows a note if the beds are unknown. */
export function keyFacts(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const area = site.floorArea === undefined ? undefined : locale.translate("area", { area: site.floorArea });
  const beds = bedsOf(facts);
  const bedsText = beds.length === 0 ? locale.translate("beds.unknown") : formatBeds(beds, locale);
  const languages = site.languagesSpoken.map((tag) => locale.displayName("language", tag));
  const valuesByLabelKey = {
    "facts.sleeps": site.sleeps,
    "facts.bedrooms": cottage.bedrooms,
    "facts.beds": bedsText,
    "facts.bathrooms": cottage.bathrooms,
    "facts.rooms": site.rooms,
    "facts.area": area,
    "facts.price": cottage.priceRange,
    "facts.arrive": locale.translate("arrive", { time: locale.formatTime(site.checkinTime) }),
    "facts.leave": locale.translate("leave", { time: locale.formatTime(site.checkoutTime) }),
    "facts.pets": locale.translate(cottage.petsAllowed ? "pets.yes" : "pets.no"),
    "facts.smoking": locale.translate(cottage.smokingAllowed ? "smoking.yes" : "smoking.no"),
    "facts.languages": languages.join(", "),
  };
  return blocks(labelledList(valuesByLabelKey, "facts", locale), roomList(beds, locale));
}

/** Renders a definition list. The keys of `values` are the translation keys of the labels. Skips undefined values. */
export function labelledList(values: Record<string, Inline | undefined>, className: string, locale: Locale): Piece {
  const rows = Object.entries(values).map(([key, value]): DefinitionRow => [locale.translate(key), value]);
  return definitionList(rows, className, locale.translate("colon"));
}

type Beds = readonly Readonly<{ kind: string; count: number; room?: string }>[];

export function bedsOf({ cottage, site }: Facts): Beds {
  if (site.beds !== undefined) return site.beds;
  const bedTypes = Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
  return bedTypes.filter(({ count }) => count > 0);
}

function roomList(beds: Beds, locale: Locale): Piece {
  const roomNames = beds.map(({ room }) => room).filter((room) => room !== undefined);
  if (roomNames.length === 0) return EMPTY;
  const rows = [...new Set(roomNames)].map((roomName): DefinitionRow => {
    const bedsInRoom = beds.filter(({ room }) => room === roomName);
    return [roomName, formatBeds(bedsInRoom, locale)];
  });
  return definitionList(rows, "facts rooms", locale.translate("colon"));
}

function formatBeds(beds: Beds, locale: Locale): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => locale.translate(`bed.${kind}`, { count })).join(", ");
}
