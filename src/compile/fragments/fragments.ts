/**
 * Renders fragments: parts of pages that are built from the owner's data.
 */

import { removeTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { gallery, imageElement, linkedPhoto } from "./gallery.ts";
import { blocks, bulletList, definitionList, type DefinitionRow, EMPTY, type Inline, link } from "./piece.ts";
import { paragraph, type Piece, strong, toPiece, wrap } from "./piece.ts";
import { addressAndDirections, attractionList, attractionMap, directionsTo } from "./places.ts";
import { RATING_ANCHOR, ratingSentence, ratingSummary, reviewList } from "./reviews.ts";

/** HTML id. Ids of headings contain no underscores, so they cannot clash with this one. */
export const BOOKING_ANCHOR = "booking_channels";

/** Renders the parts of pages that come from data, by name. A page shows `reviews.list` at `{{reviews.list}}`. */
export function cottageFragments(facts: Facts, locale: Locale, photos: readonly Photo[], portrait?: Photo) {
  const { cottage, site } = facts;
  return {
    "cottage.hero": hero(facts, locale, photos[0]),
    "cottage.facts": keyFacts(facts, locale),
    "cottage.amenities": bulletList(cottage.amenities, "amenities"),
    "cottage.goodToKnow": bulletList(site.goodToKnow ?? [], "good-to-know"),
    "cottage.gallery": gallery(photos.slice(1), locale),
    "cottage.address": addressAndDirections(facts, locale),
    "cottage.directions": directionsTo(cottage.geo, locale),
    "attractions.map": attractionMap(facts, locale),
    "attractions.list": attractionList(facts, locale),
    "reviews.rating": ratingSummary(facts, locale),
    "reviews.list": reviewList(facts, locale),
    "booking.channels": bookingChannels(facts, locale),
    "contact.details": contactDetails(facts, locale, portrait),
  };
}

function hero(facts: Facts, locale: Locale, photo: Photo | undefined): Piece {
  return wrap`<div class="hero">\n${heroText(facts, locale)}\n${heroPhoto(photo, locale)}\n</div>`;
}

/** Renders the text at the top of the front page: name, place, rating, size, booking link and price. */
function heroText(facts: Facts, locale: Locale): Piece {
  const { name, priceRange } = facts.cottage;
  const heading = { markdown: `# ${escapeMarkdown(name)}`, html: html`<h1>${name}</h1>` };
  // This link has no Markdown version, because there it would have no target.
  const bookingLink = html`<a class="book" href="#${BOOKING_ANCHOR}">${locale.translate("book")}</a>`;
  return wrap`<div class="hero-text">
${heading}
<p class="place">${toPiece(placeSentence(facts, locale))}</p>
<p class="glance">${ratingLink(facts, locale)} <span>${toPiece(sizeSentence(facts, locale))}</span></p>
<p class="offer">${bookingLink} <span>${toPiece(priceRange)}</span></p>
</div>`;
}

function placeSentence({ cottage, site }: Facts, locale: Locale): string {
  const key = site.houseType === undefined ? "place" : `place.${site.houseType}`;
  return locale.translate(key, { town: cottage.address.addressLocality, region: cottage.address.addressRegion });
}

function ratingLink(facts: Facts, locale: Locale): Piece {
  if (facts.cottage.aggregateRating.reviewCount === 0) return EMPTY;
  return wrap`<a class="rated" href="#${RATING_ANCHOR}">${ratingSentence(facts, locale)}</a>`;
}

function sizeSentence({ cottage, site }: Facts, locale: Locale): string {
  const bedrooms = locale.translate("bedrooms", { count: cottage.bedrooms });
  const guests = locale.translate("guests", { count: site.sleeps });
  return locale.translate("size", { bedrooms, guests });
}

function heroPhoto(photo: Photo | undefined, locale: Locale): Piece {
  if (photo === undefined) return EMPTY;
  const options = { sizes: "100vw", priority: "high" } as const;
  // Do not link a drawing (SVG). A linked image needs alternative text, which a drawing may not have.
  const image = isSvg(photo.path) ? imageElement(photo, options) : linkedPhoto(photo, options, locale);
  return wrap`<div class="hero-photo">${image}</div>`;
}

/** Lists facts such as "Sleeps: 4", and the beds in each room. Omits undefined facts. */
function keyFacts(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const beds = bedsOf(facts);
  const isStudio = cottage.bedrooms === 0;
  const valuesByLabelKey = {
    "facts.sleeps": site.sleeps,
    "facts.bedrooms": isStudio ? undefined : cottage.bedrooms,
    "facts.beds": formatBeds(beds, locale),
    "facts.bathrooms": cottage.bathrooms,
    "facts.rooms": site.rooms,
    "facts.area": site.floorArea && locale.translate("area", { area: site.floorArea }),
    "facts.price": cottage.priceRange,
    ...stayFacts(facts, locale),
  };
  return blocks(labelledList(valuesByLabelKey, "facts", locale), roomList(beds, locale));
}

type Beds = readonly Readonly<{ kind: string; count: number; room?: string }>[];

/** Returns the beds in `site.beds` or, without that list, those in `cottage.bedTypes`. */
export function bedsOf({ cottage, site }: Facts): Beds {
  if (site.beds !== undefined) return site.beds;
  const bedTypes = Object.entries(cottage.bedTypes).filter(([, count]) => count > 0);
  return bedTypes.map(([kind, count]) => ({ kind, count }));
}

function formatBeds(beds: Beds, locale: Locale): string {
  if (beds.length === 0) return locale.translate("beds.unknown");
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => locale.translate(`bed.${kind}`, { count })).join(", ");
}

/** Returns facts about the stay, e.g. `{ "facts.arrive": "from 4 pm" }`. The keys are those of translated labels. */
function stayFacts({ cottage, site }: Facts, locale: Locale) {
  const languages = site.languagesSpoken.map((tag) => locale.displayName("language", tag));
  return {
    "facts.arrive": locale.translate("arrive", { time: locale.formatTime(site.checkinTime) }),
    "facts.leave": locale.translate("leave", { time: locale.formatTime(site.checkoutTime) }),
    "facts.pets": locale.translate(cottage.petsAllowed ? "pets.yes" : "pets.no"),
    "facts.smoking": locale.translate(cottage.smokingAllowed ? "smoking.yes" : "smoking.no"),
    "facts.languages": languages.join(", "),
  };
}

function labelledList(valuesByLabelKey: Record<string, Inline | undefined>, className: string, locale: Locale): Piece {
  const rows = Object.entries(valuesByLabelKey).map(([key, value]): DefinitionRow => [locale.translate(key), value]);
  return definitionList(rows, className, locale.translate("colon"));
}

/** Lists the beds in each room, e.g. "Attic: 2 single beds". */
function roomList(beds: Beds, locale: Locale): Piece {
  const roomNames = new Set(beds.map(({ room }) => room).filter((room) => room !== undefined));
  if (roomNames.size === 0) return EMPTY;
  const rows = [...roomNames].map((roomName): DefinitionRow => {
    const bedsInRoom = beds.filter(({ room }) => room === roomName);
    return [roomName, formatBeds(bedsInRoom, locale)];
  });
  return definitionList(rows, "facts rooms", locale.translate("colon"));
}

function bookingChannels(facts: Facts, locale: Locale): Piece {
  const { channels, note } = facts.booking;
  const links = bulletList(channels.map((channel) => channelLink(channel, locale)), "channels");
  // After a jump to this element, only the heading above it is still visible. So the note must be inside.
  return wrap`<div id="${BOOKING_ANCHOR}" class="booking">\n${blocks(paragraph(note), links)}\n</div>`;
}

function channelLink(channel: Channel, locale: Locale): Piece {
  const className = channel.supportsInstantBook ? "button instant" : "button";
  return link(channelLabel(channel, locale), channel.url, html` class="${className}"`);
}

type Channel = Facts["booking"]["channels"][number];

function channelLabel({ platform, supportsInstantBook }: Channel, locale: Locale): Piece {
  if (typeof supportsInstantBook !== "boolean") return strong(platform);
  const mode = locale.translate(supportsInstantBook ? "instant" : "on request");
  const confirms = wrap`<em>${toPiece(mode)}</em>`;
  return locale.translateToMarkup("channel", { platform: strong(platform), confirms });
}

function contactDetails(facts: Facts, locale: Locale, portrait: Photo | undefined): Piece {
  const { contact } = facts.site;
  return blocks(hostIntroduction(contact.about, portrait), contactList(contact, locale));
}

function hostIntroduction(about: string | undefined, portrait: Photo | undefined): Piece {
  if (about === undefined && portrait === undefined) return EMPTY;
  const image = portrait === undefined ? "" : imageElement(portrait, { sizes: "8rem", priority: "low" });
  return wrap`<div class="host">${image}${paragraph(about)}</div>`;
}

/** Lists ways to contact the host, e.g. "Telephone: +44 1632 960147". */
function contactList(contact: Facts["site"]["contact"], locale: Locale): Piece {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const valuesByLabelKey = {
    "contact.name": name,
    "contact.email": link(email, `mailto:${email}`),
    "contact.telephone": telephone && telephoneLink(telephone),
    "contact.whatsapp": whatsapp && link(whatsapp, `https://wa.me/${digitsOf(whatsapp)}`),
    "contact.replies": repliesWithinHours && locale.translate("replies", { count: repliesWithinHours }),
  };
  return labelledList(valuesByLabelKey, "facts contact", locale);
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:+${digitsOf(telephone)}`);
}

/** Returns the digits to dial from abroad, e.g. `441386700123` for "+44 (0)1386 700123". */
function digitsOf(telephone: string): string {
  return removeTrunkZero(telephone).replace(/\D/g, "");
}
