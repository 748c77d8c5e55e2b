/**
 * Photographs: the gallery, in which each has its description as a caption, and single `<img>` elements.
 *
 * This module reads no image files; the caller passes widths and heights.
 */

import { type Html, html } from "../html.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { link, list, type Piece, withHtml } from "./piece.ts";

/** Ratios of height to width. A photograph is tall from the first ratio up, and wide from the second ratio down. */
const TALL_RATIO = 1.15;
const WIDE_RATIO = 0.5;

/** The `sizes` attribute of each shape. It must match the style sheet: columns on wide screens, a strip on phones. */
const SIZES = {
  "": "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 84vw",
  tall: "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 44vw",
  wide: "(min-width: 60rem) min(62vw, 69rem), (min-width: 38rem) 92vw, 150vw",
};

/**
 * Returns the gallery: figures in HTML, links to the photographs in markdown.
 *
 * The HTML omits the first photograph, because the front page displays it at the top. The markdown omits SVG drawings.
 */
export function gallery(photos: readonly Photo[], words: Words): Piece {
  const photographs = photos.filter(({ path }) => !path.endsWith(".svg"));
  const links = photographs.map(({ alt, path }) => link(words.format("photograph", { words: alt }), path));
  const items = photos.slice(1).map((photo) => {
    const shape = shapeOf(photo);
    const className = shape === "" ? "" : html` class="${shape}"`;
    return html`<li${className}>${figure(photo, SIZES[shape])}</li>\n`;
  });
  return withHtml(list(links, "gallery"), items.length === 0 ? html`` : html`<ul class="gallery">\n${items}</ul>`);
}

/** Returns the CSS class of a photograph's shape. It is empty for most photographs. */
function shapeOf({ width, height }: Photo): keyof typeof SIZES {
  const ratio = height / width;
  if (ratio >= TALL_RATIO) return "tall";
  return ratio <= WIDE_RATIO ? "wide" : "";
}

/** Renders a photograph with its caption. The caption repeats the alt text, so it is hidden from screen readers. */
function figure(photo: Photo, sizes: string): Html {
  return html`<figure><a href="${photo.path}">${photograph(photo, sizes, html`loading="lazy"`)}</a>
<figcaption aria-hidden="true">${photo.alt}</figcaption></figure>`;
}

/**
 * Renders an `<img>` element. Width and height reserve space for the image, so the layout does not shift when it loads.
 *
 * @param sizes the value of the `sizes` attribute
 * @param loading the attribute that sets the priority, e.g. `loading="lazy"`
 */
export function photograph({ path, alt, width, height, srcset }: Photo, sizes: string, loading: Html): Html {
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const dimensions = html`width="${width}" height="${height}"`;
  return html`<img src="${path}"${sources} alt="${alt}" ${dimensions} decoding="async" ${loading}>`;
}
