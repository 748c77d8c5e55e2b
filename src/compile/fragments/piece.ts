/**
 * Builds parts of pages as markdown and HTML at once, from the same values, so that the two forms cannot differ.
 *
 * Text is escaped for both forms. This module contains no facts and no UI texts.
 */

import { type Html, html } from "../html.ts";
import { escapeMarkdown, markdownAddress } from "../markdown/escape-markdown.ts";

/** A part of a page as markdown and as HTML. */
export type Piece = Readonly<{
  /** Markdown in this program's dialect, with no leading or trailing newline. */
  markdown: string;
  html: Html;
}>;

/** Inline content: plain text and numbers, which are escaped, or a piece. */
export type Inline = string | number | Piece;

export type Definition = readonly [term: Inline, value: Inline];

export const EMPTY: Piece = { markdown: "", html: html`` };

/** Converts inline content to a piece. Text is escaped and trimmed in the markdown. */
export function piece(value: Inline): Piece {
  if (typeof value === "object") return value;
  const text = String(value);
  return { markdown: escapeMarkdown(text), html: html`${text}` };
}

/** Matches text from its first to its last character that is not white space. */
const TRIMMED_TEXT = /\S(?:[^]*\S)?/;

/** Converts text to a piece like `piece`, but keeps the white space at its start and end. */
export function verbatim(text: string): Piece {
  return { markdown: text.replace(TRIMMED_TEXT, escapeMarkdown), html: html`${text}` };
}

/** Template tag that joins text and inline content into one piece. White space in the template is kept. */
export function inline(strings: TemplateStringsArray, ...values: readonly Inline[]): Piece {
  const parts: Inline[] = [];
  for (const [index, text] of strings.entries()) parts.push(verbatim(text), values[index] ?? EMPTY);
  return concat(parts);
}

export function concat(parts: readonly Inline[]): Piece {
  const pieces = parts.map(piece);
  const markdown = pieces.map((part) => part.markdown);
  return { markdown: markdown.join(""), html: html`${pieces.map((part) => part.html)}` };
}

export function strong(content: Inline): Piece {
  const { markdown, html: markup } = piece(content);
  return { markdown: `**${markdown}**`, html: html`<strong>${markup}</strong>` };
}

/** @param attributes attributes of the `<a>` element, each preceded by a space, e.g. ` rel="noopener"` */
export function link(content: Inline, target: string, attributes: Html = html``): Piece {
  const { markdown, html: markup } = piece(content);
  return {
    markdown: `[${markdown}](${markdownAddress(target)})`,
    html: html`<a href="${target}"${attributes}>${markup}</a>`,
  };
}

export function paragraph(content: Inline): Piece {
  const text = piece(content);
  return withHtml(text, html`<p>${text.html}</p>`);
}

/** Joins block elements with an empty line between them in markdown. Pieces with empty markdown add no empty lines. */
export function blocks(...pieces: readonly Piece[]): Piece {
  const markdown = pieces.map((block) => block.markdown).filter((text) => text !== "");
  const markup = pieces.map((block, index) => (index === 0 ? block.html : html`\n${block.html}`));
  return { markdown: markdown.join("\n\n"), html: html`${markup}` };
}

/** Returns a bulleted list, or an empty piece if there are no items. */
export function list(items: readonly Inline[], className: string): Piece {
  if (items.length === 0) return EMPTY;
  const pieces = items.map(piece);
  return {
    markdown: pieces.map(({ markdown }) => `- ${markdown}`).join("\n"),
    html: html`<ul class="${className}">\n${pieces.map((item) => html`<li>${item.html}</li>\n`)}</ul>`,
  };
}

/**
 * Returns a `<dl>` element, or a bulleted list in markdown.
 *
 * @param colon the mark after each term in markdown, e.g. " :" in French
 */
export function definitionList(rows: readonly Definition[], className: string, colon = ":"): Piece {
  const pairs = rows.map(([term, value]) => ({ term: piece(term), value: piece(value) }));
  const lines = pairs.map(({ term, value }) => `- **${term.markdown}${colon}** ${value.markdown}`);
  const markup = pairs.map(({ term, value }) => html`<div><dt>${term.html}</dt><dd>${value.html}</dd></div>\n`);
  return { markdown: lines.join("\n"), html: html`<dl class="${className}">\n${markup}</dl>` };
}

export function code(text: string): Piece {
  return { markdown: `\`${text}\``, html: html`<code>${text}</code>` };
}

/** Returns a copy of a piece with different HTML. The HTML must have the same meaning as the markdown. */
export function withHtml({ markdown }: Piece, markup: Html): Piece {
  return { markdown, html: markup };
}
