/**
 * Where to book and whom to ask: links that leave this site, and the only buttons on it.
 *
 * It says what a platform offers and never a price or a free date.
 */
import { type Html, html } from "../html.ts";
import type { Told } from "./fragment.ts";
import { blocks, designed, facts, link, list, paragraph, type Piece } from "./piece.ts";

type Channel = Told["facts"]["booking"]["channels"][number];

export function bookingChannels({ facts: { booking }, words }: Told): Piece {
  const buttons = booking.channels.map((channel) => {
    const { platform, url, supportsInstantBook: isInstant } = channel;
    const confirms = isInstant === true ? words.say("instant") : isInstant === false ? words.say("on request") : undefined;
    const linked = link(platform, url);
    return designed(confirms === undefined ? linked : words.tell("channel", { platform: linked, confirms }), button(channel, confirms));
  });
  return blocks(paragraph(booking.note), list(buttons, "channels"));
}

function button({ platform, url, supportsInstantBook }: Channel, confirms: string | undefined): Html {
  // What stands in brackets after a platform's name is a remark, and is set smaller.
  const [, head, remark] = /^([^(]*[^( ]) (\(.*\))$/.exec(platform) ?? [];
  const name = head === undefined || remark === undefined ? html`${platform}` : html`<strong>${head}</strong> <small>${remark}</small>`;
  const end = confirms === undefined ? "" : html`<span class="unseen">: </span><span class="confirms">${confirms}</span>`;
  return html`<a class="button${supportsInstantBook === true ? " instant" : ""}" href="${url}" rel="noopener">${name}${end}</a>`;
}

export function contactDetails({ facts: { site }, words }: Told): Piece {
  const { name, email, telephone } = site.contact;
  const rows: (readonly [string, string | Piece])[] = [
    [words.say("contact.name"), name],
    [words.say("contact.email"), link(email, `mailto:${email}`)],
  ];
  if (telephone !== undefined) rows.push([words.say("contact.telephone"), telephoneLink(telephone)]);
  return facts(rows, "facts contact", words.say("colon"));
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:${telephone.replace(/[^+\d]/g, "")}`);
}
