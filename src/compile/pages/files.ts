/**
 * Loads the files that all pages share: style sheets, icons and the contact card.
 *
 * It knows nothing of the pages, and serves the owner's files unchanged.
 */

import type { Facts } from "../data/datasets.ts";
import { readBytes } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { CONTACT_CARD_PATH } from "../fragments/contact.ts";
import type { ImageFolder } from "../pictures/images.ts";
import { type Asset, hashedPath } from "../pictures/asset.ts";
import { contactCard } from "./contact-card.ts";

/** The names of the files in the owner's content folder. */
export type Folder = Readonly<{
  files: readonly string[];
  images: ImageFolder;
  /** Markdown files in subfolders, e.g. `info/prices.md`. They do not become pages. */
  misplaced: readonly string[];
}>;

export type ContentFolders = Readonly<{
  contentDirectory: string;
  /** The program's content folder, a fallback for files that the owner's folder lacks. */
  programContent: string;
}>;

/** Limit for a page, a style sheet or an icon. */
export const FILE_BYTES_MAX = 1_000_000;

/** Loads the program's style sheet and, if there is one, the owner's `owner.css`, which overrides it. */
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

/** Loads the icons. There are bitmaps too, because MCP hosts, older browsers and home screens do not support SVG. */
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

/** Reads a file from the owner's folder or the program's. Reports an unreadable file and returns an empty buffer. */
function readAsset(name: string, isOwners: boolean, settings: ContentFolders, findings: Finding[]): Buffer {
  const directory = isOwners ? settings.contentDirectory : settings.programContent;
  const { content, failure } = readBytes(directory, name, FILE_BYTES_MAX);
  if (failure === undefined) return content;
  findings.push(createFinding("error", `content/${name}`, failure));
  return Buffer.alloc(0);
}
