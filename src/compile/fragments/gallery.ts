/**
 * Renders photos. In each row of the gallery, all photos have the same height.
 */

import { type Html, html } from "../html.ts";
import type { Image } from "../pictures/images.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, EMPTY, link, type Piece, wrap } from "./piece.ts";

export function gallery(photos: readonly Photo[], locale: Locale): Piece {
  if (photos.length === 0) return EMPTY;
  const figures = photos.map((photo, index): Figure => {
    return { photo, width: scaledWidth(photo), counter: `${index + 1}/${photos.length}` };
  });
  const rows = divideIntoRows(figures).map((row) => galleryRow(row, locale));
  return wrap`<div class="gallery">\n${blocks(...rows)}\n</div>`;
}

export function linkedPhoto(photo: Photo, options: ImageOptions, locale: Locale): Piece {
  const { path, alt } = photo;
  const { markdown } = isSvg(path) ? EMPTY : link(locale.translate("photograph", { words: alt }), path);
  return { markdown, html: html`<a href="${path}">${imageElement(photo, options)}</a>` };
}

type Figure = Readonly<{
  photo: Photo;
  /** Width of the photo when scaled to a height of 12, e.g. 18 for a 3:2 photo. */
  width: number;
  /** Position of the photo, e.g. "2/9". Phones show it before the caption. */
  counter: string;
}>;

/** Scales a photo to a height of 12. Limits the width, because the style sheet has only classes `r6` to `r36`. */
function scaledWidth({ width, height }: Photo): number {
  return Math.min(36, Math.max(6, Math.round((12 * width) / height)));
}

function sumOfWidths(figures: readonly Figure[]): number {
  return figures.reduce((sum, { width }) => sum + width, 0);
}

/** Width of a row of photos with a height of 12. Two 3:2 photos have a width of 36. */
const PREFERRED_ROW_WIDTH = 41;

/** Cuts a long line of photos side by side into equal rows. Each photo goes into the row that contains its middle. */
function divideIntoRows(figures: readonly Figure[]): Figure[][] {
  const lineWidth = sumOfWidths(figures);
  const rowCount = Math.max(1, Math.round(lineWidth / PREFERRED_ROW_WIDTH));
  const rowWidth = lineWidth / rowCount;
  const rows = Array.from({ length: rowCount }, (): Figure[] => []);
  let leftEdge = 0;
  for (const figure of figures) {
    const middle = leftEdge + figure.width / 2;
    const rowIndex = Math.floor(middle / rowWidth);
    rows[rowIndex]?.push(figure);
    leftEdge += figure.width;
  }
  return rows.filter((row) => row.length > 0);
}

function galleryRow(figures: readonly Figure[], locale: Locale): Piece {
  const rowWidth = sumOfWidths(figures);
  return wrap`<div>\n${blocks(...figures.map((figure) => galleryFigure(figure, rowWidth, locale)))}\n</div>`;
}

function galleryFigure({ photo, width, counter }: Figure, rowWidth: number, locale: Locale): Piece {
  const image = linkedPhoto(photo, { sizes: gallerySizes(width, rowWidth), priority: "low" }, locale);
  // Hide the caption from screen readers, which already read `alt`.
  return wrap`<figure class="r${width}">${image}
<figcaption aria-hidden="true" data-number="${counter}">${photo.alt}</figcaption></figure>`;
}

/** On phones, photos are at most 57vw high, and at most as wide as a 3:2 photo. */
const PHONE_HEIGHT_VW_MAX = 57;
const PHONE_WIDTH_MAX = 18;

/** Returns the `sizes` attribute of a photo. It must match the widths of figures in `content/style.css`. */
function gallerySizes(width: number, rowWidth: number): string {
  const shareOfRow = (width / rowWidth).toFixed(2);
  const phoneWidth = `calc(${Math.min(PHONE_WIDTH_MAX, width)} * ${PHONE_HEIGHT_VW_MAX / 12}vw)`;
  return `(min-width: 38rem) calc(${shareOfRow} * min(90vw, 72rem)), ${phoneWidth}`;
}

type ImageOptions = Readonly<{ sizes: string; priority: "high" | "low" }>;

export function imageElement(photo: Photo, options: ImageOptions): Html {
  return html`<img src="${photo.path}" alt="${photo.alt}"${imageAttributes(photo, options)}>`;
}

export function imageAttributes(image: Image, { sizes, priority }: ImageOptions): Html {
  const { width, height, srcset } = image;
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`${sources} width="${width}" height="${height}" decoding="async" ${loading}`;
}
