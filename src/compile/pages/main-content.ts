/**
 * Groups the blocks of a page into an introduction and one section per level-2 heading.
 */

import { type Html, html, trusted } from "../html.ts";
import type { Block } from "../markdown/markdown.ts";
import type { Locale } from "../words/locale.ts";
import { fragmentOf, type PlaceholderValues } from "./placeholders.ts";

type Section = Readonly<{ id: string; title: string; headingHtml: Html; body: Html[] }>;

const SECTIONS_MIN_FOR_CONTENTS = 6;

/** Renders a page's blocks. The hero is the first block, if any, and has its own layout. */
export function mainContent(blocks: readonly Block[], hasHero: boolean, values: PlaceholderValues): Html {
  const { introduction, sections } = groupBlocks(blocks, values);
  // The first section of a page with a hero is visible without scrolling, so it is not listed.
  const listedSections = hasHero ? sections.slice(1) : sections;
  const hasTableOfContents = sections.length >= SECTIONS_MIN_FOR_CONTENTS;
  const contents = hasTableOfContents ? tableOfContents(listedSections, values.locale) : "";
  const beforeSections = html`${introduction}${contents}`;
  const opening = hasHero ? beforeSections : html`<div class="opening">\n${beforeSections}</div>\n`;
  return html`${opening}${sections.map(sectionElement)}`;
}

/** Starts a section at each level-2 heading. */
function groupBlocks(blocks: readonly Block[], values: PlaceholderValues) {
  const introduction: Html[] = [];
  const sections: Section[] = [];
  let currentBody = introduction;
  for (const block of blocks) {
    if (block.heading?.level === 2) {
      const { id, text: title } = block.heading;
      currentBody = [];
      sections.push({ id, title, headingHtml: trusted(block.html), body: currentBody });
    } else {
      currentBody.push(blockElement(block, values));
    }
  }
  return { introduction, sections };
}

/** Returns the HTML of a block, which is a fragment if the block is a paragraph such as `{{reviews.list}}`. */
function blockElement({ html: blockHtml, inlineHtml = "" }: Block, values: PlaceholderValues): Html {
  const fragment = fragmentOf(inlineHtml, values);
  if (fragment !== undefined) return html`${fragment.html}\n`;
  const markup = trusted(blockHtml);
  return blockHtml.startsWith("<table>") ? scrollableTable(markup, values.locale) : markup;
}

/** The tabindex lets keyboard users scroll a wide table. */
function scrollableTable(table: Html, locale: Locale): Html {
  return html`<figure class="wide" aria-label="${locale.translate("table")}" tabindex="0">\n${table}</figure>\n`;
}

function tableOfContents(sections: readonly Section[], locale: Locale): Html {
  return html`<nav class="contents" aria-label="${locale.translate("contents")}"><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
`;
}

function sectionElement({ id, headingHtml, body }: Section): Html {
  return html`<section aria-labelledby="${id}">
${headingHtml}<div class="body">
${body}</div>
</section>
`;
}
