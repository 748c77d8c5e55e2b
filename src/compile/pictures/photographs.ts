/**
 * Selects the photos shown on pages, and the image for link previews.
 */

import type { SiteFacts } from "../data/datasets.ts";
import { createFieldFinding, type FieldFinding } from "../json/json-file.ts";
import { formatSize } from "../files.ts";
import type { Finding } from "../messages.ts";
import { type Image, imageFinding, type Images, missingImageMessage, WIDTH_SUFFIX } from "./images.ts";

type DescribedImage = Image & Readonly<{ alt: string }>;

export type Photo = Pick<DescribedImage, "path" | "alt" | "width" | "height" | "srcset">;

export type Gallery = Readonly<{
  /** Photos in the order the owner listed them. Some may be SVG drawings. */
  photos: readonly DescribedImage[];
  portrait?: Photo | undefined;
  previewImage?: DescribedImage | undefined;
}>;

/** Decorative drawing that `--new` copies into a new folder. It is shown until the site has photos. */
const LANDSCAPE_SVG = "landscape.svg";
/** Optional image for link previews. If the site's first photo is an SVG, this file is its PNG version. */
const SHARE_PNG = "share.png";

const PHOTO_BYTES_MAX = 600_000;
/** Narrower photos look blurred on a wide screen. */
const PHOTO_WIDTH_MIN = 800;
/** Some clients ignore larger images for link previews. */
const PREVIEW_BYTES_MAX = 300_000;
const PREVIEW_WIDTH_MIN = 1200;

/** Returns the names of all images that `createGallery` may use. Some may not exist. */
export function siteImageNames(site: SiteFacts): string[] {
  const { portrait } = site.contact;
  const names = galleryEntries(site).map(({ file }) => file);
  if (isSvg(names[0] ?? "")) names.push(SHARE_PNG);
  return portrait === undefined ? names : [...names, portrait];
}

/** Leaves out images that are not in `images`. */
export function createGallery(site: SiteFacts, images: Images, sharePngAlt: string): Gallery {
  const photos = galleryEntries(site)
    .map(({ file, alt }) => findDescribedImage(images, file, alt))
    .filter((photo) => photo !== undefined);
  const portrait = findDescribedImage(images, site.contact.portrait, site.contact.name);
  const sharePng = findDescribedImage(images, SHARE_PNG, sharePngAlt);
  const fullSizePreview = selectPreviewImage(photos, sharePng);
  const previewImage = fullSizePreview === undefined ? undefined : narrowForPreview(fullSizePreview);
  return { photos, portrait, previewImage };
}

function findDescribedImage(images: Images, fileName: string | undefined, alt: string): DescribedImage | undefined {
  const image = fileName === undefined ? undefined : images.get(fileName);
  return image === undefined ? undefined : { ...image, alt };
}

function galleryEntries({ photos = [] }: SiteFacts): readonly { readonly file: string; readonly alt: string }[] {
  return photos.length > 0 ? photos : [{ file: LANDSCAPE_SVG, alt: "" }];
}

export function isSvg(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/**
 * Selects the image for link previews, which do not support SVG. If the first photo is an SVG, prefers `sharePng`, its
 * PNG version. Otherwise, prefers landscape photos, then other photos, then `sharePng`.
 */
function selectPreviewImage(photos: readonly DescribedImage[], sharePng?: DescribedImage): DescribedImage | undefined {
  const isFirstPhotoSvg = isSvg(photos[0]?.name ?? "");
  if (isFirstPhotoSvg && sharePng !== undefined) return sharePng;
  const rasterPhotos = photos.filter(({ name }) => !isSvg(name));
  // Clients crop portrait photos.
  const landscapePhoto = rasterPhotos.find(({ width, height }) => width >= height);
  return landscapePhoto ?? rasterPhotos[0] ?? sharePng;
}

/** Returns the narrowest version that is wide enough for link previews, or else the image itself. */
function narrowForPreview(image: DescribedImage): DescribedImage {
  const version = image.versions.find(({ width }) => width >= PREVIEW_WIDTH_MIN);
  return version === undefined ? image : { ...image, ...version };
}

/** Returns an error for each photo or portrait in `data/site.json` that is not in `imageNames`. */
export function checkPhotos({ photos = [], contact }: SiteFacts, imageNames: readonly string[]): FieldFinding[] {
  const references = photos.map(({ file }, index) => ({ file, fieldPath: `site/photos/${index}/file` }));
  if (contact.portrait !== undefined) references.push({ file: contact.portrait, fieldPath: "site/contact/portrait" });
  const missingReferences = references.filter(({ file }) => !imageNames.includes(file));
  return missingReferences.map(({ file, fieldPath }) => {
    const { code, values } = missingImageMessage(file, imageNames);
    return createFieldFinding("error", fieldPath, code, values);
  });
}

export function checkGallery({ photos, previewImage }: Gallery): Finding[] {
  const findings = photos.filter(({ name }) => !isSvg(name)).flatMap(checkPhotoSize);
  if (previewImage !== undefined) findings.push(...checkPreviewSize(previewImage));
  return findings;
}

function checkPhotoSize({ name, width, bytes }: DescribedImage): Finding[] {
  const findings: Finding[] = [];
  if (bytes.length > PHOTO_BYTES_MAX) {
    const values = { size: formatSize(bytes.length) };
    findings.push(imageFinding("warning", name, { code: "photo-too-large", values }));
  }
  if (width < PHOTO_WIDTH_MIN) {
    findings.push(imageFinding("warning", name, { code: "photo-too-narrow", values: { width } }));
  }
  return findings;
}

function checkPreviewSize({ name, bytes }: DescribedImage): Finding[] {
  if (bytes.length <= PREVIEW_BYTES_MAX) return [];
  // `a.jpg` and `a-1600.jpg` both become `a-1200.jpg`.
  const suggestedName = name.replace(WIDTH_SUFFIX, "").replace(/(?=\.\w+$)/, `-${PREVIEW_WIDTH_MIN}`);
  // The message already contains "kB" after the limit, so pass only the number.
  const limitKb = PREVIEW_BYTES_MAX / 1000;
  const values = { size: formatSize(bytes.length), limit: limitKb, width: PREVIEW_WIDTH_MIN, name: suggestedName };
  return [imageFinding("warning", name, { code: "preview-image-too-large", values })];
}
