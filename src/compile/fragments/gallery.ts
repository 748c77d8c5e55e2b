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
    return { photo, ratio: clampedRatio(photo), counter: `${index + 1}/${photos.length}` };
  });
  const rows = divideIntoRows(figures).map((row) => galleryRow(row, locale));
  return wrap`<div class="gallery">\n${blocks(...rows)}\n</div>`;
}

/** Renders a photo as a link to its file. The Markdown omits drawings (SVG). */
export function linkedPhoto(photo: Photo, options: ImageOptions, locale: Locale): Piece {
  const { path, alt } = photo;
  const { markdown } = isSvg(path) ? EMPTY : link(locale.translate("photograph", { words: alt }), path);
  return { markdown, html: html`<a href="${path}">${imageElement(photo, options)}</a>` };
}

type Figure = Readonly<{
  photo: Photo;
  /** 12 × width / height, rounded. The factor 12 makes common ratios integers, e.g. 18 for 3:2. */
  ratio: number;
  /** On phones, the caption begins with this text, e.g. "2/9". */
  counter: string;
}>;

/** Returns 12 × width / height, limited to 6–36. The style sheet has a class for each integer, e.g. `r18`. */
function clampedRatio({ width, height }: Photo): number {
  return Math.min(36, Math.max(6, Math.round((12 * width) / height)));
}

function sumOfRatios(figures: readonly Figure[]): number {
  return figures.reduce((sum, { ratio }) => sum + ratio, 0);
}

/** Target sum of the ratios (12 × width / height) in a row. Two 3:2 photos (18 each) nearly reach it. */
const ROW_RATIO = 41;

/**
 * Divides the figures into rows of about the same width. Lays all figures side by side in one line, and cuts the line
 * into segments of equal width. Each segment is a row, with the figures whose middle is in it.
 */
function divideIntoRows(figures: readonly Figure[]): Figure[][] {
  const totalWidth = sumOfRatios(figures);
  const rowCount = Math.max(1, Math.round(totalWidth / ROW_RATIO));
  const rowWidth = totalWidth / rowCount;
  const rows = new Map<number, Figure[]>();
  let leftEdge = 0;
  for (const figure of figures) {
    const middle = leftEdge + figure.ratio / 2;
    const rowIndex = Math.floor(middle / rowWidth);
    const row = rows.get(rowIndex) ?? [];
    rows.set(rowIndex, [...row, figure]);
    leftEdge += figure.ratio;
  }
  return [...rows.values()];
}

function galleryRow(figures: readonly Figure[], locale: Locale): Piece {
  const rowRatio = sumOfRatios(figures);
  return wrap`<div>\n${blocks(...figures.map((figure) => galleryFigure(figure, rowRatio, locale)))}\n</div>`;
}

function galleryFigure({ photo, ratio, counter }: Figure, rowRatio: number, locale: Locale): Piece {
  const image = linkedPhoto(photo, { sizes: gallerySizes(ratio, rowRatio), priority: "low" }, locale);
  // Hide the caption from screen readers, which already read `alt`.
  return wrap`<figure class="r${ratio}">${image}
<figcaption aria-hidden="true" data-number="${counter}">${photo.alt}</figcaption></figure>`;
}

/** Height of a photo on a phone, in percent of the width of the screen. */
const PHONE_HEIGHT_VW = 57;
/** 3:2. Wider photos are cropped on phones. */
const PHONE_RATIO_MAX = 18;

/** Returns a photo's `sizes` attribute, which must match the figure widths in `content/style.css`. */
function gallerySizes(ratio: number, rowRatio: number): string {
  const widthInRow = `calc(${(ratio / rowRatio).toFixed(2)} * min(90vw, 72rem))`;
  const widthOnPhone = `calc(${Math.min(ratio, PHONE_RATIO_MAX)} * ${PHONE_HEIGHT_VW / 12}vw)`;
  return `(min-width: 38rem) ${widthInRow}, ${widthOnPhone}`;
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
