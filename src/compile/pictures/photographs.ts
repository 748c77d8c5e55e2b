/**
 * Selects the photos shown on pages, and the image for link previews.
 */

import { closest } from "../corrections.ts";
import type { SiteFacts } from "../data/datasets.ts";
import { createFieldFinding } from "../json/json-file.ts";
import { formatSize } from "../files.ts";
import { createFinding, type Finding } from "../messages.ts";
import { type Image, imageFinding, type Images } from "./images.ts";

export type Photo = Image & Readonly<{ alt: string }>;

export type Gallery = ReturnType<typeof createGallery>;

/** Drawing shown until the site has photos. */
const LANDSCAPE_SVG = "landscape.svg";
/** Optional image for link previews, which cannot show SVG. */
const SHARE_PNG = "share.png";

const PHOTO_BYTES_MAX = 600_000;
const PHONE_BYTES_MAX = 250_000;
/** Narrower photos look blurred on a wide screen. */
const PHOTO_WIDTH_MIN = 800;

/** Returns the names of all images that a gallery may use, even if their files are missing. */
export function siteImageNames(site: SiteFacts): string[] {
  const { portrait } = site.contact;
  const names = galleryEntries(site).map(({ file }) => file);
  if (isSvg(names[0] ?? "")) names.push(SHARE_PNG);
  if (portrait !== undefined) names.push(portrait);
  return names;
}

/** Selects the owner's photos. Omits any that are not in `images`, e.g. because their files are missing. */
export function createGallery(site: SiteFacts, images: Images, sharePngAlt: string) {
  const { portrait, name: hostName } = site.contact;
  const photos = galleryEntries(site)
    .map(({ file, alt }) => findPhoto(images, file, alt))
    .filter((photo) => photo !== undefined);
  const hostPortrait = portrait === undefined ? undefined : findPhoto(images, portrait, hostName);
  const sharePng = findPhoto(images, SHARE_PNG, sharePngAlt);
  return { photos, portrait: hostPortrait, previewImage: selectPreviewImage(photos, sharePng) };
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

function selectPreviewImage(photos: readonly Photo[], sharePng: Photo | undefined): Photo | undefined {
  const isFirstPhotoSvg = isSvg(photos[0]?.name ?? LANDSCAPE_SVG);
  const photograph = photos.find(({ name }) => !isSvg(name));
  return isFirstPhotoSvg ? (sharePng ?? photograph) : photograph;
}

/** Reports photos in `site.json` whose files are missing, and suggests similar file names. */
export function checkPhotos({ photos = [], contact }: SiteFacts, imageNames: readonly string[]): Finding[] {
  const references = photos.map(({ file }, index) => ({ file, fieldPath: `site/photos/${index}/file` }));
  if (contact.portrait !== undefined) references.push({ file: contact.portrait, fieldPath: "site/contact/portrait" });
  const missing = references.filter(({ file }) => !imageNames.includes(file));
  return missing.map(({ file: name, fieldPath }) => {
    const guess = closest(name, imageNames);
    if (guess === undefined) return createFieldFinding("error", fieldPath, "image-missing", { name });
    return createFieldFinding("error", fieldPath, "image-misspelt", { name, guess });
  });
}

/** Warns about each photo that is too narrow. All photos that load slowly share one warning: there may be dozens. */
export function checkGallery({ photos }: Gallery): Finding[] {
  const photographs = photos.filter(({ name }) => !isSvg(name));
  const narrowPhotos = photographs.filter(({ width }) => width < PHOTO_WIDTH_MIN);
  const findings = narrowPhotos.map(({ name, width }) => {
    return imageFinding("warning", name, { code: "photo-too-narrow", values: { width } });
  });
  const slowPhotos = photographs.filter(isSlow);
  if (slowPhotos.length > 0) findings.push(slowPhotosFinding(slowPhotos));
  return findings;
}

function slowPhotosFinding(photos: readonly Photo[]): Finding {
  const names = photos.map(({ name }) => name).join(", ");
  const values = { names, limit: formatSize(PHOTO_BYTES_MAX), phoneLimit: formatSize(PHONE_BYTES_MAX) };
  return createFinding("warning", "content/images", { code: "photos-slow", values });
}

function isSlow({ bytes, versions }: Photo): boolean {
  const hasPhoneVersion = versions.some((version) => version.bytes.length <= PHONE_BYTES_MAX);
  return bytes.length > PHOTO_BYTES_MAX || !hasPhoneVersion;
}
