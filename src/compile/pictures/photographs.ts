/**
 * Selects the photographs that pages show, and the picture for link previews.
 *
 * It reads no files and writes no HTML.
 */

import type { Facts } from "../data/datasets.ts";
import type { FieldFinding } from "../data/load.ts";
import type { Finding } from "../finding.ts";
import { type Image, imageFinding, type Images, imageVersions, missingImage, srcsetOf } from "./images.ts";

type DescribedImage = Image & Readonly<{ alt: string }>;

export type Photo = Readonly<{
  path: string;
  alt: string;
  width: number;
  height: number;
  /** The value of the HTML attribute `srcset`; empty if there is only one width. */
  srcset: string;
}>;

export type Gallery = Readonly<{
  /** In the owner's order. Some may be drawings (SVG). */
  photos: readonly Photo[];
  /** The portrait of the host. */
  portrait?: Photo;
  /** The picture that link previews show. */
  share?: DescribedImage;
}>;

type SiteFacts = Facts["site"];

/** Shown if the owner lists no photographs. The SVG title is its alt text. */
const DRAWING = "cottage.svg";
/** The picture for link previews if the first photo is a drawing. */
const SHARE = "share.png";

/** Larger photographs load slowly. */
const PHOTO_BYTES_GOOD = 600_000;
/** Narrower photographs look blurred on a wide screen. */
const PHOTO_WIDTH_GOOD = 800;
/** Programs that preview links recommend at least this width. */
const SHARE_WIDTH_MIN = 1200;
/** Some programs that preview links ignore larger files. */
const SHARE_BYTES_GOOD = 300_000;

/** Returns the file names of all images that `createGallery` may use. Some of the files may not exist. */
export function siteImageNames({ photos = [], contact: { portrait } }: SiteFacts): string[] {
  const names = photos.length === 0 ? [DRAWING] : photos.map(({ file }) => file);
  if (portrait !== undefined) names.push(portrait);
  if (isDrawing(names[0] ?? DRAWING)) names.push(SHARE);
  return names;
}

/**
 * Selects the photographs in the owner's order, the portrait and the picture for link previews.
 *
 * Shows the drawing instead if the owner lists no photographs.
 *
 * @param images the images of `siteImageNames` that could be read
 * @param caption alt text of `share.png`
 */
export function createGallery({ photos = [], contact }: SiteFacts, images: Images, caption: string): Gallery {
  const drawing = images.get(DRAWING);
  const listed = photos.length > 0 || drawing === undefined ? photos : [{ file: DRAWING, alt: titleOf(drawing) }];
  const pictures: DescribedImage[] = [];
  for (const { file, alt } of listed) {
    const image = images.get(file);
    if (image !== undefined) pictures.push({ ...image, alt });
  }
  const portrait = images.get(contact.portrait ?? "");
  const share = sharePicture(pictures, images.get(SHARE), caption);
  return {
    photos: pictures.map(photographOf),
    ...(portrait && { portrait: photographOf({ ...portrait, alt: contact.name }) }),
    ...(share && { share }),
  };
}

export function isDrawing(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/**
 * Checks that the photographs and the portrait in `data/site.json` exist.
 *
 * @param names of all files in `content/images`
 */
export function checkPhotos({ photos = [], contact }: SiteFacts, names: readonly string[]): FieldFinding[] {
  const { portrait } = contact;
  const files = photos.map(({ file }, index) => ({ file, field: `site/photos/${index}/file` }));
  if (portrait !== undefined) files.push({ file: portrait, field: "site/contact/portrait" });
  const missing = files.filter(({ file }) => !names.includes(file));
  return missing.map(({ file, field }) => ({ level: "error", field, ...missingImage(file, names) }));
}

/** Checks the size of the photographs and of the share picture, and that the drawing has a title. */
export function checkGallery({ photos, share }: Gallery, images: Images): Finding[] {
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
  if (share !== undefined && share.bytes.length > SHARE_BYTES_GOOD) findings.push(heavyShareFinding(share));
  return findings;
}

const COPY_WIDTH_AND_EXTENSION = /(?:-\d+)?(\.\w+)$/;

/** Suggests a narrower copy, e.g. `kitchen-1200.jpg`, of a picture that is too large for link previews. */
function heavyShareFinding({ name, bytes }: Image): Finding {
  const copy = name.replace(COPY_WIDTH_AND_EXTENSION, `-${SHARE_WIDTH_MIN}$1`);
  const values = { size: kilobytes(bytes), limit: SHARE_BYTES_GOOD / 1000, width: SHARE_WIDTH_MIN, copy };
  return imageFinding("warning", name, "share-picture-heavy", values);
}

function photographOf(image: DescribedImage): Photo {
  const { path, alt, width, height } = image;
  return { path, alt, width, height, srcset: srcsetOf(image) };
}

function titleOf({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

function kilobytes(bytes: Buffer): string {
  return `${Math.round(bytes.length / 1000)} kB`;
}

/**
 * Selects the picture for link previews: `own` if the first picture is a drawing, otherwise a photograph.
 *
 * Landscape photographs come first, because programs that preview links crop portraits. They do not support SVG.
 */
function sharePicture(
  pictures: readonly DescribedImage[],
  own: Image | undefined,
  caption: string,
): DescribedImage | undefined {
  const photographs = pictures.filter(({ name }) => !isDrawing(name));
  const best = photographs.find(({ width, height }) => width >= height) ?? photographs[0];
  const isPhotographFirst = best !== undefined && pictures[0] === photographs[0];
  const chosen = own === undefined || isPhotographFirst ? best : { ...own, alt: caption };
  if (chosen === undefined) return undefined;
  const narrowestSufficient = imageVersions(chosen).find(({ width }) => width >= SHARE_WIDTH_MIN);
  return { ...chosen, ...narrowestSufficient };
}
