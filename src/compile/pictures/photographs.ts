/**
 * Selects the photos shown on pages, and the image for link previews.
 */

import type { Facts } from "../data/datasets.ts";
import { type FieldFinding, createFieldFinding } from "../data/json-file.ts";
import { formatSize } from "../files.ts";
import type { Finding } from "../finding.ts";
import { type Image, imageFinding, type Images, missingImageMessage } from "./images.ts";

type DescribedImage = Image & Readonly<{ alt: string }>;

export type Photo = Pick<DescribedImage, "path" | "alt" | "width" | "height" | "srcset">;

export type Gallery = Readonly<{
  /** Photos in the order the owner listed them. Some may be SVG drawings. */
  photos: readonly DescribedImage[];
  portrait?: Photo | undefined;
  previewImage?: DescribedImage | undefined;
}>;

type SiteFacts = Facts["site"];

/** Drawing that replaces the photos if the owner lists none. */
const BUILT_IN_DRAWING = "cottage.svg";
/** Image for link previews, used if the first photo is a drawing. */
const PREVIEW_IMAGE = "share.png";

const PHOTO_BYTES_MAX = 600_000;
/** Narrower photos look blurred on a wide screen. */
const PHOTO_WIDTH_MIN = 800;
/** Some clients ignore larger images for link previews. */
const PREVIEW_BYTES_MAX = 300_000;
const PREVIEW_WIDTH_MIN = 1200;

/** Returns the file names of all images that `createGallery` may use. Some may not exist. */
export function siteImageNames(site: SiteFacts): string[] {
  const { portrait } = site.contact;
  const names = photosOrDrawing(site).map(({ file }) => file);
  if (isSvg(names[0] ?? "")) names.push(PREVIEW_IMAGE);
  return portrait === undefined ? names : [...names, portrait];
}

/** Adds alt text to the images that exist, and selects the link preview. `previewAlt` is for `share.png`. */
export function createGallery(site: SiteFacts, images: Images, previewAlt: string): Gallery {
  const photos = photosOrDrawing(site).flatMap(({ file, alt }) => findImage(images, file, alt) ?? []);
  const { portrait, name } = site.contact;
  return {
    photos,
    portrait: portrait === undefined ? undefined : findImage(images, portrait, name),
    previewImage: selectPreviewImage(photos, findImage(images, PREVIEW_IMAGE, previewAlt)),
  };
}

function findImage(images: Images, fileName: string, alt?: string): DescribedImage | undefined {
  const image = images.get(fileName);
  return image === undefined ? undefined : { ...image, alt: alt ?? svgTitle(image) };
}

function photosOrDrawing({ photos = [] }: SiteFacts): readonly { readonly file: string; readonly alt?: string }[] {
  return photos.length > 0 ? photos : [{ file: BUILT_IN_DRAWING }];
}

export function isSvg(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

function svgTitle({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

/**
 * Selects the image for link previews, in the narrowest version that is wide enough for them. Previews do not support
 * SVG, so if the first image is a drawing, `share.png` takes precedence over the photos.
 */
function selectPreviewImage(images: readonly DescribedImage[], sharePng?: DescribedImage): DescribedImage | undefined {
  const photos = images.filter(({ name }) => !isSvg(name));
  // Prefer a landscape photo, because clients crop portrait ones.
  const bestPhoto = photos.find(({ width, height }) => width >= height) ?? photos[0];
  const startsWithDrawing = images[0] !== photos[0];
  const image = startsWithDrawing ? (sharePng ?? bestPhoto) : (bestPhoto ?? sharePng);
  if (image === undefined) return undefined;
  // The versions are sorted by width.
  const narrowestVersion = image.versions.find(({ width }) => width >= PREVIEW_WIDTH_MIN);
  return { ...image, ...narrowestVersion };
}

/** Checks that the photos and the portrait in `data/site.json` exist. */
export function checkPhotos({ photos = [], contact }: SiteFacts, imageNames: readonly string[]): FieldFinding[] {
  const references = photos.map(({ file }, index) => ({ file, field: `site/photos/${index}/file` }));
  if (contact.portrait !== undefined) references.push({ file: contact.portrait, field: "site/contact/portrait" });
  const missing = references.filter(({ file }) => !imageNames.includes(file));
  return missing.map(({ file, field }) => {
    const { code, values } = missingImageMessage(file, imageNames);
    return createFieldFinding("error", field, code, values);
  });
}

export function checkGallery({ photos, previewImage }: Gallery): Finding[] {
  const findings = photos.flatMap((image) => (isSvg(image.name) ? checkDrawing(image) : checkPhotoSize(image)));
  if (previewImage !== undefined) findings.push(...checkPreviewSize(previewImage));
  return findings;
}

/** Checks that the built-in drawing has a title, because the title is its alt text. */
function checkDrawing({ name, alt }: DescribedImage): Finding[] {
  const lacksTitle = name === BUILT_IN_DRAWING && alt.trim() === "";
  return lacksTitle ? [imageFinding("error", name, "drawing-without-title")] : [];
}

function checkPhotoSize({ name, width, bytes }: DescribedImage): Finding[] {
  const findings: Finding[] = [];
  if (bytes.length > PHOTO_BYTES_MAX) {
    findings.push(imageFinding("warning", name, "photo-slow", { size: formatSize(bytes.length) }));
  }
  if (width < PHOTO_WIDTH_MIN) findings.push(imageFinding("warning", name, "photo-narrow", { width }));
  return findings;
}

const WIDTH_AND_EXTENSION = /(?:-\d+)?(\.\w+)$/;

function checkPreviewSize({ name, bytes }: DescribedImage): Finding[] {
  if (bytes.length <= PREVIEW_BYTES_MAX) return [];
  const suggestedName = name.replace(WIDTH_AND_EXTENSION, `-${PREVIEW_WIDTH_MIN}$1`);
  const limitInKilobytes = PREVIEW_BYTES_MAX / 1000;
  const size = formatSize(bytes.length);
  const values = { size, limit: limitInKilobytes, width: PREVIEW_WIDTH_MIN, copy: suggestedName };
  return [imageFinding("warning", name, "share-picture-heavy", values)];
}
