/**
 * How guests book and ask: booking channels, the host, telephone, WhatsApp and email.
 *
 * Everything is a link. Nothing can be sent or booked here.
 */

import { withoutTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Photograph } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { photograph } from "./gallery.ts";
import { BOOKING_ANCHOR, labelled } from "./house.ts";
import { blocks, definitionList, EMPTY, link, list, paragraph, type Piece, withHtml } from "./piece.ts";

type Channel = Facts["booking"]["channels"][number];

/** A platform's name and a note in brackets, which is set smaller. */
const NAME_AND_NOTE = /^([^(]+) (\(.*\))$/;

export function bookingChannels({ booking, cottage }: Facts, words: Words): Piece {
  const buttons = booking.channels.map((channel) => channelButton(channel, cottage.name, words));
  const channels = list(buttons, "channels");
  const markup = html`<div id="${BOOKING_ANCHOR}" class="booking">\n${channels.html}\n</div>`;
  return blocks(paragraph(booking.note), withHtml(channels, markup));
}

function channelButton({ platform, url, supportsInstantBook: isInstant }: Channel, name: string, words: Words): Piece {
  const [, brand = platform, note] = NAME_AND_NOTE.exec(platform) ?? [];
  const title = html`<strong>${brand}</strong>${note === undefined ? "" : html` <small>${note}</small>`}`;
  const target = isBareMail(url) ? withEnquiry(url, name, words) : url;
  const linked = link(platform, target);
  if (typeof isInstant !== "boolean") return withHtml(linked, button(target, "button", title));
  const confirms = words.format(isInstant ? "instant" : "on request");
  const colon = html`<span class="unseen">${words.format("colon")} </span>`;
  const content = html`${title}${colon}<span class="confirms">${confirms}</span>`;
  return withHtml(
    words.formatPieces("channel", { platform: linked, confirms }),
    button(target, isInstant ? "button instant" : "button", content),
  );
}

function button(target: string, className: string, content: Html): Html {
  return html`<a class="${className}" href="${target}" rel="noopener">${content}</a>`;
}

function isBareMail(url: string): boolean {
  return url.startsWith("mailto:") && !url.includes("?");
}

/** Adds a subject and the questions that every enquiry answers (RFC 6068). */
function withEnquiry(mailto: string, name: string, words: Words): string {
  const subject = encodeURIComponent(words.format("mail.subject", { name }));
  const body = encodeURIComponent(words.format("mail.body").replaceAll("\n", "\r\n"));
  return `${mailto}?subject=${subject}&body=${body}`;
}

export function contactDetails({ cottage, site }: Facts, words: Words, portrait: Photograph | undefined): Piece {
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
  return blocks(host(about, portrait), details, card);
}

export const CONTACT_CARD_PATH = "/contact.vcf";

function host(about: string | undefined, portrait: Photograph | undefined): Piece {
  if (about === undefined && portrait === undefined) return EMPTY;
  const picture = portrait === undefined ? "" : photograph(portrait, "8rem", html`loading="lazy"`);
  const text = paragraph(about ?? "");
  return withHtml(text, html`<div class="host">${picture}${about === undefined ? "" : text.html}</div>`);
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:+${digitsOf(telephone)}`);
}

/** Returns the digits to dial from abroad. */
export function digitsOf(telephone: string): string {
  return withoutTrunkZero(telephone).replace(/\D/g, "");
}
