/**
 * Builds parts of pages as Markdown and HTML from the same values, so that both always have the same content.
 */

import { type Html, html } from "../html.ts";
import { escapeMarkdown, escapeMarkdownUrl } from "../markdown/escape-markdown.ts";

/** A part of a page as Markdown and as HTML. The Markdown has no leading or trailing newline. */
export type Piece = Readonly<{ markdown: string; html: Html }>;

/** Inline content: a piece, or a string or number that has not been escaped yet. */
export type Inline = string | number | Piece;

export type Definition = readonly [term: Inline, value: Inline];

export const EMPTY: Piece = { markdown: "", html: html`` };

/** Converts inline content to a piece. Strings are escaped for both Markdown and HTML, and trimmed in the Markdown. */
export function toPiece(value: Inline): Piece {
  if (typeof value === "object") return value;
  const text = String(value);
  return { markdown: escapeMarkdown(text), html: html`${text}` };
}

const TRIMMED_TEXT = /\S(?:[^]*\S)?/;

function untrimmedPiece(text: string): Piece {
  return { markdown: text.replace(TRIMMED_TEXT, escapeMarkdown), html: html`${text}` };
}

/** Template tag that builds a piece. Trims the inserted values, but not the text of the template. */
export function piece(strings: readonly string[], ...values: readonly Inline[]): Piece {
  const parts = strings.flatMap((text, index) => [untrimmedPiece(text), toPiece(values[index] ?? "")]);
  return { markdown: parts.map(({ markdown }) => markdown).join(""), html: html`${parts.map((part) => part.html)}` };
}

export function strong(content: Inline): Piece {
  const { markdown, html: markup } = toPiece(content);
  return { markdown: `**${markdown}**`, html: html`<strong>${markup}</strong>` };
}

/** @param attributes additional attributes for the `<a>` element, each preceded by a space, e.g. ` rel="noopener"` */
export function link(content: Inline, href: string, attributes: Html = html``): Piece {
  const { markdown, html: markup } = toPiece(content);
  return {
    markdown: `[${markdown}](${escapeMarkdownUrl(href)})`,
    html: html`<a href="${href}"${attributes}>${markup}</a>`,
  };
}

export function paragraph(content: Inline): Piece {
  const { markdown, html: markup } = toPiece(content);
  return { markdown, html: html`<p>${markup}</p>` };
}

/** Joins blocks, with blank lines between them in the Markdown. Blocks without Markdown, e.g. photos, are HTML only. */
export function blocks(...pieces: readonly (Piece | undefined)[]): Piece {
  const present = pieces.filter((block) => block !== undefined);
  const markdown = present.map((block) => block.markdown).filter((text) => text !== "");
  const markup = present.map((block, index) => (index === 0 ? block.html : html`\n${block.html}`));
  return { markdown: markdown.join("\n\n"), html: html`${markup}` };
}

export function bulletList(items: readonly Inline[], className: string): Piece {
  if (items.length === 0) return EMPTY;
  const pieces = items.map(toPiece);
  return {
    markdown: pieces.map(({ markdown }) => `- ${markdown}`).join("\n"),
    html: html`<ul class="${className}">\n${pieces.map((item) => html`<li>${item.html}</li>\n`)}</ul>`,
  };
}

/**
 * Returns a `<dl>` element in HTML and a bullet list in Markdown.
 *
 * @param colon follows each term in the Markdown, e.g. " :" in French
 */
export function definitionList(rows: readonly Definition[], className: string, colon = ":"): Piece {
  const pairs = rows.map(([term, value]) => ({ term: toPiece(term), value: toPiece(value) }));
  const lines = pairs.map(({ term, value }) => `- **${term.markdown}${colon}** ${value.markdown}`);
  const markup = pairs.map(({ term, value }) => html`<div><dt>${term.html}</dt><dd>${value.html}</dd></div>\n`);
  return { markdown: lines.join("\n"), html: html`<dl class="${className}">\n${markup}</dl>` };
}

export function code(text: string): Piece {
  return { markdown: `\`${text}\``, html: html`<code>${text}</code>` };
}
