/**
 * Page fragments for photos: the gallery, and individual `<img>` elements.
 */

import { type Html, html } from "../html.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { bulletList, EMPTY, link, type Piece } from "./piece.ts";

/** The `sizes` attribute for each shape of photo. Must match the column widths in `content/style.css`. */
const SIZES = {
  normal: "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 84vw",
  tall: "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 44vw",
  wide: "(min-width: 60rem) min(62vw, 69rem), (min-width: 38rem) 92vw, 150vw",
};

/**
 * Renders photos as figures in HTML and as links in Markdown. The HTML omits the first photo, already shown at the top
 * of the front page; the Markdown omits SVG drawings, because its links say "Photograph".
 */
export function gallery(photos: readonly Photo[], locale: Locale): Piece {
  const photographs = photos.filter(({ path }) => !isSvg(path));
  const links = photographs.map(({ alt, path }) => link(locale.translate("photograph", { words: alt }), path));
  const figures = photos.slice(1).map(figureItem);
  return {
    markdown: bulletList(links, "gallery").markdown,
    html: figures.length === 0 ? EMPTY.html : html`<ul class="gallery">\n${figures}</ul>`,
  };
}

/** Renders a list item with a photo and its caption. The caption repeats the alt text, so screen readers skip it. */
function figureItem(photo: Photo): Html {
  const shape = shapeOf(photo);
  const classAttribute = shape === "normal" ? "" : html` class="${shape}"`;
  return html`<li${classAttribute}><figure><a href="${photo.path}">${imageElement(photo, SIZES[shape], "low")}</a>
<figcaption aria-hidden="true">${photo.alt}</figcaption></figure></li>\n`;
}

function shapeOf({ width, height }: Photo): keyof typeof SIZES {
  const heightToWidth = height / width;
  if (heightToWidth >= 1.15) return "tall";
  return heightToWidth <= 0.5 ? "wide" : "normal";
}

/** Renders an `<img>` element. Its width and height reserve space, so that the layout does not shift when it loads. */
export function imageElement(photo: Photo, sizes: string, priority: "high" | "low"): Html {
  const { path, alt, width, height, srcset } = photo;
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const dimensions = html`width="${width}" height="${height}"`;
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img src="${path}"${sources} alt="${alt}" ${dimensions} decoding="async" ${loading}>`;
}
