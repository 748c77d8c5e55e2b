/**
 * Renders photos. In each row of the gallery, all have the same height.
 */

import { type Html, html } from "../html.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { bulletList, EMPTY, link, type Piece } from "./piece.ts";

/** Preferred sum of the ratios in a row, a little more than that of two photos of 3:2. */
const ROW_RATIO = 41;

/** Renders all photos but the first, which is at the top of the front page: as links in Markdown, figures in HTML. */
export function gallery([, ...photos]: readonly Photo[], locale: Locale): Piece {
  if (photos.length === 0) return EMPTY;
  const links = photos.filter(({ path }) => !isSvg(path)).map((photo) => photoLink(photo, locale));
  const rows = divideIntoRows(photos).map((row) => {
    const figures = row.map((photo) => {
      return galleryFigure(photo, sumOfRatios(row), `${photos.indexOf(photo) + 1}/${photos.length}`);
    });
    return html`<div>\n${figures}</div>\n`;
  });
  return { markdown: bulletList(links, "").markdown, html: html`<div class="gallery">\n${rows}</div>` };
}

export function photoLink({ alt, path }: Photo, locale: Locale): Piece {
  return link(locale.translate("photograph", { words: alt }), path);
}

/** Returns the ratio of width to height in twelfths. `content/style.css` has a class for each, e.g. `r18` for 3:2. */
function ratioOf({ width, height }: Photo): number {
  return Math.min(36, Math.max(6, Math.round((12 * width) / height)));
}

function sumOfRatios(photos: readonly Photo[]): number {
  return photos.reduce((sum, photo) => sum + ratioOf(photo), 0);
}

/** Divides photos into rows, in their order. The rows have about the same sum of ratios. */
function divideIntoRows(photos: readonly Photo[]): readonly (readonly Photo[])[] {
  const rowCount = Math.max(1, Math.round(sumOfRatios(photos) / ROW_RATIO));
  const rows = Array.from({ length: rowCount }, (): Photo[] => []);
  for (const [index, photo] of photos.entries()) {
    const middle = sumOfRatios(photos.slice(0, index)) + ratioOf(photo) / 2;
    rows[Math.floor((rowCount * middle) / sumOfRatios(photos))]?.push(photo);
  }
  return rows.filter((row) => row.length > 0);
}

/** Renders a photo with its caption. On phones, the style sheet shows its number, e.g. "2/9". */
function galleryFigure(photo: Photo, rowRatio: number, number: string): Html {
  const ratio = ratioOf(photo);
  const shareOfRow = (ratio / rowRatio).toFixed(2);
  // The widths must match `content/style.css`.
  const sizes = `(min-width: 38rem) calc(${shareOfRow} * min(90vw, 72rem)), calc(${Math.min(ratio, 18)} * 4.75vw)`;
  // Hide the caption from screen readers, because it repeats the alt text.
  return html`<figure class="r${ratio}"><a href="${photo.path}">${imageElement(photo, { sizes, priority: "low" })}</a>
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
