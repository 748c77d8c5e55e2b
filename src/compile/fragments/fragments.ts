/**
 * Renders fragments: parts of pages that are built from the owner's data.
 */

import { removeTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { gallery, imageElement, photoLink } from "./gallery.ts";
import { blocks, bulletList, definitionList, type DefinitionRow, EMPTY, type Inline } from "./piece.ts";
import { inlineMarkup, joinMarkdown, link, paragraph, type Piece } from "./piece.ts";
import { addressAndDirections, attractionList, attractionMap, directionsTo } from "./places.ts";
import { RATING_ANCHOR, ratingSummary, reviewList, scoreAndReviewCount } from "./reviews.ts";

/** HTML id. Heading ids contain no underscores, so it cannot clash with them. */
export const BOOKING_ANCHOR = "booking_channels";

/** Renders all fragments, keyed by name. A page includes one with a placeholder such as `{{reviews.list}}`. */
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
  const text = heroText(facts, locale);
  const image = heroPhoto(photo, locale);
  return {
    markdown: joinMarkdown(text, image),
    html: html`<div class="hero">\n${text.html}\n${image.html}\n</div>`,
  };
}

/** Renders the name and a summary, which is one paragraph in Markdown and three in HTML. */
function heroText(facts: Facts, locale: Locale): Piece {
  const { name, priceRange } = facts.cottage;
  const place = placeSentence(facts, locale);
  const ratingAndSize = ratingAndSizeSentences(facts, locale);
  const summary = inlineMarkup`${place} ${ratingAndSize} ${priceRange}.`;
  const bookingLink = html`<a class="book" href="#${BOOKING_ANCHOR}">${locale.translate("book")}</a>`;
  return {
    markdown: `# ${escapeMarkdown(name)}\n\n${summary.markdown}`,
    html: html`<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}</p>
<p class="glance">${ratingAndSize.html}</p>
<p class="offer">${bookingLink} <span>${priceRange}</span></p>
</div>`,
  };
}

function placeSentence({ cottage, site }: Facts, locale: Locale): string {
  const key = site.houseType === undefined ? "place" : `place.${site.houseType}`;
  return locale.translate(key, { town: cottage.address.addressLocality, region: cottage.address.addressRegion });
}

/** Renders sentences such as "4.8 out of 5 from 12 reviews. 2 bedrooms, sleeps 4." */
function ratingAndSizeSentences(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const bedrooms = locale.translate("bedrooms", { count: cottage.bedrooms });
  const guests = locale.translate("guests", { count: site.sleeps });
  const sizeText = locale.translate("size", { bedrooms, guests });
  const size = { markdown: escapeMarkdown(sizeText), html: html`<span>${sizeText}</span>` };
  if (cottage.aggregateRating.reviewCount === 0) return size;
  return inlineMarkup`${ratingSentence(facts, locale)} ${size}`;
}

/** Renders a sentence such as "4.8 out of 5 from 12 reviews." In HTML, it is a link to the rating summary. */
function ratingSentence(facts: Facts, locale: Locale): Piece {
  const sentence = locale.translateToMarkup("glance", scoreAndReviewCount(facts, locale));
  return { markdown: sentence.markdown, html: html`<a class="rated" href="#${RATING_ANCHOR}">${sentence.html}</a>` };
}

/** Renders a photo as a link to its file. A drawing (SVG) is not linked, and the Markdown omits it. */
function heroPhoto(photo: Photo | undefined, locale: Locale): Piece {
  if (photo === undefined) return EMPTY;
  const image = imageElement(photo, { sizes: "100vw", priority: "high" });
  if (isSvg(photo.path)) return { markdown: "", html: html`<div class="hero-photo">${image}</div>` };
  const { markdown } = photoLink(photo, locale);
  return { markdown, html: html`<div class="hero-photo"><a href="${photo.path}">${image}</a></div>` };
}

/** Renders facts such as "Sleeps: 4", and the beds in each room. Omits undefined facts. */
function keyFacts(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const beds = bedsOf(facts);
  const valuesByLabelKey = {
    "facts.sleeps": site.sleeps,
    // A studio has no bedrooms.
    "facts.bedrooms": cottage.bedrooms === 0 ? undefined : cottage.bedrooms,
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
  const links = channels.map((channel) => channelLink(channel, facts, locale));
  // Links jump to this element. Put the note inside, so that the heading directly above the element stays visible.
  const { markdown, html: content } = blocks(paragraph(note), bulletList(links, "channels"));
  return { markdown, html: html`<div id="${BOOKING_ANCHOR}" class="booking">\n${content}\n</div>` };
}

type Channel = Facts["booking"]["channels"][number];

/** Renders text such as "Airbnb: instant booking". In Markdown, only "Airbnb" is linked. In HTML, the whole text is. */
function channelLink(channel: Channel, { cottage, site }: Facts, locale: Locale): Piece {
  const { platform, url, supportsInstantBook } = channel;
  const href = withPrefilledMessage(url, cottage.name, locale);
  const name = { markdown: link(platform, href).markdown, html: html`<strong>${platform}</strong>` };
  const { markdown, html: label } = channelLabel(name, supportsInstantBook, locale);
  const className = supportsInstantBook ? "button instant" : "button";
  const contact = visibleContact(url, site.contact);
  return { markdown, html: html`<a class="${className}" href="${href}">${label}${contact}</a>` };
}

/** Adds a note such as "instant booking" to the platform, unless `isInstant` is unknown. */
function channelLabel(platform: Piece, isInstant: boolean | null | undefined, locale: Locale): Piece {
  if (typeof isInstant !== "boolean") return platform;
  const mode = locale.translate(isInstant ? "instant" : "on request");
  const confirms = { markdown: mode, html: html`<em>${mode}</em>` };
  return locale.translateToMarkup("channel", { platform, confirms });
}

const MAILTO_OR_TEL_URL = /^(?:mailto|tel):([^?]+)/;

/** Returns the contact in a `mailto:` or `tel:` URL as text. The owner's number has spaces, as in the contact data. */
function visibleContact(url: string, { telephone = "" }: Facts["site"]["contact"]): Html | "" {
  const contact = MAILTO_OR_TEL_URL.exec(url)?.[1];
  if (contact === undefined) return "";
  return html` <bdi>${contact === `+${digitsOf(telephone)}` ? telephone : contact}</bdi>`;
}

/** Adds a subject and body to a `mailto:` URL, unless it already has parameters. */
function withPrefilledMessage(url: string, cottageName: string, locale: Locale): string {
  if (!url.startsWith("mailto:") || url.includes("?")) return url;
  const subject = encodeURIComponent(locale.translate("mail.subject", { name: cottageName }));
  const body = encodeURIComponent(locale.translate("mail.body").replaceAll("\n", "\r\n"));
  return `${url}?subject=${subject}&body=${body}`;
}

function contactDetails(facts: Facts, locale: Locale, portrait: Photo | undefined): Piece {
  const introduction = hostIntroduction(facts.site.contact.about, portrait);
  return blocks(introduction, contactList(facts, locale));
}

function hostIntroduction(about: string | undefined, portrait: Photo | undefined): Piece {
  if (about === undefined && portrait === undefined) return EMPTY;
  const image = portrait === undefined ? "" : imageElement(portrait, { sizes: "8rem", priority: "low" });
  const introduction = paragraph(about);
  return { markdown: introduction.markdown, html: html`<div class="host">${image}${introduction.html}</div>` };
}

function contactList({ cottage, site }: Facts, locale: Locale): Piece {
  const { name, email, telephone, whatsapp, repliesWithinHours } = site.contact;
  const emailUrl = withPrefilledMessage(`mailto:${email}`, cottage.name, locale);
  const valuesByLabelKey = {
    "contact.name": name,
    "contact.email": link(email, emailUrl),
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
