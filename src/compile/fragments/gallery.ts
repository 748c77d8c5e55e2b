/**
 * Renders photos. In each row of the gallery, all photos have the same height.
 */

import { type Html, html } from "../html.ts";
import type { Image } from "../pictures/images.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { bulletList, EMPTY, link, type Piece } from "./piece.ts";

/** Renders photos as links in Markdown, and as rows of figures in HTML. Omits the first photo, which is in the hero. */
export function gallery([, ...photos]: readonly Photo[], locale: Locale): Piece {
  if (photos.length === 0) return EMPTY;
  // The label of each link begins with "Photo:", so leave out drawings (SVG files).
  const linkedPhotos = photos.filter(({ path }) => !isSvg(path));
  const links = linkedPhotos.map((photo) => photoLink(photo, locale));
  const figures = photos.map((photo, index): Figure => {
    return { photo, ratio: ratioOf(photo), number: `${index + 1}/${photos.length}` };
  });
  const rows = divideIntoRows(figures).map(galleryRow);
  return { markdown: bulletList(links, "").markdown, html: html`<div class="gallery">\n${rows}</div>` };
}

export function photoLink({ alt, path }: Photo, locale: Locale): Piece {
  return link(locale.translate("photograph", { words: alt }), path);
}

/** `ratio` is the ratio of width to height in twelfths, e.g. 18 for 3:2. */
type Figure = Readonly<{ photo: Photo; ratio: number; number: string }>;

/** The style sheet has classes for ratios from `r6` (1:2) to `r36` (3:1). */
function ratioOf({ width, height }: Photo): number {
  return Math.min(36, Math.max(6, Math.round((12 * width) / height)));
}

function sumOfRatios(figures: readonly Figure[]): number {
  return figures.reduce((sum, { ratio }) => sum + ratio, 0);
}

/** Target sum of the ratios in a row, in twelfths. Two 3:2 photos have a sum of 36. */
const ROW_RATIO = 41;

/**
 * Divides figures into rows, keeping their order. Places all of them side by side in an imaginary line, and cuts the
 * line into one equal part per row. Puts each figure into the row whose part of the line contains the figure's middle.
 */
function divideIntoRows(figures: readonly Figure[]): Figure[][] {
  const lineLength = sumOfRatios(figures);
  const rowCount = Math.max(1, Math.round(lineLength / ROW_RATIO));
  const rows = Array.from({ length: rowCount }, (): Figure[] => []);
  let start = 0;
  for (const figure of figures) {
    const middle = start + figure.ratio / 2;
    rows[Math.floor((rowCount * middle) / lineLength)]?.push(figure);
    start += figure.ratio;
  }
  // A row is empty if a wide photo covers its part of the line, but has its middle in another part.
  return rows.filter((row) => row.length > 0);
}

function galleryRow(figures: readonly Figure[]): Html {
  const rowRatio = sumOfRatios(figures);
  return html`<div>\n${figures.map((figure) => galleryFigure(figure, rowRatio))}</div>\n`;
}

/** Renders a photo with its caption. On phones, the style sheet shows the photo's number, e.g. "2/9". */
function galleryFigure({ photo, ratio, number }: Figure, rowRatio: number): Html {
  // The widths must match `content/style.css`. On phones, photos are up to 57vw high, so a twelfth is 4.75vw.
  const widthInRow = `calc(${(ratio / rowRatio).toFixed(2)} * min(90vw, 72rem))`;
  const widthOnPhone = `calc(${Math.min(ratio, 18)} * 4.75vw)`;
  const sizes = `(min-width: 38rem) ${widthInRow}, ${widthOnPhone}`;
  const image = imageElement(photo, { sizes, priority: "low" });
  // Hide the caption from screen readers, because it repeats the alt text.
  return html`<figure class="r${ratio}"><a href="${photo.path}">${image}</a>
<figcaption aria-hidden="true" data-number="${number}">${photo.alt}</figcaption></figure>\n`;
}

type ImageOptions = Readonly<{ sizes: string; priority: "high" | "low" }>;

export function imageElement(photo: Photo, options: ImageOptions): Html {
  return html`<img src="${photo.path}" alt="${photo.alt}"${imageAttributes(photo, options)}>`;
}

/** Renders the attributes of an image other than `src` and `alt`. Images of low priority load lazily. */
export function imageAttributes(image: Image, { sizes, priority }: ImageOptions): Html {
  const { width, height, srcset } = image;
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`${sources} width="${width}" height="${height}" decoding="async" ${loading}`;
}
