/**
 * The host's contact card, for the address books of guests (vCard 3.0, RFC 2426, which every telephone reads).
 *
 * It holds what the contact page shows, and nothing more.
 */

import type { Facts } from "../data/datasets.ts";
import { digitsOf } from "../fragments/contact.ts";

/** Lines end with CRLF. Long ones are not folded, which RFC 2426 leaves open (section 2.6). */
export function contactCard({ cottage, site }: Facts, baseUrl: string): string {
  const { name, address, geo } = cottage;
  const { contact } = site;
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = address;
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
