/**
 * Renders photos. In each row of the gallery, all photos have the same height.
 */

import { type Html, html } from "../html.ts";
import type { Image } from "../pictures/images.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { EMPTY, link, type Piece } from "./piece.ts";

/** Renders photos as rows of figures in HTML, and as links in Markdown. The Markdown omits drawings (SVG files). */
export function gallery(photos: readonly Photo[], locale: Locale): Piece {
  if (photos.length === 0) return EMPTY;
  const photographs = photos.filter(({ path }) => !isSvg(path));
  const bullets = photographs.map((photo) => `- ${photoLink(photo, locale).markdown}`);
  const figures = photos.map((photo, index): Figure => {
    return { photo, aspectRatio: aspectRatioOf(photo), counter: `${index + 1}/${photos.length}` };
  });
  const rows = divideIntoRows(figures).map(galleryRow);
  return { markdown: bullets.join("\n"), html: html`<div class="gallery">\n${rows}</div>` };
}

export function photoLink({ alt, path }: Photo, locale: Locale): Piece {
  return link(locale.translate("photograph", { words: alt }), path);
}

/** `aspectRatio` is width / height in twelfths, e.g. 18 for 3:2. Phones show `counter`, e.g. "2/9". */
type Figure = Readonly<{ photo: Photo; aspectRatio: number; counter: string }>;

/** Returns width / height in twelfths. The style sheet has classes `r6` to `r36`. */
function aspectRatioOf({ width, height }: Photo): number {
  return Math.min(36, Math.max(6, Math.round((12 * width) / height)));
}

function sumOfRatios(figures: readonly Figure[]): number {
  return figures.reduce((sum, { aspectRatio }) => sum + aspectRatio, 0);
}

/** Target sum of the aspect ratios in a row, in twelfths. Two 3:2 photos (18 each) add up to 36. */
const ROW_RATIO = 41;

/** Divides figures, in order, into rows of similar width. */
function divideIntoRows(figures: readonly Figure[]): Figure[][] {
  // Cut a strip of all figures into equal rows. A figure belongs to the row with its middle.
  const stripWidth = sumOfRatios(figures);
  const rowCount = Math.max(1, Math.round(stripWidth / ROW_RATIO));
  const rows = Array.from({ length: rowCount }, (): Figure[] => []);
  let left = 0;
  for (const figure of figures) {
    const middle = left + figure.aspectRatio / 2;
    const rowIndex = Math.floor((rowCount * middle) / stripWidth);
    rows[rowIndex]?.push(figure);
    left += figure.aspectRatio;
  }
  // A row is empty if a wide figure of another row covers it.
  return rows.filter((row) => row.length > 0);
}

function galleryRow(figures: readonly Figure[]): Html {
  const rowRatio = sumOfRatios(figures);
  return html`<div>\n${figures.map((figure) => galleryFigure(figure, rowRatio))}</div>\n`;
}

const PHONE_HEIGHT_VW_MAX = 57;
const PHONE_RATIO_MAX = 18;

function galleryFigure({ photo, aspectRatio, counter }: Figure, rowRatio: number): Html {
  const image = imageElement(photo, { sizes: gallerySizes(aspectRatio, rowRatio), priority: "low" });
  // Hide the caption from screen readers, which already read `alt`.
  return html`<figure class="r${aspectRatio}"><a href="${photo.path}">${image}</a>
<figcaption aria-hidden="true" data-number="${counter}">${photo.alt}</figcaption></figure>\n`;
}

/** Returns a photo's `sizes` attribute. The ratios are width / height in twelfths. */
function gallerySizes(ratio: number, rowRatio: number): string {
  // These widths must match `content/style.css`.
  const widthInRow = `calc(${(ratio / rowRatio).toFixed(2)} * min(90vw, 72rem))`;
  const widthOnPhone = `calc(${Math.min(ratio, PHONE_RATIO_MAX)} * ${PHONE_HEIGHT_VW_MAX / 12}vw)`;
  return `(min-width: 38rem) ${widthInRow}, ${widthOnPhone}`;
}

type ImageOptions = Readonly<{ sizes: string; priority: "high" | "low" }>;

export function imageElement(photo: Photo, options: ImageOptions): Html {
  return html`<img src="${photo.path}" alt="${photo.alt}"${imageAttributes(photo, options)}>`;
}

/** Renders an image's attributes, except `src` and `alt`. */
export function imageAttributes(image: Image, { sizes, priority }: ImageOptions): Html {
  const { width, height, srcset } = image;
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`${sources} width="${width}" height="${height}" decoding="async" ${loading}`;
}
