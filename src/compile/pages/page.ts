/**
 * Renders a content file: fills in its placeholders and converts its Markdown to HTML.
 */

import { unescape as decode } from "node:querystring";
import type { Facts } from "../data/datasets.ts";
import { imageAttributes } from "../fragments/gallery.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { createFinding, type LocatedMessage } from "../messages.ts";
import { PLACEHOLDER } from "../markdown/fill-placeholders.ts";
import type { Block } from "../markdown/lines.ts";
import { render } from "../markdown/markdown.ts";
import type { Images } from "../pictures/images.ts";
import type { Gallery } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { type Field, parseFrontMatter } from "./front-matter.ts";
import { absoluteUrl, findImage, type LinkContext } from "./links.ts";
import { findFact, findFragment, type PlaceholderValues, removeEmptySectionHeadings } from "./placeholders.ts";

export type PageContext = PlaceholderValues & LinkContext & Readonly<{
  /** Date of pages that have no `updated` field. */
  updated: string;
}>;

export type RenderedPage = Readonly<ReturnType<typeof renderPage>>;

export type SiteContext = Readonly<{
  facts: Facts;
  locale: Locale;
  baseUrl: string;
  pages: readonly RenderedPage[];
  gallery: Gallery;
  stylePaths: readonly string[];
}>;

export const REQUIRED_PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

export function pagePath(name: string): string {
  return name === "index" ? "/" : `/${name}`;
}

export function markdownPath(name: string): string {
  return `/${name}.md`;
}

export function renderPage(name: string, source: string, context: PageContext) {
  const frontMatter = parseFrontMatter(source.replace(/\r\n?/g, "\n"));
  const { fields } = frontMatter;
  const problems = [...frontMatter.problems];
  const fill = (fieldName: string) => fillField(fields.get(fieldName), context, problems);
  const title = fill("title");
  const description = fill("description");
  const label = fill("label");
  const path = pagePath(name);
  const body = renderBody(frontMatter.body, path, context);
  const mainHeading = body.headings.find(({ level }) => level === 1);
  problems.push(...body.problems);
  // Skip this check after other errors, e.g. a misspelt `{{cottage.hero}}`, which contains a heading.
  if (problems.length === 0) problems.push(...checkMainHeading(body, frontMatter.firstBodyLine));
  return {
    path,
    markdownPath: markdownPath(name),
    language: context.locale.language,
    title,
    description,
    label,
    updated: fields.get("updated")?.text ?? context.updated,
    main: mainContent(body.blocks, context.locale),
    markdownText: `${body.publishedMarkdown.trim()}\n`,
    hasBookingChannels: hasFragment(body.blocks, "booking.channels"),
    heading: mainHeading?.text ?? title,
    anchors: body.headings.map(({ id }) => id),
    links: body.targets,
    findings: problems.map((problem) => createFinding("error", `content/${name}.md`, problem)),
  };
}

const IMAGE_PATH = /\/images\/([^\s/?#()]+)/g;

export function mentionedImages(source: string): string[] {
  const withoutEscapes = source.replaceAll("\\", "");
  return Array.from(withoutEscapes.matchAll(IMAGE_PATH), ([, name = ""]) => decode(name));
}

/** Replaces placeholders in a field, e.g. `{{site.sleeps}}` with "6". Adds errors to `problems`. */
function fillField(field: Field | undefined, context: PageContext, problems: LocatedMessage[]): string {
  if (field === undefined) return "";
  const { line, column } = field.start;
  return field.text.replace(PLACEHOLDER, (placeholder: string, name: string, offset: number) => {
    const factOrError = findFact(name.trim(), context);
    if (typeof factOrError === "string") return factOrError;
    problems.push({ ...factOrError, line, column: column + offset });
    return placeholder;
  });
}

type Body = ReturnType<typeof renderBody>;

/** Converts a page's Markdown to HTML. The callbacks look up the page's images, placeholders and links. */
function renderBody(markdown: string, path: string, context: PageContext) {
  return render(removeEmptySectionHeadings(markdown, context), {
    findImage: (target) => imageMarkup(target, context.images),
    // A fragment is a generated block, e.g. `{{reviews.list}}`. It is not a fact, so leave it to `findFragment`.
    findFact: (name) => (context.fragments.has(name) ? undefined : findFact(name, context)),
    findFragment: (paragraph) => findFragment(paragraph, context),
    absoluteUrl: (target) => absoluteUrl(target, path, context),
  });
}

/** Must match the width of images in the style sheet. */
const IMAGE_SIZES = "(min-width: 40rem) 38rem, 100vw";

function imageMarkup(target: string, images: Images) {
  const image = findImage(target, images);
  if (image === undefined) return undefined;
  const attributes = imageAttributes(image, { sizes: IMAGE_SIZES, priority: "low" });
  return { url: image.path, attributes: markupOf(attributes) };
}

/** Checks that a page has exactly one main heading. `{{cottage.hero}}` renders one. */
function checkMainHeading({ headings, blocks }: Body, firstBodyLine: number): LocatedMessage[] {
  const mainHeadings = headings.filter(({ level }) => level === 1);
  const hasHero = hasFragment(blocks, "cottage.hero");
  if (mainHeadings.length === 0 && !hasHero) {
    return [{ line: firstBodyLine, column: 1, code: "main-heading-missing" }];
  }
  const extraHeadings = hasHero ? mainHeadings : mainHeadings.slice(1);
  return extraHeadings.map(({ line, column }) => ({ line, column, code: "main-heading-extra" }));
}

function hasFragment(blocks: readonly Block[], name: string): boolean {
  return blocks.some(({ fragmentName }) => fragmentName === name);
}

type Section = Readonly<{ id: string; title: string; headingHtml: Html; body: Html[] }>;

const LONG_PAGE_SECTION_COUNT = 6;

/** Renders an introduction, a table of contents on long pages, and the sections. */
function mainContent(blocks: readonly Block[], locale: Locale): Html {
  const { introduction, sections } = divideIntoSections(blocks, locale);
  const hasHero = hasFragment(blocks, "cottage.hero");
  const opening = html`${introduction}${tableOfContents(sections, hasHero, locale)}`;
  // `{{cottage.hero}}` is already in a `div`, so do not add another.
  const openingElement = hasHero ? opening : html`<div class="opening">\n${opening}</div>\n`;
  return html`${openingElement}${sections.map(sectionElement)}`;
}

/** Starts a section at each level-2 heading. */
function divideIntoSections(blocks: readonly Block[], locale: Locale) {
  const introduction: Html[] = [];
  const sections: Section[] = [];
  // Label each table with the heading above it.
  let tableLabel = locale.translate("table");
  for (const block of blocks) {
    const { heading } = block;
    if (heading !== undefined) tableLabel = heading.text;
    const markup = blockMarkup(block, tableLabel);
    if (heading?.level === 2) {
      sections.push({ id: heading.id, title: heading.text, headingHtml: markup, body: [] });
    } else {
      const body = sections.at(-1)?.body ?? introduction;
      body.push(markup);
    }
  }
  return { introduction, sections };
}

function blockMarkup(block: Block, tableLabel: string): Html {
  // The Markdown renderer has already escaped this HTML.
  const markup = trusted(block.html);
  if (!block.html.startsWith("<table>")) return markup;
  // The tabindex lets keyboard users scroll a wide table.
  return html`<figure class="wide" aria-label="${tableLabel}" tabindex="0">\n${markup}</figure>\n`;
}

function tableOfContents(sections: readonly Section[], hasHero: boolean, locale: Locale): Html {
  if (sections.length < LONG_PAGE_SECTION_COUNT) return html``;
  // Omit the first section below a hero, because it is visible without scrolling.
  const listedSections = hasHero ? sections.slice(1) : sections;
  const items = listedSections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`);
  return html`<nav class="contents" aria-label="${locale.translate("contents")}"><ul>\n${items}</ul></nav>\n`;
}

function sectionElement({ id, headingHtml, body }: Section): Html {
  return html`<section aria-labelledby="${id}">
${headingHtml}<div class="body">
${body}</div>
</section>
`;
}
