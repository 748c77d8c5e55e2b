/**
 * Renders a content file: fills in its placeholders, converts its Markdown to HTML, and reports errors.
 */

import { unescape as decode } from "node:querystring";
import type { Facts } from "../data/datasets.ts";
import { imageAttributes } from "../fragments/gallery.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { createFinding } from "../messages.ts";
import { PLACEHOLDER } from "../markdown/fill-placeholders.ts";
import type { Block } from "../markdown/lines.ts";
import { render } from "../markdown/markdown.ts";
import type { Image, Images } from "../pictures/images.ts";
import type { Gallery } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { findFact, findFragment, type PlaceholderValues, removeEmptySectionHeadings } from "./placeholders.ts";

/** Values for rendering a page's main content. */
export type PageContext = PlaceholderValues & Readonly<{
  /** Fallback date for pages whose front matter has no `updated` field. */
  updated: string;
  images: Images;
}>;

export type RenderedPage = Readonly<ReturnType<typeof renderPage>>;

/** Values for rendering the head, header and footer of each page. */
export type SiteContext = Readonly<{
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

export function pagePath(name: string): string {
  return name === "index" ? "/" : `/${name}`;
}

export function renderPage(name: string, source: string, context: PageContext) {
  const { fields, problems, body, firstBodyLine } = parseFrontMatter(source.replace(/\r\n?/g, "\n"));
  const lookUpFact = (factName: string) => findFact(factName, context);
  const fillField = (fieldName: string): string => {
    const field = fields.get(fieldName);
    if (field === undefined) return "";
    const { text, start: { line, column } } = field;
    return text.replace(PLACEHOLDER, (_placeholder, factName: string, index: number) => {
      const factOrError = lookUpFact(factName.trim());
      if (typeof factOrError === "string") return factOrError;
      problems.push({ line, column: column + index, ...factOrError });
      return factName;
    });
  };
  const title = fillField("title");
  const description = fillField("description");
  const label = fillField("label");
  const { blocks, filledMarkdown, headings, targets, ...markdown } = render(removeEmptySectionHeadings(body, context), {
    findImage: (target) => {
      const image = findImage(target, context.images);
      if (image === undefined) return undefined;
      const attributes = imageAttributes(image, { sizes: IMAGE_SIZES, priority: "low" });
      return { url: image.path, attributes: markupOf(attributes) };
    },
    findFact: lookUpFact,
    findFragment: (paragraph) => findFragment(paragraph, context),
  });
  // A long page may have too many problems to pass them to `push` at once.
  for (const problem of markdown.problems) problems.push(problem);

  const hasFragment = (wanted: string) => blocks.some(({ fragmentName }) => fragmentName === wanted);
  const hasHero = hasFragment("cottage.hero");
  const mainHeadings = headings.filter(({ level }) => level === 1);
  // A hero contains the main heading, so all main headings in the Markdown are extra.
  const extraHeadings = hasHero ? mainHeadings : mainHeadings.slice(1);
  for (const { line, column } of extraHeadings) problems.push({ line, column, code: "main-heading-extra" });
  const hasMainHeading = hasHero || mainHeadings.length > 0;
  // Errors in the Markdown or front matter may hide the main heading, so do not report it as missing.
  if (markdown.problems.length === 0 && fields.size > 0 && !hasMainHeading) {
    problems.push({ line: firstBodyLine, column: 1, code: "main-heading-missing" });
  }
  return {
    path: pagePath(name),
    markdownPath: `/${name}.md`,
    language: context.locale.language,
    title,
    description,
    /** Label in the navigation; empty if the page is not listed there. */
    label,
    updated: fields.get("updated")?.text ?? context.updated,
    main: mainContent(blocks, hasHero, context.locale),
    /** The body as Markdown, with its placeholders filled in and its links unchanged. */
    filledMarkdown: `${filledMarkdown.replace(/^\n+/, "").trimEnd()}\n`,
    hasBookingChannels: hasFragment("booking.channels"),
    heading: mainHeadings[0]?.text ?? title,
    anchors: headings.map(({ id }) => id),
    /** Links and images. Their targets are percent-encoded, but otherwise as written in the content file. */
    links: targets.map(({ target, line, column }) => ({ target, line, column })),
    findings: problems.map((problem) => createFinding("error", `content/${name}.md`, problem)),
  };
}

const IMAGE_PATH = /\/images\/([^\s/?#()]+)/g;

export function mentionedImages(source: string): string[] {
  const withoutEscapes = source.replaceAll("\\", "");
  return Array.from(withoutEscapes.matchAll(IMAGE_PATH), ([, name = ""]) => decode(name));
}

export function findImage(target: string, images: Images): Image | undefined {
  return images.get(imageNameOf(target) ?? "");
}

const IMAGE_TARGET = /^\/images\/([^/?#]+)$/;

export function imageNameOf(target: string): string | undefined {
  const name = IMAGE_TARGET.exec(target)?.[1];
  return name === undefined ? undefined : decode(name);
}

/** Must match the image width in the style sheet. */
const IMAGE_SIZES = "(min-width: 40rem) 38rem, 100vw";

type Section = Readonly<{ id: string; title: string; headingHtml: Html; body: Html[] }>;

const LONG_PAGE_SECTION_COUNT = 6;

/** Renders the introduction, a table of contents if the page is long, and a section for each level-2 heading. */
function mainContent(blocks: readonly Block[], hasHero: boolean, locale: Locale): Html {
  const { introduction, sections } = divideIntoSections(blocks, locale);
  // Below a hero, the first section is visible without scrolling, so the table of contents omits it.
  const listedSections = hasHero ? sections.slice(1) : sections;
  const isLongPage = sections.length >= LONG_PAGE_SECTION_COUNT;
  const contents = isLongPage ? tableOfContents(listedSections, locale) : "";
  const opening = html`${introduction}${contents}`;
  // A hero has its own element.
  const openingElement = hasHero ? opening : html`<div class="opening">\n${opening}</div>\n`;
  return html`${openingElement}${sections.map(sectionElement)}`;
}

function divideIntoSections(blocks: readonly Block[], locale: Locale) {
  const introduction: Html[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    // The Markdown renderer has already escaped `block.html`.
    const markup = trusted(block.html);
    if (block.heading?.level === 2) {
      const { id, text } = block.heading;
      sections.push({ id, title: text, headingHtml: markup, body: [] });
    } else {
      const destination = sections.at(-1)?.body ?? introduction;
      const isTable = block.html.startsWith("<table>");
      destination.push(isTable ? scrollableTable(markup, locale) : markup);
    }
  }
  return { introduction, sections };
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
