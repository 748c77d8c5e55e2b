/**
 * Selects the photographs that pages show, and the picture of shared links.
 *
 * It reads no file and writes no HTML.
 */

import type { Facts } from "../data/datasets.ts";
import type { Remark } from "../data/load.ts";
import type { Finding } from "../finding.ts";
import { type Image, imageFinding, type Images, missingImage, srcsetOf, versionsOf } from "./images.ts";

type Described = Image & Readonly<{ alt: string }>;

export type Photograph = Readonly<{
  path: string;
  alt: string;
  width: number;
  height: number;
  /** The value of the HTML attribute; empty if there is only one width. */
  srcset: string;
}>;

export type Gallery = Readonly<{
  /** In the owner's order. A drawing may be among them. */
  photos: readonly Photograph[];
  portrait?: Photograph;
  share?: Described;
}>;

type SiteFacts = Facts["site"];

/** Shown while there are no photographs. Its title is its description. */
const DRAWING = "cottage.svg";
/** Shared where the first picture of the site is a drawing. */
const SHARE = "share.png";

/** A photograph of more bytes is slow to load. */
const PHOTO_BYTES_GOOD = 600_000;
/** A narrower photograph is blurred on a wide screen. */
const PHOTO_WIDTH_GOOD = 800;
/** Programs that preview links want at least this width, and drop files of more bytes. */
const SHARE_WIDTH_MIN = 1200;
const SHARE_BYTES_GOOD = 300_000;

export function imagesOfSite({ photos = [], contact: { portrait } }: SiteFacts): string[] {
  const names = photos.map(({ file }) => file);
  const [first = DRAWING] = names;
  return [first, ...names, ...(portrait === undefined ? [] : [portrait]), ...(isDrawing(first) ? [SHARE] : [])];
}

/**
 * Returns the photographs in the owner's order, or the drawing, and the picture of shared links.
 *
 * @param images those of `imagesOfSite` that could be read
 * @param caption the description of the share picture
 */
export function galleryOf({ photos = [], contact }: SiteFacts, images: Images, caption: string): Gallery {
  const drawing = images.get(DRAWING);
  const pictures = photos.length > 0 || drawing === undefined ? photos : [{ file: DRAWING, alt: titleOf(drawing) }];
  const described: Described[] = [];
  for (const { file, alt } of pictures) {
    const image = images.get(file);
    if (image !== undefined) described.push({ ...image, alt });
  }
  const portrait = images.get(contact.portrait ?? "");
  const share = sharePicture(described, images.get(SHARE), caption);
  return {
    photos: described.map(photographOf),
    ...(portrait && { portrait: photographOf({ ...portrait, alt: contact.name }) }),
    ...(share && { share }),
  };
}

export function isDrawing(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/** Checks that the photographs and the portrait in `data/site.json` are files of `content/images`. */
export function photoRemarks({ photos = [], contact: { portrait } }: SiteFacts, names: readonly string[]): Remark[] {
  const files = photos.map(({ file }, index) => ({ file, at: `site/photos/${index}/file` }));
  if (portrait !== undefined) files.push({ file: portrait, at: "site/contact/portrait" });
  const missing = files.filter(({ file }) => !names.includes(file));
  return missing.map(({ file, at }) => ({ level: "error", at, ...missingImage(file, names) }));
}

/** Checks the size of the pictures, and that a screen reader can describe the drawing. */
export function galleryFindings({ photos, share }: Gallery, images: Images): Finding[] {
  const findings: Finding[] = [];
  for (const { name, path, width, bytes } of images.values()) {
    const photo = photos.find((candidate) => candidate.path === path);
    if (photo === undefined) continue;
    if (name === DRAWING && photo.alt.trim() === "") {
      findings.push(imageFinding("error", name, "drawing-without-title"));
    }
    if (isDrawing(name)) continue;
    if (bytes.length > PHOTO_BYTES_GOOD) {
      findings.push(imageFinding("warning", name, "photo-slow", { size: kilobytes(bytes) }));
    }
    if (width < PHOTO_WIDTH_GOOD) findings.push(imageFinding("warning", name, "photo-narrow", { width }));
  }
  if (share !== undefined && share.bytes.length > SHARE_BYTES_GOOD) {
    const copy = share.name.replace(/(?:-\d+)?(?=\.\w+$)/, `-${SHARE_WIDTH_MIN}`);
    const values = { size: kilobytes(share.bytes), limit: SHARE_BYTES_GOOD / 1000, width: SHARE_WIDTH_MIN, copy };
    findings.push(imageFinding("warning", share.name, "share-picture-heavy", values));
  }
  return findings;
}

function photographOf(image: Described): Photograph {
  const { path, alt, width, height } = image;
  return { path, alt, width, height, srcset: srcsetOf(image) };
}

function titleOf({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

function kilobytes(bytes: Buffer): string {
  return `${Math.round(bytes.length / 1000)} kB`;
}

/** Prefers the first landscape photograph: programs that preview links read no SVG and crop portraits. */
function sharePicture(pictures: readonly Described[], own: Image | undefined, caption: string): Described | undefined {
  const photographs = pictures.filter(({ name }) => !isDrawing(name));
  const best = photographs.find(({ width, height }) => width >= height) ?? photographs[0];
  const isPhotographFirst = best !== undefined && pictures[0] === photographs[0];
  const chosen = own === undefined || isPhotographFirst ? best : { ...own, alt: caption };
  // The narrowest version that is wide enough, or the image itself.
  return chosen && { ...chosen, ...versionsOf(chosen).find(({ width }) => width >= SHARE_WIDTH_MIN) };
}
