/**
 * Where to book and whom to ask: links that leave this site, and the only buttons on it.
 *
 * It says what a platform offers and never a price or a free date.
 */
import type { Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Fragment, Fragments } from "./fragment.ts";
import { type Html, html } from "../html.ts";

type Channel = Facts["booking"]["channels"][number];

export function bookingFragments(facts: Facts): Fragments {
  return { "booking.channels": bookingChannels(facts), "contact.details": contactDetails(facts) };
}

function bookingChannels({ booking }: Facts): Fragment {
  return {
    markdown: [
      escapeMarkdown(booking.note),
      booking.channels
        .map((each) => {
          const confirms = confirmation(each);
          const link = `[${escapeMarkdown(each.platform)}](${each.url})`;
          return `- ${link}${confirms === undefined ? "" : `: ${confirms}`}`;
        })
        .join("\n"),
    ].join("\n\n"),
    html: html`<p>${booking.note}</p>
<ul class="channels">
${booking.channels.map((each) => html`<li>${button(each)}</li>\n`)}</ul>`,
  };
}

function confirmation({ supportsInstantBook }: Channel): string | undefined {
  if (supportsInstantBook === true) return "instant booking";
  return supportsInstantBook === false ? "booking on request" : undefined;
}

function button(channel: Channel): Html {
  const confirms = confirmation(channel);
  const classes = channel.supportsInstantBook === true ? "button instant" : "button";
  const remark =
    confirms === undefined ? "" : html`<span class="unseen">: </span><span class="confirms">${confirms}</span>`;
  return html`<a class="${classes}" href="${channel.url}" rel="noopener">${platform(channel.platform)}${remark}</a>`;
}

/** What stands in brackets after a platform's name is a remark, and is set smaller. */
function platform(name: string): Html {
  const [, head, remark] = /^([^(]*[^( ]) (\(.*\))$/.exec(name) ?? [];
  return head === undefined || remark === undefined
    ? html`${name}`
    : html`<strong>${head}</strong> <small>${remark}</small>`;
}

function contactDetails({ site }: Facts): Fragment {
  const { name, email, telephone } = site.contact;
  const tel = telephone === undefined ? undefined : `tel:${telephone.replace(/[^+\d]/g, "")}`;
  return {
    markdown: [
      `- **Who answers:** ${escapeMarkdown(name)}`,
      `- **Email:** [${escapeMarkdown(email)}](mailto:${email})`,
      ...(telephone === undefined ? [] : [`- **Telephone:** [${escapeMarkdown(telephone)}](${tel})`]),
    ].join("\n"),
    html: html`<dl class="facts contact">
<div><dt>Who answers</dt><dd>${name}</dd></div>
<div><dt>Email</dt><dd><a href="mailto:${email}">${email}</a></dd></div>
${telephone === undefined || tel === undefined ? html`` : html`<div><dt>Telephone</dt><dd><a href="${tel}">${telephone}</a></dd></div>\n`}</dl>`,
  };
}
