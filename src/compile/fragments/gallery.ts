/**
 * Renders photos. In each row of the gallery, all photos have the same height.
 */

import { type Html, html } from "../html.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { bulletList, EMPTY, link, type Piece } from "./piece.ts";

/** A photo with its number, e.g. "2/9", and its ratio of width to height in twelfths, e.g. 18 for 3:2. */
type GalleryPhoto = Photo & Readonly<{ number: string; ratio: number }>;

/** Renders photos as links in Markdown, and as rows of figures in HTML. Omits the first photo, which is in the hero. */
export function gallery(allPhotos: readonly Photo[], locale: Locale): Piece {
  const photos = allPhotos.slice(1);
  if (photos.length === 0) return EMPTY;
  // The label of each link begins with "Photo:", so leave out drawings (SVG files).
  const linkedPhotos = photos.filter(({ path }) => !isSvg(path));
  const links = linkedPhotos.map((photo) => photoLink(photo, locale));
  const galleryPhotos = photos.map((photo, index): GalleryPhoto => {
    return { ...photo, number: `${index + 1}/${photos.length}`, ratio: ratioOf(photo) };
  });
  const rows = divideIntoRows(galleryPhotos).map(galleryRow);
  return { markdown: bulletList(links, "").markdown, html: html`<div class="gallery">\n${rows}</div>` };
}

export function photoLink({ alt, path }: Photo, locale: Locale): Piece {
  return link(locale.translate("photograph", { words: alt }), path);
}

/** Returns the ratio of width to height in twelfths. `content/style.css` has classes from `r6` (1:2) to `r36` (3:1). */
function ratioOf({ width, height }: Photo): number {
  return Math.min(36, Math.max(6, Math.round((12 * width) / height)));
}

function sumOfRatios(photos: readonly GalleryPhoto[]): number {
  return photos.reduce((sum, { ratio }) => sum + ratio, 0);
}

/** Target sum of the ratios of the photos in a row, in twelfths. For example, two 3:2 photos have a sum of 36. */
const ROW_RATIO = 41;

/**
 * Divides photos into rows, keeping their order. Places all photos side by side in an imaginary line, and cuts the line
 * into one equal part per row. Puts each photo into the row whose part of the line contains the photo's middle.
 */
function divideIntoRows(photos: readonly GalleryPhoto[]): GalleryPhoto[][] {
  const lineLength = sumOfRatios(photos);
  const rowCount = Math.max(1, Math.round(lineLength / ROW_RATIO));
  const rows = Array.from({ length: rowCount }, (): GalleryPhoto[] => []);
  let photoStart = 0;
  for (const photo of photos) {
    const photoMiddle = photoStart + photo.ratio / 2;
    const rowIndex = Math.floor((rowCount * photoMiddle) / lineLength);
    rows[rowIndex]?.push(photo);
    photoStart += photo.ratio;
  }
  // Remove empty rows. A row is empty if a wide photo covers its part of the line, but has its middle in another part.
  return rows.filter((row) => row.length > 0);
}

function galleryRow(photos: readonly GalleryPhoto[]): Html {
  const rowRatio = sumOfRatios(photos);
  return html`<div>\n${photos.map((photo) => galleryFigure(photo, rowRatio))}</div>\n`;
}

/** Renders a photo with its caption. On phones, the style sheet shows the photo's number, e.g. "2/9". */
function galleryFigure(photo: GalleryPhoto, rowRatio: number): Html {
  const { ratio, number } = photo;
  const shareOfRow = (ratio / rowRatio).toFixed(2);
  // The widths must match `content/style.css`. On phones, photos are up to 57vw high, so a twelfth is 4.75vw.
  const widthInRow = `calc(${shareOfRow} * min(90vw, 72rem))`;
  const twelfthsOnPhone = Math.min(ratio, 18);
  const widthOnPhone = `calc(${twelfthsOnPhone} * 4.75vw)`;
  const sizes = `(min-width: 38rem) ${widthInRow}, ${widthOnPhone}`;
  const image = imageElement(photo, { sizes, priority: "low" });
  // Hide the caption from screen readers, because it repeats the alt text.
  return html`<figure class="r${ratio}"><a href="${photo.path}">${image}</a>
<figcaption aria-hidden="true" data-number="${number}">${photo.alt}</figcaption></figure>\n`;
}

type ImageOptions = Readonly<{ sizes: string; priority: "high" | "low" }>;

/** Renders an `<img>` element. `sizes` is the value of its `sizes` attribute. Images of low priority load lazily. */
export function imageElement(photo: Photo, { sizes, priority }: ImageOptions): Html {
  const { path, alt, width, height, srcset } = photo;
  const size = html`width="${width}" height="${height}"`;
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img src="${path}"${sources} alt="${alt}" ${size} decoding="async" ${loading}>`;
}
