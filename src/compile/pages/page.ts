/**
 * Renders the main content of one page as HTML, and collects its headings and links.
 */

import { unescape as decode } from "node:querystring";
import type { Facts } from "../data/datasets.ts";
import type { Finding, Location } from "../finding.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { type Block, render } from "../markdown/markdown.ts";
import type { Message } from "../message.ts";
import { type Image, type Images, missingImageMessage } from "../pictures/images.ts";
import type { Gallery } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import type { FilledPage } from "./filled-page.ts";
import { locationInFile } from "./placeholders.ts";
import { createReporter } from "./report.ts";

export type RenderedPage = FilledPage & Readonly<{
  path: string;
  markdownPath: string;
  /** BCP 47 tag of the page's language: the site's, or "en" for the built-in developers page. */
  language: string;
  main: Html;
  /** Errors in the markdown, with their locations in the owner's file. */
  problems: readonly (Message & Location)[];
  mainHeadingCount: number;
  anchors: readonly string[];
  /** Links and images, with their targets as the owner wrote them. */
  links: readonly (Location & { readonly target: string })[];
}>;

export type Site = Readonly<{
  facts: Facts;
  locale: Locale;
  baseUrl: string;
  pages: readonly RenderedPage[];
  images: Images;
  gallery: Gallery;
  stylePaths: readonly string[];
}>;

/** File names, without `.md`, of the pages that every site has. */
export const REQUIRED_PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

/** Placeholder for the hero, the fragment at the top of the front page. It contains the page's main heading. */
const HERO = "{{cottage.hero}}";

export function pagePath(name: string): string {
  return name === "index" ? "/" : `/${name}`;
}

export function renderPage(page: FilledPage, locale: Locale, images: Images): RenderedPage {
  const { name, lines } = page;
  const fragmentHtml = new Map<string, string>();
  for (const { text, fragment } of lines) {
    if (fragment !== undefined) fragmentHtml.set(text, markupOf(fragment.html));
  }
  const hasHero = fragmentHtml.has(HERO);
  const markdown = lines.map(({ text }) => text).join("\n");
  const { blocks, headings, problems, links } = render(markdown, {
    customBlock: (line) => fragmentHtml.get(line),
    urlFor: (target) => imageOf(target, images)?.path ?? target,
    imageAttributes: (target) => imageAttributes(imageOf(target, images)),
  });
  const mainHeadings = headings.filter(({ level }) => level === 1);
  const withFileLocation = <T extends Location>(item: T): T => ({ ...item, ...locationInFile(lines, item) });
  return {
    ...page,
    path: pagePath(name),
    markdownPath: `/${name}.md`,
    language: locale.language,
    main: mainContent(blocks, hasHero, locale),
    problems: problems.map(withFileLocation),
    // The hero contains a main heading that is not in `mainHeadings`.
    mainHeadingCount: mainHeadings.length + (hasHero ? 1 : 0),
    anchors: headings.map(({ id }) => id),
    links: links.map(withFileLocation),
  };
}

/** Reports errors in a page's markdown, a missing or repeated main heading, and missing images. */
export function checkPage(page: RenderedPage, imageNames: readonly string[], findings: Finding[]): void {
  const report = createReporter(page.name, findings);
  for (const { line, column, ...message } of page.problems) report({ line, column }, message);
  const count = page.mainHeadingCount;
  // Skip this check if the markdown has errors, because the count may be wrong.
  if (page.problems.length === 0 && count !== 1) {
    report({ line: page.bodyLine, column: 1 }, { code: "main-headings", values: { count } });
  }
  for (const link of page.links) {
    const name = imageNameOf(link.target);
    if (name !== undefined && !imageNames.includes(name)) report(link, missingImageMessage(name, imageNames));
  }
}

/** Returns the image that a link target such as `/images/kitchen.jpg` refers to, if any. */
export function imageOf(target: string, images: Images): Image | undefined {
  const name = imageNameOf(target);
  return name === undefined ? undefined : images.get(name);
}

const IMAGE_TARGET = /^\/images\/([^/?#]+)$/;

/** Returns the file name of the image that a target points to, or undefined if the target is not an image. */
export function imageNameOf(target: string): string | undefined {
  const name = IMAGE_TARGET.exec(target)?.[1];
  return name === undefined ? undefined : decode(name);
}

/** Must match the image width in the style sheet. */
const IMAGE_SIZES = "(min-width: 40rem) 38rem, 100vw";

function imageAttributes(image: Image | undefined): string {
  if (image === undefined) return "";
  const { width, height, srcset } = image;
  const sources = srcset === "" ? html`` : html` srcset="${srcset}" sizes="${IMAGE_SIZES}"`;
  // Width and height reserve space, so that the layout does not shift.
  return markupOf(html`${sources} width="${width}" height="${height}" loading="lazy" decoding="async"`);
}

/** A level-2 heading and the blocks below it. */
type Section = Readonly<{ id: string; title: string; headingHtml: Html; body: Html[] }>;

const SECTIONS_MIN_FOR_CONTENTS = 6;

function groupBlocks(blocks: readonly Block[], locale: Locale): { introduction: Html[]; sections: Section[] } {
  const introduction: Html[] = [];
  const sections: Section[] = [];
  // Append each block to the introduction or, after the first heading, to the current section.
  let currentBody = introduction;
  for (const block of blocks) {
    const markup = trusted(block.html);
    if (block.heading?.level === 2) {
      const { id, text: title } = block.heading;
      currentBody = [];
      sections.push({ id, title, headingHtml: markup, body: currentBody });
    } else {
      const isTable = block.html.startsWith("<table>");
      currentBody.push(isTable ? scrollableTable(markup, locale) : markup);
    }
  }
  return { introduction, sections };
}

/** @param hasHero whether the hero is the first block of the introduction */
function mainContent(blocks: readonly Block[], hasHero: boolean, locale: Locale): Html {
  const { introduction, sections } = groupBlocks(blocks, locale);
  const hasContents = sections.length >= SECTIONS_MIN_FOR_CONTENTS;
  // The first section of a page with a hero is visible without scrolling, so it is not listed.
  const listedSections = hasHero ? sections.slice(1) : sections;
  const contents = hasContents ? tableOfContents(listedSections, locale) : "";
  const opening = html`${introduction}${contents}`;
  // The hero brings its own layout, so it needs no wrapper.
  const wrappedOpening = hasHero ? opening : html`<div class="opening">\n${opening}</div>\n`;
  return html`${wrappedOpening}${sections.map(sectionElement)}`;
}

function sectionElement({ id, headingHtml, body }: Section): Html {
  return html`<section aria-labelledby="${id}">
${headingHtml}<div class="body">
${body}</div>
</section>
`;
}

function tableOfContents(sections: readonly Section[], locale: Locale): Html {
  return html`<nav class="contents" aria-label="${locale.translate("contents")}"><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
`;
}

/** Wraps a table in a scrollable element. Its tabindex lets keyboard users scroll a wide table. */
function scrollableTable(table: Html, locale: Locale): Html {
  return html`<figure class="wide" aria-label="${locale.translate("table")}" tabindex="0">\n${table}</figure>\n`;
}
