/**
 * Page fragments with links to the booking channels and the host's contact details.
 */

import { removeTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { imageElement } from "./gallery.ts";
import { BOOKING_ANCHOR, labelledList } from "./house.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece } from "./piece.ts";

export const CONTACT_CARD_PATH = "/contact.vcf";

export function bookingChannels({ booking, cottage }: Facts, locale: Locale): Piece {
  const links = booking.channels.map((channel) => channelLink(channel, cottage.name, locale));
  const list = bulletList(links, "channels");
  const section = { ...list, html: html`<div id="${BOOKING_ANCHOR}" class="booking">\n${list.html}\n</div>` };
  return blocks(paragraph(booking.note), section);
}

type Channel = Facts["booking"]["channels"][number];

/** Renders a link such as "Airbnb: instant booking", or only "Airbnb" if the booking mode is unknown. */
function channelLink({ platform, url, supportsInstantBook }: Channel, cottageName: string, locale: Locale): Piece {
  const href = withPrefilledMessage(url, cottageName, locale);
  const name = { markdown: link(platform, href).markdown, html: html`<strong>${platform}</strong>` };
  const label = typeof supportsInstantBook === "boolean" ? withBookingMode(name, supportsInstantBook, locale) : name;
  const className = supportsInstantBook ? "button instant" : "button";
  return { ...label, html: html`<a class="${className}" href="${href}">${label.html}${visibleContact(url)}</a>` };
}

const EMAIL_OR_TELEPHONE_URL = /^(?:mailto|tel):([^?]+)/;

/** Renders the contact of an email or telephone URL as visible text, for print. Renders nothing for other URLs. */
function visibleContact(url: string): Html | "" {
  const contact = EMAIL_OR_TELEPHONE_URL.exec(url)?.[1];
  return contact === undefined ? "" : html` <bdi>${contact}</bdi>`;
}

function withBookingMode(platform: Piece, isInstant: boolean, locale: Locale): Piece {
  const mode = locale.translate(isInstant ? "instant" : "on request");
  const confirms = { markdown: mode, html: html`<em>${mode}</em>` };
  return locale.translateToMarkup("channel", { platform, confirms });
}

/** Adds a subject and a list of questions to a `mailto:` URL that has no query. Returns other URLs unchanged. */
function withPrefilledMessage(url: string, cottageName: string, locale: Locale): string {
  if (!url.startsWith("mailto:") || url.includes("?")) return url;
  const subject = encodeURIComponent(locale.translate("mail.subject", { name: cottageName }));
  const body = encodeURIComponent(locale.translate("mail.body").replaceAll("\n", "\r\n"));
  return `${url}?subject=${subject}&body=${body}`;
}

/** Renders the introduction to the host, the contact details and a link to the contact card (a vCard file). */
export function contactDetails({ cottage, site }: Facts, locale: Locale, portrait: Photo | undefined): Piece {
  const { name, email, telephone, whatsapp, repliesWithinHours, about } = site.contact;
  const emailUrl = withPrefilledMessage(`mailto:${email}`, cottage.name, locale);
  const replyTime =
    repliesWithinHours === undefined ? undefined : locale.translate("replies", { count: repliesWithinHours });
  const valuesByLabelKey = {
    "contact.name": name,
    "contact.email": link(email, emailUrl),
    "contact.telephone": telephone === undefined ? undefined : telephoneLink(telephone),
    "contact.whatsapp": whatsapp === undefined ? undefined : link(whatsapp, `https://wa.me/${digitsOf(whatsapp)}`),
    "contact.replies": replyTime,
  };
  const details = labelledList(valuesByLabelKey, "facts contact", locale);
  const vCardLink = paragraph(link(locale.translate("contact.card"), CONTACT_CARD_PATH));
  return blocks(hostIntroduction(about, portrait), details, vCardLink);
}

function hostIntroduction(about: string | undefined, portrait: Photo | undefined): Piece {
  if (about === undefined && portrait === undefined) return EMPTY;
  const image = portrait === undefined ? "" : imageElement(portrait, { sizes: "8rem", priority: "low" });
  const introduction = paragraph(about);
  return { ...introduction, html: html`<div class="host">${image}${introduction.html}</div>` };
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:+${digitsOf(telephone)}`);
}

/** Returns the digits to dial from abroad, e.g. `441386700123` for "+44 (0)1386 700123". */
export function digitsOf(telephone: string): string {
  return removeTrunkZero(telephone).replace(/\D/g, "");
}
