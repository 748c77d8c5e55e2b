/**
 * The host's contact card, which guests save in their address book.
 *
 * It contains only what the contact page shows.
 */

import type { Facts } from "../data/datasets.ts";
import { digitsOf } from "../fragments/contact.ts";

/** Returns a vCard 3.0, the version that all phones support. RFC 2426 does not require long lines to be folded. */
export function contactCard({ cottage, site }: Facts, baseUrl: string): string {
  const { name, address, geo } = cottage;
  const { contact } = site;
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = address;
  // The first two components are the post office box and the extended address.
  const postal = ["", "", streetAddress, addressLocality, addressRegion, postalCode, addressCountry];
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeText(name)}`,
    `N:${escapeText(contact.name)};;;;`,
    `ORG:${escapeText(name)}`,
    `EMAIL;TYPE=INTERNET:${contact.email}`,
    ...(contact.telephone === undefined ? [] : [`TEL;TYPE=VOICE:+${digitsOf(contact.telephone)}`]),
    ...(contact.whatsapp === undefined ? [] : [`TEL;TYPE=CELL:+${digitsOf(contact.whatsapp)}`]),
    `ADR;TYPE=HOME:${postal.map(escapeText).join(";")}`,
    `GEO:${geo.latitude};${geo.longitude}`,
    `URL:${baseUrl}/`,
    "END:VCARD",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replace(/\s+/g, " ");
}
