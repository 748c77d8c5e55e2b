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
  previewImage?: DescribedImage | undefined;
}>;

type SiteFacts = Facts["site"];

/** Drawing that replaces the photos if the owner lists none. */
const BUILT_IN_DRAWING = "cottage.svg";
/** Image for link previews, used if the first photo is a drawing. */
const PREVIEW_IMAGE = "share.png";

const PHOTO_BYTES_MAX = 600_000;
/** Minimum width in pixels. Narrower photos look blurred on a wide screen. */
const PHOTO_WIDTH_MIN = 800;
/** Some clients ignore larger images for link previews. */
const PREVIEW_BYTES_MAX = 300_000;
const PREVIEW_WIDTH_MIN = 1200;

/** Returns the file names of all images that `createGallery` may use. Some of the files may not exist. */
export function siteImageNames(site: SiteFacts): string[] {
  const { portrait } = site.contact;
  const names = photosOrDrawing(site).map(({ file }) => file);
  if (names[0] === undefined || isSvg(names[0])) names.push(PREVIEW_IMAGE);
  return portrait === undefined ? names : [...names, portrait];
}

/**
 * Selects the photos, the portrait and the image for link previews.
 *
 * @param images loaded images; missing photos are left out
 * @param caption alt text of `share.png`
 */
export function createGallery(site: SiteFacts, images: Images, caption: string): Gallery {
  const photos: DescribedImage[] = [];
  for (const { file, alt } of photosOrDrawing(site)) {
    const image = images.get(file);
    if (image !== undefined) photos.push({ ...image, alt: alt ?? titleOf(image) });
  }
  const { name: hostName, portrait: portraitName } = site.contact;
  const portraitImage = portraitName === undefined ? undefined : images.get(portraitName);
  const portrait = portraitImage && { ...portraitImage, alt: hostName };
  const previewImage = selectPreviewImage(photos, images.get(PREVIEW_IMAGE), caption);
  return { photos, portrait, previewImage: previewImage && shrinkForPreview(previewImage) };
}

function photosOrDrawing({ photos = [] }: SiteFacts): readonly { readonly file: string; readonly alt?: string }[] {
  return photos.length > 0 ? photos : [{ file: BUILT_IN_DRAWING }];
}

export function isSvg(name: string): boolean {
  return name.toLowerCase().endsWith(".svg");
}

/** Checks that the photos and the portrait in `data/site.json` exist. */
export function checkPhotos({ photos = [], contact }: SiteFacts, imageNames: readonly string[]): FieldFinding[] {
  const { portrait } = contact;
  const references = photos.map(({ file }, index) => ({ file, field: `site/photos/${index}/file` }));
  if (portrait !== undefined) references.push({ file: portrait, field: "site/contact/portrait" });
  const brokenReferences = references.filter(({ file }) => !imageNames.includes(file));
  return brokenReferences.map(({ file, field }) => {
    const { code, values } = missingImageMessage(file, imageNames);
    return createFieldFinding("error", field, code, values);
  });
}

const WIDTH_AND_EXTENSION = /(?:-\d+)?(\.\w+)$/;

/** Checks the sizes of the photos and of the link-preview image, and the title of the default drawing. */
export function checkGallery({ photos, previewImage }: Gallery): Finding[] {
  const findings: Finding[] = [];
  for (const photo of photos) {
    const { name, alt } = photo;
    // The alt text of the built-in drawing comes from its SVG title.
    const lacksTitle = name === BUILT_IN_DRAWING && alt.trim() === "";
    if (lacksTitle) findings.push(imageFinding("error", name, "drawing-without-title"));
    if (!isSvg(name)) findings.push(...checkPhotoSize(photo));
  }
  if (previewImage !== undefined && previewImage.bytes.length > PREVIEW_BYTES_MAX) {
    findings.push(largePreviewImageFinding(previewImage));
  }
  return findings;
}

function checkPhotoSize({ name, width, bytes }: DescribedImage): Finding[] {
  const findings: Finding[] = [];
  if (bytes.length > PHOTO_BYTES_MAX) {
    findings.push(imageFinding("warning", name, "photo-slow", { size: formatSize(bytes.length) }));
  }
  if (width < PHOTO_WIDTH_MIN) findings.push(imageFinding("warning", name, "photo-narrow", { width }));
  return findings;
}

function largePreviewImageFinding({ name, bytes }: DescribedImage): Finding {
  const size = formatSize(bytes.length);
  const versionName = name.replace(WIDTH_AND_EXTENSION, `-${PREVIEW_WIDTH_MIN}$1`);
  const values = { size, limit: PREVIEW_BYTES_MAX / 1000, width: PREVIEW_WIDTH_MIN, copy: versionName };
  return imageFinding("warning", name, "share-picture-heavy", values);
}

function titleOf({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

/**
 * Selects the image for link previews, which cannot be SVG. If the gallery is empty or starts with a drawing (SVG),
 * uses `share.png` if it exists. Otherwise prefers a landscape photo, because clients crop portrait ones.
 */
function selectPreviewImage(
  gallery: readonly DescribedImage[],
  sharePng: Image | undefined,
  sharePngAlt: string,
): DescribedImage | undefined {
  const [first] = gallery;
  const startsWithPhoto = first !== undefined && !isSvg(first.name);
  if (!startsWithPhoto && sharePng !== undefined) return { ...sharePng, alt: sharePngAlt };
  const photos = gallery.filter(({ name }) => !isSvg(name));
  return photos.find(({ width, height }) => width >= height) ?? photos[0];
}

/** Replaces the path, bytes and dimensions of an image with those of its narrowest version that is wide enough. */
function shrinkForPreview(image: DescribedImage): DescribedImage {
  return { ...image, ...image.versions.find(({ width }) => width >= PREVIEW_WIDTH_MIN) };
}
