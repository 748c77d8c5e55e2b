/**
 * The host's contact card, for the address books of guests (vCard 3.0, RFC 2426, which every telephone reads).
 *
 * It holds what the contact page shows, and nothing more.
 */

import type { Facts } from "../data/datasets.ts";
import { digitsOf } from "../fragments/contact.ts";

/** Octets of a line, without its line break (RFC 2426, section 2.6). */
const LINE_BYTES_MAX = 75;

/** Writes the card. Lines end with CRLF. */
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
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replace(/\s+/g, " ");
}

/** Breaks a long line. The next line begins with a space, and no character is cut in two. */
function folded(line: string): string {
  let result = "";
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > LINE_BYTES_MAX) {
      result += "\r\n ";
      bytes = 1;
    }
    result += character;
    bytes += length;
  }
  return result;
}
