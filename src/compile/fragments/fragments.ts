/**
 * Renders fragments, the parts of pages that are built from facts.
 */

import { removeTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { gallery, imageElement, photoLink } from "./gallery.ts";
import { blocks, bulletList, definitionList, type DefinitionRow, EMPTY, type Inline } from "./piece.ts";
import { inlineMarkup, link, paragraph, type Piece, strong } from "./piece.ts";
import { addressAndDirections, attractionList, attractionMap, directionsTo } from "./places.ts";
import { RATING_ANCHOR, ratingSummary, reviewList } from "./reviews.ts";

/** HTML id. Ids of headings have no underscores. */
export const BOOKING_ANCHOR = "booking_channels";
export const CONTACT_CARD_PATH = "/contact.vcf";

/** Renders all fragments, keyed by name. A page includes a fragment with a line such as `{{reviews.list}}`. */
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

/** Renders the top of the front page. Only the HTML has the link to the booking channels. */
function hero(facts: Facts, locale: Locale, photo: Photo | undefined): Piece {
  const { name, priceRange } = facts.cottage;
  const title = { markdown: `# ${escapeMarkdown(name)}`, html: html`<h1>${name}</h1>` };
  const place = placeSentence(facts, locale);
  const ratingAndSize = ratingAndSizeSentences(facts, locale);
  const photoPiece = heroPhoto(photo, locale);
  const bookingLink = html`<a class="book" href="#${BOOKING_ANCHOR}">${locale.translate("book")}</a>`;
  const summary = inlineMarkup`${place} ${ratingAndSize} ${priceRange}.`;
  return {
    markdown: blocks(title, summary, photoPiece).markdown,
    html: html`<div class="hero">
<div class="hero-text">
${title.html}
<p class="place">${place}</p>
<p class="glance">${ratingAndSize.html}</p>
<p class="offer">${bookingLink} <span>${priceRange}</span></p>
</div>
${photoPiece.html}
</div>`,
  };
}

function placeSentence({ cottage, site }: Facts, locale: Locale): string {
  const key = site.houseType === undefined ? "place" : `place.${site.houseType}`;
  return locale.translate(key, { town: cottage.address.addressLocality, region: cottage.address.addressRegion });
}

/** Renders e.g. "4.8 out of 5 from 12 reviews. 2 bedrooms, sleeps 4." */
function ratingAndSizeSentences(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const bedrooms = locale.translate("bedrooms", { count: cottage.bedrooms });
  const guests = locale.translate("guests", { count: site.sleeps });
  const sizeText = locale.translate("size", { bedrooms, guests });
  const size = { markdown: escapeMarkdown(sizeText), html: html`<span>${sizeText}</span>` };
  return cottage.aggregateRating.reviewCount === 0 ? size : inlineMarkup`${ratingSentence(facts, locale)} ${size}`;
}

/** Renders e.g. "4.8 out of 5 from 12 reviews." The HTML is a link to the rating summary. */
function ratingSentence({ cottage }: Facts, locale: Locale): Piece {
  const { ratingValue, bestRating, reviewCount } = cottage.aggregateRating;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  const reviews = locale.translate("reviews", { count: reviewCount });
  const sentence = locale.translateToMarkup("glance", { score, reviews });
  return { markdown: sentence.markdown, html: html`<a class="rated" href="#${RATING_ANCHOR}">${sentence.html}</a>` };
}

/** Links a photo to its uncropped file. A drawing (SVG) is not linked, and is omitted from the Markdown. */
function heroPhoto(photo: Photo | undefined, locale: Locale): Piece {
  if (photo === undefined) return EMPTY;
  const image = imageElement(photo, { sizes: "100vw", priority: "high" });
  if (isSvg(photo.path)) return { markdown: "", html: html`<div class="hero-photo">${image}</div>` };
  const { markdown } = photoLink(photo, locale);
  return { markdown, html: html`<div class="hero-photo"><a href="${photo.path}">${image}</a></div>` };
}

/** Renders key facts, e.g. "Sleeps: 4", followed by the beds in each room. Omits undefined facts. */
function keyFacts(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const beds = bedsOf(facts);
  const valuesByLabelKey = {
    "facts.sleeps": site.sleeps,
    "facts.bedrooms": cottage.bedrooms,
    "facts.beds": beds.length === 0 ? locale.translate("beds.unknown") : formatBeds(beds, locale),
    "facts.bathrooms": cottage.bathrooms,
    "facts.rooms": site.rooms,
    "facts.area": site.floorArea === undefined ? undefined : locale.translate("area", { area: site.floorArea }),
    "facts.price": cottage.priceRange,
    "facts.arrive": locale.translate("arrive", { time: locale.formatTime(site.checkinTime) }),
    "facts.leave": locale.translate("leave", { time: locale.formatTime(site.checkoutTime) }),
    "facts.pets": locale.translate(cottage.petsAllowed ? "pets.yes" : "pets.no"),
    "facts.smoking": locale.translate(cottage.smokingAllowed ? "smoking.yes" : "smoking.no"),
    "facts.languages": site.languagesSpoken.map((tag) => locale.displayName("language", tag)).join(", "),
  };
  return blocks(labelledList(valuesByLabelKey, "facts", locale), roomList(beds, locale));
}

function labelledList(valuesByLabelKey: Record<string, Inline | undefined>, className: string, locale: Locale): Piece {
  const rows = Object.entries(valuesByLabelKey).map(([key, value]): DefinitionRow => [locale.translate(key), value]);
  return definitionList(rows, { className, colon: locale.translate("colon") });
}

type Beds = readonly Readonly<{ kind: string; count: number; room?: string }>[];

export function bedsOf({ cottage, site }: Facts): Beds {
  if (site.beds !== undefined) return site.beds;
  const bedTypes = Object.entries(cottage.bedTypes).filter(([, count]) => count > 0);
  return bedTypes.map(([kind, count]) => ({ kind, count }));
}

/** Renders the beds in each room. Omits beds without a room. */
function roomList(beds: Beds, locale: Locale): Piece {
  const roomNames = new Set(beds.map(({ room }) => room).filter((room) => room !== undefined));
  if (roomNames.size === 0) return EMPTY;
  const rows = [...roomNames].map((roomName): DefinitionRow => {
    const bedsInRoom = beds.filter(({ room }) => room === roomName);
    return [roomName, formatBeds(bedsInRoom, locale)];
  });
  return definitionList(rows, { className: "facts rooms", colon: locale.translate("colon") });
}

function formatBeds(beds: Beds, locale: Locale): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => locale.translate(`bed.${kind}`, { count })).join(", ");
}

function bookingChannels({ booking, cottage }: Facts, locale: Locale): Piece {
  const links = booking.channels.map((channel) => channelLink(channel, cottage.name, locale));
  const list = bulletList(links, "channels");
  const section = html`<div id="${BOOKING_ANCHOR}" class="booking">\n${list.html}\n</div>`;
  return blocks(paragraph(booking.note), { markdown: list.markdown, html: section });
}

type Channel = Facts["booking"]["channels"][number];

function channelLink({ platform, url, supportsInstantBook }: Channel, cottageName: string, locale: Locale): Piece {
  const href = withPrefilledMessage(url, cottageName, locale);
  const name = { markdown: link(platform, href).markdown, html: html`<strong>${platform}</strong>` };
  const label = channelLabel(name, supportsInstantBook, locale);
  const className = supportsInstantBook ? "button instant" : "button";
  const button = html`<a class="${className}" href="${href}">${label.html}${visibleContact(url)}</a>`;
  return { markdown: label.markdown, html: button };
}

/** A label such as "Airbnb: instant booking", or just "Airbnb" if the booking mode is unknown. */
function channelLabel(platform: Piece, isInstant: boolean | null | undefined, locale: Locale): Piece {
  if (typeof isInstant !== "boolean") return platform;
  const mode = locale.translate(isInstant ? "instant" : "on request");
  const confirms = { markdown: mode, html: html`<em>${mode}</em>` };
  return locale.translateToMarkup("channel", { platform, confirms });
}

const MAILTO_OR_TEL_URL = /^(?:mailto|tel):([^?]+)/;

/** Renders the address of a `mailto:` URL or the number of a `tel:` URL as text, for print. */
function visibleContact(url: string): Html | "" {
  const contact = MAILTO_OR_TEL_URL.exec(url)?.[1];
  return contact === undefined ? "" : html` <bdi>${contact}</bdi>`;
}

/** Adds a subject and a list of questions to a `mailto:` URL, unless the URL already has parameters. */
function withPrefilledMessage(url: string, cottageName: string, locale: Locale): string {
  if (!url.startsWith("mailto:") || url.includes("?")) return url;
  const subject = encodeURIComponent(locale.translate("mail.subject", { name: cottageName }));
  const body = encodeURIComponent(locale.translate("mail.body").replaceAll("\n", "\r\n"));
  return `${url}?subject=${subject}&body=${body}`;
}

/** Renders the host's introduction and known contact details, and a link to the contact card (a vCard file). */
function contactDetails({ cottage, site }: Facts, locale: Locale, portrait: Photo | undefined): Piece {
  const { name, email, telephone, whatsapp, repliesWithinHours: hours, about } = site.contact;
  const valuesByLabelKey = {
    "contact.name": name,
    "contact.email": link(email, withPrefilledMessage(`mailto:${email}`, cottage.name, locale)),
    "contact.telephone": telephone === undefined ? undefined : telephoneLink(telephone),
    "contact.whatsapp": whatsapp === undefined ? undefined : link(whatsapp, `https://wa.me/${digitsOf(whatsapp)}`),
    "contact.replies": hours === undefined ? undefined : locale.translate("replies", { count: hours }),
  };
  const details = labelledList(valuesByLabelKey, "facts contact", locale);
  const contactCardLink = paragraph(link(locale.translate("contact.card"), CONTACT_CARD_PATH));
  return blocks(hostIntroduction(about, portrait), details, contactCardLink);
}

function hostIntroduction(about: string | undefined, portrait: Photo | undefined): Piece {
  if (about === undefined && portrait === undefined) return EMPTY;
  const image = portrait === undefined ? "" : imageElement(portrait, { sizes: "8rem", priority: "low" });
  const introduction = paragraph(about);
  return { markdown: introduction.markdown, html: html`<div class="host">${image}${introduction.html}</div>` };
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:+${digitsOf(telephone)}`);
}

/** Returns the digits to dial from abroad, e.g. `441386700123` for "+44 (0)1386 700123". */
export function digitsOf(telephone: string): string {
  return removeTrunkZero(telephone).replace(/\D/g, "");
}
