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
  /** Image for link previews. */
  share?: DescribedImage | undefined;
}>;

type SiteFacts = Facts["site"];

/** Drawing that replaces the photos if the owner lists none. */
const DRAWING = "cottage.svg";
/** Image for link previews, used if the first photo is a drawing. */
const SHARE = "share.png";

const PHOTO_BYTES_MAX = 600_000;
/** Minimum width in pixels. Narrower photos look blurred on a wide screen. */
const PHOTO_WIDTH_MIN = 800;
/** Some clients ignore larger images for link previews. */
const SHARE_BYTES_MAX = 300_000;
const SHARE_WIDTH_MIN = 1200;

/** Returns the file names of all images that `createGallery` may use. Some of the files may not exist. */
export function siteImageNames(site: SiteFacts): string[] {
  const { portrait } = site.contact;
  const names = photosOrDrawing(site).map(({ file }) => file);
  if (names[0] === undefined || isDrawing(names[0])) names.push(SHARE);
  return portrait === undefined ? names : [...names, portrait];
}

/**
 * Selects the photos, the portrait and the image for link previews.
 *
 * @param images loaded images; missing photos are left out
 * @param caption alt text of `share.png`
 */
export function createGallery(site: SiteFacts, images: Images, caption: string): Gallery {
  const { name: hostName, portrait: portraitName } = site.contact;
  const photos: DescribedImage[] = [];
  for (const { file, alt } of photosOrDrawing(site)) {
    const image = images.get(file);
    if (image !== undefined) photos.push({ ...image, alt: alt ?? titleOf(image) });
  }
  const portrait = portraitName === undefined ? undefined : images.get(portraitName);
  const share = selectShareImage(photos, images.get(SHARE), caption);
  return { photos, portrait: portrait && { ...portrait, alt: hostName }, share: share && shrinkForPreview(share) };
}

function photosOrDrawing({ photos = [] }: SiteFacts): readonly { readonly file: string; readonly alt?: string }[] {
  return photos.length > 0 ? photos : [{ file: DRAWING }];
}

export function isDrawing(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/** Checks that the photos and the portrait in `data/site.json` exist. */
export function checkPhotos({ photos = [], contact }: SiteFacts, imageNames: readonly string[]): FieldFinding[] {
  const { portrait } = contact;
  const files = photos.map(({ file }, index) => ({ file, field: `site/photos/${index}/file` }));
  if (portrait !== undefined) files.push({ file: portrait, field: "site/contact/portrait" });
  const missingFiles = files.filter(({ file }) => !imageNames.includes(file));
  return missingFiles.map(({ file, field }) => {
    const { code, values } = missingImageMessage(file, imageNames);
    return createFieldFinding("error", field, code, values);
  });
}

const WIDTH_AND_EXTENSION = /(?:-\d+)?(\.\w+)$/;

/** Checks the sizes of the photos and of the image for link previews, and the title of the built-in drawing. */
export function checkGallery({ photos, share }: Gallery): Finding[] {
  const findings: Finding[] = [];
  for (const { name, alt, width, bytes } of photos) {
    // A drawing's alt text comes from its SVG title.
    if (name === DRAWING && alt.trim() === "") findings.push(imageFinding("error", name, "drawing-without-title"));
    if (isDrawing(name)) continue;
    if (bytes.length > PHOTO_BYTES_MAX) {
      findings.push(imageFinding("warning", name, "photo-slow", { size: formatSize(bytes.length) }));
    }
    if (width < PHOTO_WIDTH_MIN) findings.push(imageFinding("warning", name, "photo-narrow", { width }));
  }
  if (share !== undefined && share.bytes.length > SHARE_BYTES_MAX) findings.push(largeShareImageFinding(share));
  return findings;
}

function largeShareImageFinding({ name, bytes }: DescribedImage): Finding {
  const size = formatSize(bytes.length);
  const versionName = name.replace(WIDTH_AND_EXTENSION, `-${SHARE_WIDTH_MIN}$1`);
  const values = { size, limit: SHARE_BYTES_MAX / 1000, width: SHARE_WIDTH_MIN, copy: versionName };
  return imageFinding("warning", name, "share-picture-heavy", values);
}

function titleOf({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

/**
 * Selects the image for link previews, which cannot be SVG. Prefers a landscape photo, because clients crop portrait
 * ones. Uses `share.png` if there is no photo, or if the first one is a drawing.
 */
function selectShareImage(
  photos: readonly DescribedImage[],
  shareImage: Image | undefined,
  caption: string,
): DescribedImage | undefined {
  const [first] = photos;
  const startsWithPhoto = first !== undefined && !isDrawing(first.name);
  if (shareImage !== undefined && !startsWithPhoto) return { ...shareImage, alt: caption };
  const realPhotos = photos.filter(({ name }) => !isDrawing(name));
  return realPhotos.find(({ width, height }) => width >= height) ?? realPhotos[0];
}

/** Replaces the path, bytes and dimensions of an image with those of its narrowest version that is wide enough. */
function shrinkForPreview(image: DescribedImage): DescribedImage {
  return { ...image, ...image.versions.find(({ width }) => width >= SHARE_WIDTH_MIN) };
}
