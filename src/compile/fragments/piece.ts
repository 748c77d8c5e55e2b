/**
 * A piece of a page as markdown and as HTML, made of one value, so that the two cannot disagree.
 *
 * What goes in as text comes out as that text; no piece knows what the words are about.
 */

import { type Html, html, trusted } from "../html.ts";
import { escapeMarkdown, markdownAddress } from "../markdown/escape-markdown.ts";

export interface Piece {
  /** Of our markdown dialect, without a line break at either end. */
  readonly markdown: string;
  readonly html: Html;
}

export type Inline = string | number | Piece;

export const NOTHING: Piece = { markdown: "", html: html`` };

export function piece(inline: Inline): Piece {
  if (typeof inline === "object") return inline;
  const text = String(inline);
  return { markdown: escapeMarkdown(text), html: html`${text}` };
}

/** Text between others: the spaces at its ends belong to it. */
export function literal(text: string): Piece {
  return { markdown: text.replace(/\S(?:[^]*\S)?/, escapeMarkdown), html: html`${text}` };
}

export function line(strings: TemplateStringsArray, ...values: readonly Inline[]): Piece {
  return joined(strings.flatMap((text, index) => [literal(text), values[index] ?? NOTHING]));
}

export function joined(inlines: readonly Inline[]): Piece {
  const pieces = inlines.map(piece);
  return { markdown: pieces.map(({ markdown }) => markdown).join(""), html: html`${pieces.map((each) => each.html)}` };
}

export function strong(inside: Inline): Piece {
  const { markdown, html: words } = piece(inside);
  return { markdown: `**${markdown}**`, html: html`<strong>${words}</strong>` };
}

/** @param attributes of the HTML, with a space before each */
export function link(inside: Inline, target: string, attributes: Html = html``): Piece {
  const { markdown, html: words } = piece(inside);
  return { markdown: `[${markdown}](${markdownAddress(target)})`, html: html`<a href="${target}"${attributes}>${words}</a>` };
}

export function paragraph(inside: Inline): Piece {
  const words = piece(inside);
  return designed(words, html`<p>${words.html}</p>`);
}

export function blocks(...pieces: readonly Piece[]): Piece {
  return {
    markdown: pieces.map(({ markdown }) => markdown).filter((each) => each !== "").join("\n\n"),
    html: html`${pieces.map((each, index) => (index === 0 ? each.html : html`\n${each.html}`))}`,
  };
}

export function list(items: readonly Inline[], className: string, isNumbered = false): Piece {
  const pieces = items.map(piece);
  const tag = trusted(isNumbered ? "ol" : "ul");
  return {
    markdown: pieces.map(({ markdown }, index) => `${isNumbered ? `${index + 1}.` : "-"} ${markdown}`).join("\n"),
    html: html`<${tag} class="${className}">\n${pieces.map((item) => html`<li>${item.html}</li>\n`)}</${tag}>`,
  };
}

/** @param colon as the language has it, with the space that some put before it */
export function facts(rows: readonly (readonly [term: Inline, value: Inline])[], className: string, colon = ":"): Piece {
  const pairs = rows.map(([term, value]) => [piece(term), piece(value)] as const);
  return {
    markdown: pairs.map(([term, value]) => `- **${term.markdown}${colon}** ${value.markdown}`).join("\n"),
    html: html`<dl class="${className}">\n${pairs.map(([term, value]) => html`<div><dt>${term.html}</dt><dd>${value.html}</dd></div>\n`)}</dl>`,
  };
}

export function code(text: string): Piece {
  return { markdown: `\`${text}\``, html: html`<code>${text}</code>` };
}

export function fenced(language: string, text: string): Piece {
  return { markdown: `\`\`\`${language}\n${text}\n\`\`\``, html: html`<pre><code class="language-${language}">${text}\n</code></pre>` };
}

/** The same words in markup of their own. */
export function designed({ markdown }: Piece, markup: Html): Piece {
  return { markdown, html: markup };
}
