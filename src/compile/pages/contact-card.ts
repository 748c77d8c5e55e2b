/**
 * Creates the host's contact card, which guests can save in their address books.
 */

import type { Facts } from "../data/datasets.ts";
import { CONTACT_CARD_PATH, digitsOf } from "../fragments/fragments.ts";
import type { Asset } from "../pictures/images.ts";

const ADDRESS_FIELDS = ["streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry"] as const;

/** Creates a vCard 3.0 (RFC 2426), which all phones support. */
export function contactCard({ cottage, site }: Facts, baseUrl: string): Asset {
  const { name, address, geo } = cottage;
  const { email, telephone, whatsapp } = site.contact;
  const postalAddress = ADDRESS_FIELDS.map((field) => escapeText(address[field])).join(";");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeText(name)}`,
    // The host's full name cannot be split reliably, so put all of it in the family name.
    `N:${escapeText(site.contact.name)};;;;`,
    `ORG:${escapeText(name)}`,
    `EMAIL;TYPE=INTERNET:${email}`,
  ];
  // vCard telephone numbers are in E.164 format, e.g. "+441386700123".
  if (telephone !== undefined) lines.push(`TEL;TYPE=VOICE:+${digitsOf(telephone)}`);
  if (whatsapp !== undefined) lines.push(`TEL;TYPE=CELL:+${digitsOf(whatsapp)}`);
  lines.push(
    // The first two fields, post office box and extended address, are empty.
    `ADR;TYPE=HOME:;;${postalAddress}`,
    `GEO:${geo.latitude};${geo.longitude}`,
    `URL:${baseUrl}/`,
    "END:VCARD",
  );
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n`);
  return { path: CONTACT_CARD_PATH, mediaType: "text/vcard; charset=utf-8", bytes, immutable: false };
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replace(/\s+/g, " ");
}
