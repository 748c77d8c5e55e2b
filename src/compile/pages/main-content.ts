/**
 * Groups the blocks of a page into an introduction and one section per level-2 heading.
 */

import { type Html, html, trusted } from "../html.ts";
import type { Block } from "../markdown/lines.ts";
import type { Locale } from "../words/locale.ts";

type Section = Readonly<{ id: string; title: string; headingHtml: Html; body: Html[] }>;

const LONG_PAGE_SECTION_COUNT = 6;

/**
 * Renders a page's blocks: an introduction, a table of contents if the page is long, and sections.
 *
 * `hasHero` is true if the introduction starts with a hero, i.e. a large photo with the cottage's name.
 */
export function mainContent(blocks: readonly Block[], hasHero: boolean, locale: Locale): Html {
  const { introduction, sections } = groupBlocks(blocks, locale);
  const isLongPage = sections.length >= LONG_PAGE_SECTION_COUNT;
  // Below a hero, the first section is visible without scrolling, so the table of contents omits it.
  const listedSections = hasHero ? sections.slice(1) : sections;
  const tocHtml = isLongPage ? tableOfContents(listedSections, locale) : "";
  const introductionAndToc = html`${introduction}${tocHtml}`;
  const introductionHtml = hasHero ? introductionAndToc : html`<div class="opening">\n${introductionAndToc}</div>\n`;
  return html`${introductionHtml}${sections.map(sectionElement)}`;
}

/** Divides blocks into an introduction and one section for each level-2 heading. */
function groupBlocks(blocks: readonly Block[], locale: Locale) {
  const introduction: Html[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.heading?.level === 2) {
      const { id, text } = block.heading;
      // The Markdown renderer has already escaped `block.html`.
      sections.push({ id, title: text, headingHtml: trusted(block.html), body: [] });
    } else {
      const currentBody = sections.at(-1)?.body ?? introduction;
      currentBody.push(blockElement(block, locale));
    }
  }
  return { introduction, sections };
}

function blockElement(block: Block, locale: Locale): Html {
  const markup = trusted(block.html);
  return block.html.startsWith("<table>") ? scrollableTable(markup, locale) : markup;
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
