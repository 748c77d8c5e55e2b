/**
 * Creates the host's contact card, which guests save in their address book.
 */

import type { Facts } from "../data/datasets.ts";
import { digitsOf } from "../fragments/contact.ts";

/** Returns a vCard 3.0 (RFC 2426), the version that all phones support. */
export function contactCard({ cottage, site }: Facts, baseUrl: string): string {
  const { name, address, geo } = cottage;
  const { email, telephone, whatsapp, name: host } = site.contact;
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = address;
  const postal = [streetAddress, addressLocality, addressRegion, postalCode, addressCountry];
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeText(name)}`,
    `N:${escapeText(host)};;;;`,
    `ORG:${escapeText(name)}`,
    `EMAIL;TYPE=INTERNET:${email}`,
    ...(telephone === undefined ? [] : [`TEL;TYPE=VOICE:+${digitsOf(telephone)}`]),
    ...(whatsapp === undefined ? [] : [`TEL;TYPE=CELL:+${digitsOf(whatsapp)}`]),
    // The first two components are the post office box and the extended address.
    `ADR;TYPE=HOME:;;${postal.map(escapeText).join(";")}`,
    `GEO:${geo.latitude};${geo.longitude}`,
    `URL:${baseUrl}/`,
    "END:VCARD",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replace(/\s+/g, " ");
}
