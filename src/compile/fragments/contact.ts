/**
 * Fragments for booking and contact: the booking channels, and the host's name, email and telephone numbers.
 *
 * They consist of links. This module sends no message and makes no booking.
 */

import { withoutTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { photograph } from "./gallery.ts";
import { BOOKING_ANCHOR, labelled } from "./house.ts";
import { blocks, definitionList, EMPTY, link, list, paragraph, type Piece, withHtml } from "./piece.ts";

export const CONTACT_CARD_PATH = "/contact.vcf";

type Channel = Facts["booking"]["channels"][number];

/** Matches a platform's name followed by a note in brackets, e.g. "Email (no fees)". */
const NAME_AND_NOTE = /^([^(]+) (\(.*\))$/;

/** Returns the owner's note on booking and the list of booking channels, which are buttons in HTML. */
export function bookingChannels({ booking, cottage }: Facts, words: Words): Piece {
  const buttons = booking.channels.map((channel) => channelButton(channel, cottage.name, words));
  const channels = list(buttons, "channels");
  const markup = html`<div id="${BOOKING_ANCHOR}" class="booking">\n${channels.html}\n</div>`;
  return blocks(paragraph(booking.note), withHtml(channels, markup));
}

/** Returns a link to a booking channel, with whether bookings are instant or on request if the owner states it. */
function channelButton(channel: Channel, cottageName: string, words: Words): Piece {
  const { platform, url, supportsInstantBook } = channel;
  const target = isMailtoWithoutQuery(url) ? withEnquiry(url, cottageName, words) : url;
  const platformLink = link(platform, target);
  const title = buttonTitle(platform);
  if (typeof supportsInstantBook !== "boolean") return withHtml(platformLink, button(target, "button", title));
  const confirmation = words.format(supportsInstantBook ? "instant" : "on request");
  const className = supportsInstantBook ? "button instant" : "button";
  // The colon is for screen readers; the style sheet hides it.
  const colon = html`<span class="unseen">${words.format("colon")} </span>`;
  const content = html`${title}${colon}<span class="confirms">${confirmation}</span>`;
  const text = words.formatPieces("channel", { platform: platformLink, confirms: confirmation });
  return withHtml(text, button(target, className, content));
}

/** Renders a platform's name in bold and the note after it, if there is one, in small type. */
function buttonTitle(platform: string): Html {
  const match = NAME_AND_NOTE.exec(platform);
  if (match === null) return html`<strong>${platform}</strong>`;
  const [, name = "", note = ""] = match;
  return html`<strong>${name}</strong> <small>${note}</small>`;
}

function button(target: string, className: string, content: Html): Html {
  return html`<a class="${className}" href="${target}" rel="noopener">${content}</a>`;
}

function isMailtoWithoutQuery(url: string): boolean {
  return url.startsWith("mailto:") && !url.includes("?");
}

/** Adds a subject and a form for arrival, departure and number of guests to a `mailto:` URL (RFC 6068). */
function withEnquiry(mailto: string, cottageName: string, words: Words): string {
  const subject = encodeURIComponent(words.format("mail.subject", { name: cottageName }));
  const body = encodeURIComponent(words.format("mail.body").replaceAll("\n", "\r\n"));
  return `${mailto}?subject=${subject}&body=${body}`;
}

/** Returns the host's introduction and portrait, the contact details, and a link to the vCard. */
export function contactDetails({ cottage, site }: Facts, words: Words, portrait: Photo | undefined): Piece {
  const { name, email, telephone, whatsapp, repliesWithinHours, about } = site.contact;
  const rows = labelled("contact", words, [
    ["name", name],
    ["email", link(email, withEnquiry(`mailto:${email}`, cottage.name, words))],
    ["telephone", telephone === undefined ? undefined : telephoneLink(telephone)],
    ["whatsapp", whatsapp === undefined ? undefined : link(whatsapp, `https://wa.me/${digitsOf(whatsapp)}`)],
    ["replies", repliesWithinHours === undefined ? undefined : words.format("replies", { count: repliesWithinHours })],
  ]);
  const details = definitionList(rows, "facts contact", words.format("colon"));
  const card = paragraph(link(words.format("contact.card"), CONTACT_CARD_PATH));
  return blocks(hostIntroduction(about, portrait), details, card);
}

/** Returns the portrait of the host and the text about them. Either may be missing. */
function hostIntroduction(about: string | undefined, portrait: Photo | undefined): Piece {
  if (about === undefined && portrait === undefined) return EMPTY;
  const picture = portrait === undefined ? "" : photograph(portrait, "8rem", html`loading="lazy"`);
  const text = paragraph(about ?? "");
  return withHtml(text, html`<div class="host">${picture}${about === undefined ? "" : text.html}</div>`);
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:+${digitsOf(telephone)}`);
}

/** Returns the digits of an international number, e.g. `441386700123` for "+44 (0)1386 700123". */
export function digitsOf(telephone: string): string {
  return withoutTrunkZero(telephone).replace(/\D/g, "");
}
