/**
 * A piece of a page as markdown and as HTML. Both are built from one value, so they cannot disagree.
 *
 * Text is escaped for both forms. This module knows no facts and no sentences.
 */

import { type Html, html } from "../html.ts";
import { escapeMarkdown, markdownAddress } from "../markdown/escape-markdown.ts";

export type Piece = Readonly<{
  /** Markdown in our dialect, without a line break at its start or end. */
  markdown: string;
  html: Html;
}>;

export type Inline = string | number | Piece;

export type Definition = readonly [term: Inline, value: Inline];

export const EMPTY: Piece = { markdown: "", html: html`` };

export function piece(value: Inline): Piece {
  if (typeof value === "object") return value;
  const text = String(value);
  return { markdown: escapeMarkdown(text), html: html`${text}` };
}

const TRIMMED_TEXT = /\S(?:[^]*\S)?/;

/** Converts text, and keeps the spaces at its start and end. */
export function verbatim(text: string): Piece {
  return { markdown: text.replace(TRIMMED_TEXT, escapeMarkdown), html: html`${text}` };
}

/** Template tag: joins its text, which keeps its spaces, and its values. */
export function inline(strings: TemplateStringsArray, ...values: readonly Inline[]): Piece {
  const parts: Inline[] = [];
  for (const [index, text] of strings.entries()) parts.push(verbatim(text), values[index] ?? EMPTY);
  return concat(parts);
}

export function concat(parts: readonly Inline[]): Piece {
  const pieces = parts.map(piece);
  return { markdown: pieces.map(({ markdown }) => markdown).join(""), html: html`${pieces.map((part) => part.html)}` };
}

export function strong(content: Inline): Piece {
  const { markdown, html: markup } = piece(content);
  return { markdown: `**${markdown}**`, html: html`<strong>${markup}</strong>` };
}

/** @param attributes of the HTML element, with a space before each */
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

/** Joins blocks. Empty ones leave no empty lines in the markdown. */
export function blocks(...pieces: readonly Piece[]): Piece {
  const markdown = pieces.map((block) => block.markdown).filter((text) => text !== "");
  return {
    markdown: markdown.join("\n\n"),
    html: html`${pieces.map((block, index) => (index === 0 ? block.html : html`\n${block.html}`))}`,
  };
}

/** A list without items is empty. */
export function list(items: readonly Inline[], className: string): Piece {
  if (items.length === 0) return EMPTY;
  const pieces = items.map(piece);
  return {
    markdown: pieces.map(({ markdown }) => `- ${markdown}`).join("\n"),
    html: html`<ul class="${className}">\n${pieces.map((item) => html`<li>${item.html}</li>\n`)}</ul>`,
  };
}

/** @param colon e.g. " :" in French */
export function definitionList(rows: readonly Definition[], className: string, colon = ":"): Piece {
  const pairs = rows.map(([term, value]) => ({ term: piece(term), value: piece(value) }));
  const lines = pairs.map(({ term, value }) => `- **${term.markdown}${colon}** ${value.markdown}`);
  const markup = pairs.map(({ term, value }) => html`<div><dt>${term.html}</dt><dd>${value.html}</dd></div>\n`);
  return { markdown: lines.join("\n"), html: html`<dl class="${className}">\n${markup}</dl>` };
}

export function code(text: string): Piece {
  return { markdown: `\`${text}\``, html: html`<code>${text}</code>` };
}

/** Replaces the HTML form of a piece. The markup must say what the markdown says. */
export function withHtml({ markdown }: Piece, markup: Html): Piece {
  return { markdown, html: markup };
}
