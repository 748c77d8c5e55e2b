/**
 * Selects the photographs that pages show, and the picture of shared links.
 *
 * It reads no file and writes no HTML.
 */

import type { Facts } from "../data/datasets.ts";
import type { Remark } from "../data/load.ts";
import type { Finding } from "../finding.ts";
import { type Image, imageFinding, type Images, missingImage, srcsetOf, versionsOf } from "./images.ts";
import type { ImageSize } from "./image-size.ts";

interface Picture extends ImageSize {
  readonly path: string;
  readonly alt: string;
}

export interface Photograph extends Picture {
  /** The value of the HTML attribute; empty if there is only one width. */
  readonly srcset: string;
}

export interface Gallery {
  /** In the owner's order. A drawing may be among them. */
  readonly photos: readonly Photograph[];
  /** A photograph of the host. */
  readonly portrait?: Photograph;
  /** The picture of shared links (`og:image`). */
  readonly share?: Picture;
}

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

/** Returns the names of the images that the gallery is made of. */
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
  const shown = pictures.flatMap(({ file, alt }) => {
    const image = images.get(file);
    return image === undefined ? [] : [{ image, alt }];
  });
  const portrait = images.get(contact.portrait ?? "");
  const share = sharePicture(shown, images.get(SHARE), caption);
  return {
    photos: shown.map(photographOf),
    ...(portrait && { portrait: photographOf({ image: portrait, alt: contact.name }) }),
    ...(share && { share: photographOf(share) }),
  };
}

export function isDrawing(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/** Checks what `data/site.json` says about photographs. */
export function photoRemarks({ photos = [], contact: { portrait } }: SiteFacts, names: readonly string[]): Remark[] {
  const remarks: Remark[] = [];
  for (const [index, { file }] of photos.entries()) {
    if (names.includes(file)) continue;
    remarks.push({ level: "error", at: `site/photos/${index}/file`, ...missingImage(file, names) });
  }
  if (portrait !== undefined && !names.includes(portrait)) {
    remarks.push({ level: "error", at: "site/contact/portrait", ...missingImage(portrait, names) });
  }
  return remarks;
}

/** Checks the size of the pictures, and that somebody who cannot see the drawing knows what it shows. */
export function galleryFindings({ photos, share }: Gallery, images: Images): Finding[] {
  const findings: Finding[] = [];
  const byPath = new Map([...images.values()].flatMap(versionsOf).map((image) => [image.path, image]));
  for (const photo of photos) {
    const image = byPath.get(photo.path);
    if (image === undefined) continue;
    const { name, width, bytes } = image;
    if (name === DRAWING && photo.alt.trim() === "") {
      findings.push(imageFinding("error", name, "drawing-without-title"));
    }
    if (isDrawing(name)) continue;
    if (bytes.length > PHOTO_BYTES_GOOD) {
      findings.push(imageFinding("warning", name, "photo-slow", { size: kilobytes(bytes) }));
    }
    if (width < PHOTO_WIDTH_GOOD) findings.push(imageFinding("warning", name, "photo-narrow", { width }));
  }
  const shared = byPath.get(share?.path ?? "");
  if (shared !== undefined && shared.bytes.length > SHARE_BYTES_GOOD) {
    const copy = shared.name.replace(/(?:-\d+)?(?=\.\w+$)/, `-${SHARE_WIDTH_MIN}`);
    const values = { size: kilobytes(shared.bytes), limit: SHARE_BYTES_GOOD / 1000, width: SHARE_WIDTH_MIN, copy };
    findings.push(imageFinding("warning", shared.name, "share-picture-heavy", values));
  }
  return findings;
}

interface Shown {
  readonly image: Image;
  readonly alt: string;
}

function photographOf({ image, alt }: Shown): Photograph {
  const { path, width, height } = image;
  return { path, alt, width, height, srcset: srcsetOf(image) };
}

function titleOf({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

function kilobytes(bytes: Buffer): string {
  return `${Math.round(bytes.length / 1000)} kB`;
}

/** Prefers the first landscape photograph: programs that preview links read no SVG and crop portraits. */
function sharePicture(shown: readonly Shown[], own: Image | undefined, caption: string): Shown | undefined {
  const photographs = shown.filter(({ image }) => !isDrawing(image.name));
  const best = photographs.find(({ image }) => image.width >= image.height) ?? photographs[0];
  const isPhotographFirst = best !== undefined && shown[0] === photographs[0];
  if (own !== undefined && !isPhotographFirst) return { image: shareVersion(own), alt: caption };
  return best && { image: shareVersion(best.image), alt: best.alt };
}

/** Returns the narrowest version that is wide enough, or the image itself. */
function shareVersion(image: Image): Image {
  return versionsOf(image).find(({ width }) => width >= SHARE_WIDTH_MIN) ?? image;
}
