/**
 * Selects the photos shown on pages, and the image for link previews.
 */

import type { SiteFacts } from "../data/datasets.ts";
import { createFieldFinding } from "../json/json-file.ts";
import { formatSize } from "../files.ts";
import { createFinding, type Finding } from "../messages.ts";
import { type Image, imageFinding, type Images, missingImageMessage } from "./images.ts";

/** A photograph or an SVG drawing, with its alt text. */
export type Photo = Image & Readonly<{ alt: string }>;

export type Gallery = ReturnType<typeof createGallery>;

/** Drawing that the command-line option `--new` copies into the new folder. Pages show it until the site has photos. */
const LANDSCAPE_SVG = "landscape.svg";
/** Optional PNG version of a first photo that is an SVG. Used in link previews. */
const SHARE_PNG = "share.png";

const PHOTO_BYTES_MAX = 600_000;
const PHONE_BYTES_MAX = 250_000;
/** Narrower photos look blurred on a wide screen. */
const PHOTO_WIDTH_MIN = 800;
/** Some apps do not show images with more bytes in link previews. */
const PREVIEW_BYTES_MAX = 300_000;
const PREVIEW_WIDTH = 1200;

/** Returns the names of all images that `createGallery` may use, including missing files. */
export function siteImageNames(site: SiteFacts): string[] {
  const { portrait } = site.contact;
  const names = galleryEntries(site).map(({ file }) => file);
  if (isSvg(names[0] ?? "")) names.push(SHARE_PNG);
  return portrait === undefined ? names : [...names, portrait];
}

/** Returns the photos, the host's portrait and the image for link previews. Omits photos that are not in `images`. */
export function createGallery(site: SiteFacts, images: Images, sharePngAlt: string) {
  const { portrait, name: hostName } = site.contact;
  const photos = galleryEntries(site)
    .map(({ file, alt }) => findPhoto(images, file, alt))
    .filter((photo) => photo !== undefined);
  const sharePng = findPhoto(images, SHARE_PNG, sharePngAlt);
  return {
    photos,
    portrait: portrait === undefined ? undefined : findPhoto(images, portrait, hostName),
    previewImage: selectPreviewImage(photos, sharePng),
  };
}

function findPhoto(images: Images, name: string, alt: string): Photo | undefined {
  const image = images.get(name);
  return image && { ...image, alt };
}

function galleryEntries({ photos = [] }: SiteFacts): NonNullable<SiteFacts["photos"]> {
  return photos.length > 0 ? photos : [{ file: LANDSCAPE_SVG, alt: "" }];
}

export function isSvg(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/** Returns the image for link previews, as the narrowest version that is wide enough. */
function selectPreviewImage(photos: readonly Photo[], sharePng: Photo | undefined): Photo | undefined {
  const photo = selectPreviewPhoto(photos, sharePng);
  const version = photo?.versions.find(({ width }) => width >= PREVIEW_WIDTH);
  return photo && { ...photo, ...version };
}

/** Selects a photo that is not an SVG. Prefers `sharePng` if the first photo is an SVG. */
function selectPreviewPhoto(photos: readonly Photo[], sharePng: Photo | undefined): Photo | undefined {
  const isFirstPhotoSvg = isSvg(photos[0]?.name ?? LANDSCAPE_SVG);
  if (isFirstPhotoSvg && sharePng !== undefined) return sharePng;
  const photographs = photos.filter(({ name }) => !isSvg(name));
  // Avoid photos that are taller than they are wide, because link previews crop them.
  return photographs.find(({ width, height }) => width >= height) ?? photographs[0];
}

export function checkPhotos({ photos = [], contact }: SiteFacts, imageNames: readonly string[]): Finding[] {
  const references = photos.map(({ file }, index) => ({ file, fieldPath: `site/photos/${index}/file` }));
  if (contact.portrait !== undefined) references.push({ file: contact.portrait, fieldPath: "site/contact/portrait" });
  const missingReferences = references.filter(({ file }) => !imageNames.includes(file));
  return missingReferences.map(({ file, fieldPath }) => {
    const { code, values } = missingImageMessage(file, imageNames);
    return createFieldFinding("error", fieldPath, code, values);
  });
}

export function checkGallery({ photos, previewImage }: Gallery): Finding[] {
  const photographs = photos.filter(({ name }) => !isSvg(name));
  const findings = [...photographs.flatMap(checkPhotoSize), ...checkPhoneVersions(photographs)];
  findings.push(...photos.slice(0, 1).flatMap(checkFirstPhoto));
  if (previewImage !== undefined) findings.push(...checkPreviewSize(previewImage));
  return findings;
}

function checkPhotoSize({ name, width, bytes }: Photo): Finding[] {
  const findings: Finding[] = [];
  if (bytes.length > PHOTO_BYTES_MAX) {
    const size = formatSize(bytes.length);
    findings.push(imageFinding("warning", name, { code: "photo-too-large", values: { size } }));
  }
  if (width < PHOTO_WIDTH_MIN) {
    findings.push(imageFinding("warning", name, { code: "photo-too-narrow", values: { width } }));
  }
  return findings;
}

/** Reports all slow photos in one warning, because there may be dozens. */
function checkPhoneVersions(photos: readonly Photo[]): Finding[] {
  const slowPhotos = photos.filter(({ versions }) => versions.every(({ bytes }) => bytes.length > PHONE_BYTES_MAX));
  if (slowPhotos.length === 0) return [];
  const values = { names: slowPhotos.map(({ name }) => name).join(", "), limit: formatSize(PHONE_BYTES_MAX) };
  return [createFinding("warning", "content/images", { code: "photos-slow-on-phones", values })];
}

/** Reports a first photo that is taller than it is wide, because the front page crops it. */
function checkFirstPhoto({ name, width, height }: Photo): Finding[] {
  return height > width ? [imageFinding("notice", name, { code: "first-photo-upright" })] : [];
}

function checkPreviewSize({ name, bytes }: Photo): Finding[] {
  if (bytes.length <= PREVIEW_BYTES_MAX) return [];
  const size = formatSize(bytes.length);
  const limit = formatSize(PREVIEW_BYTES_MAX);
  // Suggest `a-1200.jpg` for both `a.jpg` and `a-1600.jpg`.
  const suggestedName = name.replace(/(?:-\d{3,4})?(\.\w+)$/, `-${PREVIEW_WIDTH}$1`);
  const values = { size, limit, width: PREVIEW_WIDTH, name: suggestedName };
  return [imageFinding("warning", name, { code: "preview-image-too-large", values })];
}
