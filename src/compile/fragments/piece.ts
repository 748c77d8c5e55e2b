/**
 * Builds parts of pages. Each part has a Markdown and an HTML version.
 */

import { type Html, html, type Interpolation } from "../html.ts";
import { escapeMarkdown, escapeMarkdownUrl } from "../markdown/escape-markdown.ts";

/** Part of a page, as Markdown and as HTML. The Markdown has no leading or trailing newline. */
export type Piece = Readonly<{ markdown: string; html: Html }>;

/** Content of a line. Strings are plain text. Pieces are already escaped. */
export type Inline = string | number | Piece;

export type DefinitionRow = readonly [term: string, value: Inline | undefined];

export const EMPTY: Piece = { markdown: "", html: html`` };

/** Escapes text or a number. Returns a piece unchanged. */
export function toPiece(value: Inline): Piece {
  if (typeof value === "object") return value;
  return { markdown: escapeMarkdown(String(value)), html: html`${value}` };
}

const TRIMMED_TEXT = /\S(?:[^]*\S)?/;

/** Template tag that converts text to Markdown and HTML. Escapes values, except those that are markup. */
export function inlineMarkup(strings: readonly string[], ...values: readonly Inline[]): Piece {
  const parts: Piece[] = [];
  for (const [index, text] of strings.entries()) {
    // Escape only the text between leading and trailing spaces, because `escapeMarkdown` removes the spaces.
    const markdown = text.replace(TRIMMED_TEXT, escapeMarkdown);
    parts.push({ markdown, html: html`${text}` }, toPiece(values[index] ?? ""));
  }
  return { markdown: parts.map(({ markdown }) => markdown).join(""), html: html`${parts.map((part) => part.html)}` };
}

export function strong(content: Inline): Piece {
  const inline = toPiece(content);
  return { markdown: `**${inline.markdown}**`, html: html`<strong>${inline.html}</strong>` };
}

/** `attributes` are further HTML attributes, e.g. ` class="button"`. */
export function link(content: Inline, href: string, attributes = html``): Piece {
  const text = toPiece(content);
  return {
    markdown: `[${text.markdown}](${escapeMarkdownUrl(href)})`,
    html: html`<a href="${href}"${attributes}>${text.html}</a>`,
  };
}

export function paragraph(content: Inline | undefined): Piece {
  return content === undefined ? EMPTY : wrap`<p>${toPiece(content)}</p>`;
}

/** Template tag that wraps pieces in HTML. The Markdown has only the pieces' own Markdown, separated by blank lines. */
export function wrap(strings: TemplateStringsArray, ...values: readonly (Interpolation | Piece)[]): Piece {
  const markup = values.map((value) => (isPiece(value) ? value.html : value));
  return { markdown: joinMarkdown(values.filter(isPiece)), html: html(strings, ...markup) };
}

function isPiece(value: Interpolation | Piece): value is Piece {
  return typeof value === "object" && "markdown" in value;
}

/** Joins pieces with blank lines in the Markdown and line breaks in the HTML. Skips `EMPTY`. */
export function blocks(...pieces: readonly Piece[]): Piece {
  const present = pieces.filter((piece) => piece !== EMPTY);
  const markup = present.map((piece, index) => (index === 0 ? piece.html : html`\n${piece.html}`));
  return { markdown: joinMarkdown(present), html: html`${markup}` };
}

function joinMarkdown(pieces: readonly Piece[]): string {
  return pieces.map(({ markdown }) => markdown).filter((markdown) => markdown !== "").join("\n\n");
}

export function bulletList(items: readonly Inline[], className: string): Piece {
  if (items.length === 0) return EMPTY;
  const pieces = items.map(toPiece);
  return {
    markdown: pieces.map(({ markdown }) => `- ${markdown}`).join("\n"),
    html: html`<ul class="${className}">\n${pieces.map((item) => html`<li>${item.html}</li>\n`)}</ul>`,
  };
}

/** Renders terms and values as Markdown bullets, e.g. `- **Sleeps:** 4`, and as an HTML `<dl>`. Omits empty rows. */
export function definitionList(rows: readonly DefinitionRow[], className: string, colon: string): Piece {
  const items: Piece[] = [];
  for (const [term, value] of rows) {
    if (value === undefined) continue;
    const { markdown, html: valueHtml } = toPiece(value);
    items.push({
      markdown: `- **${escapeMarkdown(term)}${colon}** ${markdown}`,
      html: html`<div><dt>${term}</dt><dd>${valueHtml}</dd></div>\n`,
    });
  }
  return {
    markdown: items.map(({ markdown }) => markdown).join("\n"),
    html: html`<dl class="${className}">\n${items.map((item) => item.html)}</dl>`,
  };
}
