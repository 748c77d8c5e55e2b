/**
 * Photographs: large, in their own proportions, each with its description as caption and a link to its file.
 *
 * It reads no picture. Widths and heights come with the photographs.
 */

import { type Html, html } from "../html.ts";
import type { Photograph } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { link, list, type Piece, withHtml } from "./piece.ts";

/** Height by width from which a photograph is a portrait, and below which it is a panorama. */
const TALL = 1.15;
const WIDE = 0.5;

/** The widths that the style sheet gives to photographs of each shape: in a strip on phones, in columns elsewhere. */
const SIZES = {
  "": "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 84vw",
  tall: "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 44vw",
  wide: "(min-width: 60rem) min(62vw, 69rem), (min-width: 38rem) 92vw, 150vw",
};

/**
 * Returns the gallery.
 *
 * The HTML leaves out the first photograph, which is at the top of the front page. The markdown leaves out drawings.
 */
export function gallery(photos: readonly Photograph[], words: Words): Piece {
  const photographs = photos.filter(({ path }) => !path.endsWith(".svg"));
  const links = photographs.map(({ alt, path }) => link(words.format("photograph", { words: alt }), path));
  const figures = photos.slice(1).map((photo) => {
    const shape = shapeOf(photo);
    return html`<li${shape === "" ? "" : html` class="${shape}"`}>${figure(photo, SIZES[shape])}</li>\n`;
  });
  return withHtml(list(links, "gallery"), figures.length === 0 ? html`` : html`<ul class="gallery">\n${figures}</ul>`);
}

function shapeOf({ width, height }: Photograph): keyof typeof SIZES {
  const proportion = height / width;
  if (proportion >= TALL) return "tall";
  return proportion <= WIDE ? "wide" : "";
}

/** Screen readers read the alternative text only, because the caption repeats it. */
function figure(photo: Photograph, sizes: string): Html {
  return html`<figure><a href="${photo.path}">${photograph(photo, sizes, html`loading="lazy"`)}</a>
<figcaption aria-hidden="true">${photo.alt}</figcaption></figure>`;
}

/** Renders an image. Width and height reserve its space, so nothing moves when it loads. */
export function photograph({ path, alt, width, height, srcset }: Photograph, sizes: string, loading: Html): Html {
  const widths = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const size = html`width="${width}" height="${height}"`;
  return html`<img src="${path}"${widths} alt="${alt}" ${size} decoding="async" ${loading}>`;
}
