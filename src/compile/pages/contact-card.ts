/**
 * Creates the host's contact card.
 */

import type { Facts } from "../data/datasets.ts";
import { CONTACT_CARD_PATH, digitsOf } from "../fragments/fragments.ts";
import { isUnset } from "../fragments/sketch-map.ts";
import type { Asset } from "../pictures/images.ts";

/** Creates a vCard 3.0 (RFC 2426), which all phones support. */
export function contactCard({ cottage, site }: Facts, baseUrl: string): Asset {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeText(cottage.name)}`,
    // Put the full name in the family-name field, because names cannot be split reliably.
    `N:${escapeText(site.contact.name)};;;;`,
    `ORG:${escapeText(cottage.name)}`,
    `EMAIL;TYPE=INTERNET:${site.contact.email}`,
    ...telephoneLine("VOICE", site.contact.telephone),
    ...telephoneLine("CELL", site.contact.whatsapp),
    addressLine(cottage.address),
    ...(isUnset(cottage.geo) ? [] : [`GEO:${cottage.geo.latitude};${cottage.geo.longitude}`]),
    `URL:${baseUrl}/`,
    "END:VCARD",
  ];
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n`);
  return { path: CONTACT_CARD_PATH, mediaType: "text/vcard; charset=utf-8", bytes, immutable: false };
}

/** Returns a TEL line with the number in E.164 format, e.g. "+441386700123", or no line if there is no number. */
function telephoneLine(type: string, telephone: string | undefined): string[] {
  return telephone === undefined ? [] : [`TEL;TYPE=${type}:+${digitsOf(telephone)}`];
}

const ADDRESS_FIELDS = ["streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry"] as const;

/** Returns the ADR line. Leaves the post office box and the extended address empty. */
function addressLine(address: Facts["cottage"]["address"]): string {
  const values = ADDRESS_FIELDS.map((field) => escapeText(address[field]));
  return `ADR;TYPE=HOME:;;${values.join(";")}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replace(/\s+/g, " ");
}
