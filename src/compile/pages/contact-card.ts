/**
 * Creates the host's contact card, which guests save in their address book.
 */

import type { Facts } from "../data/datasets.ts";
import { CONTACT_CARD_PATH, digitsOf } from "../fragments/fragments.ts";
import type { Asset } from "../pictures/images.ts";

const ADDRESS_FIELDS = ["streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry"] as const;

/** All phones support version 3.0 of vCard (RFC 2426). */
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
  // Telephone numbers are written in E.164 form, e.g. "+441386700123".
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
