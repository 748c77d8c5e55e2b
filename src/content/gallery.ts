/**
 * The owner's photographs, or the drawing that stands in for them until there are some.
 *
 * It is given addresses and sizes, and never opens a file.
 */
import type { Fragment } from "./fragment.ts";
import { type Html, html } from "./html.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

export interface GalleryPhoto {
  /** The path it is served at, which changes with its bytes. */
  readonly path: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export interface Gallery {
  /** In the owner's order: the first is the one to show when there is room for one. */
  readonly photos: readonly GalleryPhoto[];
  readonly drawing: Html | undefined;
}

/** All photographs but the first, which is at the top of the front page already. */
export function gallery({ photos }: Gallery): Fragment {
  const [, ...others] = photos;
  return {
    markdown: photos.map(({ alt, path }) => `- [Photograph: ${escapeMarkdown(alt)}](${path})`).join("\n"),
    html:
      others.length === 0
        ? html``
        : html`<ul class="gallery">
${others.map((photo) => html`<li>${photoElement(photo, "low")}</li>\n`)}</ul>`,
  };
}

/** Width and height reserve its place before it is there, so that nothing moves when it comes. */
export function photoElement({ path, alt, width, height }: GalleryPhoto, priority: "high" | "low"): Html {
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img src="${path}" alt="${alt}" width="${width}" height="${height}" decoding="async" ${loading}>`;
}
