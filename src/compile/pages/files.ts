/**
 * The files that belong to all pages: style sheets, icons and the contact card.
 *
 * It changes none of the owner's files.
 */

import type { Facts } from "../data/datasets.ts";
import { readBytes } from "../files.ts";
import { type Finding, findingOf } from "../finding.ts";
import { CONTACT_CARD_PATH } from "../fragments/contact.ts";
import type { ImageFolder } from "../pictures/images.ts";
import { type Asset, hashedPath } from "../pictures/asset.ts";
import { contactCard } from "./contact-card.ts";

export type Folder = Readonly<{
  files: readonly string[];
  images: ImageFolder;
  /** Markdown files in other folders, e.g. `info/prices.md`. No page is made of them. */
  misplaced: readonly string[];
}>;

export type ContentFolders = Readonly<{
  contentDirectory: string;
  /** The program's content folder: fallback for files missing from the owner's. */
  programContent: string;
}>;

export const FILE_BYTES_MAX = 1_000_000;

/** The program's style sheet, then the owner's colours and fonts. */
export function loadStyles(folder: Folder, settings: ContentFolders, findings: Finding[]): Asset[] {
  const names = folder.files.includes("owner.css") ? ["style.css", "owner.css"] : ["style.css"];
  return names.map((name) => {
    const bytes = readAsset(name, folder.files.includes(name), settings, findings);
    return { path: hashedPath(`/${name}`, bytes), mediaType: "text/css; charset=utf-8", bytes, immutable: true };
  });
}

const ICON_TYPES = {
  "favicon.svg": "image/svg+xml",
  "apple-touch-icon.png": "image/png",
  "favicon.ico": "image/x-icon",
};

/** Hosts of MCP servers, older browsers and home screens show no SVG. The owner may replace each of these files. */
export function loadIcons(folder: Folder, settings: ContentFolders, findings: Finding[]): Asset[] {
  return Object.entries(ICON_TYPES).map(([name, mediaType]) => {
    const bytes = readAsset(`images/${name}`, folder.images.names.includes(name), settings, findings);
    return { path: `/${name}`, mediaType, bytes, immutable: false };
  });
}

export function contactCardFile(facts: Facts, baseUrl: string): Asset {
  const bytes = Buffer.from(contactCard(facts, baseUrl));
  return { path: CONTACT_CARD_PATH, mediaType: "text/vcard; charset=utf-8", bytes, immutable: false };
}

function readAsset(name: string, isOwners: boolean, settings: ContentFolders, findings: Finding[]): Buffer {
  const directory = isOwners ? settings.contentDirectory : settings.programContent;
  const bytes = readBytes(directory, name, FILE_BYTES_MAX);
  if (Buffer.isBuffer(bytes)) return bytes;
  findings.push(findingOf("error", `content/${name}`, bytes));
  return Buffer.alloc(0);
}
