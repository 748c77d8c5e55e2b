/**
 * Renders the main part of one page as HTML, and collects its headings and links.
 *
 * It does not know the other pages. Header and footer are added by layout.ts.
 */

import { unescape as decode } from "node:querystring";
import type { Facts } from "../data/datasets.ts";
import type { Finding, Location } from "../finding.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { type Block, render } from "../markdown/markdown.ts";
import { type Image, type Images, missingImage } from "../pictures/images.ts";
import type { Gallery } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { type FilledPage, filledMarkdown } from "./filled-page.ts";
import { sourcePlace } from "./placeholders.ts";
import { reporter } from "./report.ts";

export type Link = Location & Readonly<{ target: string }>;

export type ParsedPage = Readonly<{
  path: string;
  markdownPath: string;
  /** True for a page that the owner added, false for the pages that every site has. */
  isOwn: boolean;
  /** The BCP 47 tag of the text's language. The page for developers is English on every site. */
  language: string;
  title: string;
  description: string;
  /** The page's name in the navigation; empty if it is not listed there. */
  label: string;
  /** The date of the last change, e.g. `2026-05-01`. */
  updated: string;
  /** The content of the HTML element `main`. */
  main: Html;
  /** The page as markdown, without the links that `markdownDocument` adds. */
  text: string;
  /** The ids of all headings. */
  anchors: readonly string[];
  /** Links, but not images, with their targets as the owner wrote them. */
  links: readonly Link[];
}>;

/** The parts of the site that a page's layout uses. */
export type Site = Readonly<{
  facts: Facts;
  words: Words;
  /** Without a trailing slash. */
  baseUrl: string;
  pages: readonly ParsedPage[];
  images: Images;
  gallery: Gallery;
  stylePaths: readonly string[];
}>;

/** The pages that every site has, as file names without `.md`. The owner can add others. */
export const PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

/** A page with at least this number of sections gets a table of contents. */
const CONTENTS_MIN = 6;
/** The width at which the style sheet shows an image in the text, for the HTML attribute `sizes`. */
const IMAGE_SIZES = "(min-width: 40rem) 38rem, 100vw";

/** A link target that is an image; captures the file name, which may be percent-encoded. */
const IMAGE_TARGET = /^\/images\/([^/?#]+)$/;

/**
 * Renders a page. Reports mistakes in its markdown, missing images, and a page without exactly one main heading.
 *
 * @param images the images that could be loaded
 * @param imageNames names of all files in `content/images`
 */
export function renderPage(
  page: FilledPage,
  words: Words,
  images: Images,
  imageNames: readonly string[],
  findings: Finding[],
): ParsedPage {
  const { name, lines, fragments } = page;
  const report = reporter(name, findings);
  const rendered = render(lines.map(({ text }) => text).join("\n"), {
    ownBlock: (line) => {
      const fragment = fragments.get(line);
      return fragment === undefined ? undefined : markupOf(fragment.html);
    },
    addressOf: (target) => imageOf(target, images)?.path ?? target,
    attributesOf: (target) => imageAttributes(imageOf(target, images)),
  });
  // Maps a place in the filled-in text to the owner's file.
  const placeInFile = ({ line, column }: Location): Location => {
    const source = lines[line - 1];
    return source === undefined ? { line, column } : sourcePlace(source, column);
  };
  for (const problem of rendered.problems) report(placeInFile(problem), problem);
  const hasFragmentHeading = [...fragments.values()].some(({ markdown }) => markdown.startsWith("# "));
  const ownMainHeadings = rendered.headings.filter(({ level }) => level === 1).length;
  const count = hasFragmentHeading ? ownMainHeadings + 1 : ownMainHeadings;
  if (rendered.problems.length === 0 && count !== 1) {
    report({ line: page.bodyLine, column: 1 }, { code: "main-headings", values: { count } });
  }
  const links: Link[] = rendered.links.map((link) => ({ target: link.target, ...placeInFile(link) }));
  for (const link of links) {
    const image = imageNameOf(link.target);
    if (image !== undefined && !imageNames.includes(image)) report(link, missingImage(image, imageNames));
  }
  return {
    path: name === "index" ? "/" : `/${name}`,
    markdownPath: `/${name}.md`,
    isOwn: !PAGES.includes(name),
    language: words.language,
    title: page.title,
    description: page.description,
    label: page.label,
    updated: page.updated,
    main: mainPart(rendered.blocks, hasFragmentHeading, words),
    text: filledMarkdown(page),
    anchors: rendered.headings.map(({ id }) => id),
    links: links.filter(({ target }) => imageNameOf(target) === undefined),
  };
}

/** Returns the image of a link target such as `/images/kitchen.jpg`, or undefined if there is no such image. */
export function imageOf(target: string, images: Images): Image | undefined {
  const name = imageNameOf(target);
  return name === undefined ? undefined : images.get(name);
}

/** Returns e.g. `kitchen.jpg` for `/images/kitchen.jpg`, or undefined for a target that is not an image. */
function imageNameOf(target: string): string | undefined {
  const name = IMAGE_TARGET.exec(target)?.[1];
  return name === undefined ? undefined : decode(name);
}

/** Width and height reserve space for the image, so the layout does not shift when it loads. */
function imageAttributes(image: Image | undefined): string {
  if (image === undefined) return "";
  const { width, height, srcset } = image;
  const sources = srcset === "" ? html`` : html` srcset="${srcset}" sizes="${IMAGE_SIZES}"`;
  return markupOf(html`${sources} width="${width}" height="${height}" loading="lazy" decoding="async"`);
}

type Section = Readonly<{ id: string; text: string; heading: Html; body: Html[] }>;

/**
 * Groups blocks into sections, one for each `h2`, after an opening. Adds a table of contents to a long page.
 *
 * @param hasFragmentHeading whether the opening is a fragment with its own layout, such as the hero of the front page
 */
function mainPart(blocks: readonly Block[], hasFragmentHeading: boolean, words: Words): Html {
  const opening: Html[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    const markup = trusted(block.html);
    if (block.heading?.level === 2) {
      sections.push({ ...block.heading, heading: markup, body: [] });
    } else {
      const body = sections.at(-1)?.body ?? opening;
      body.push(block.html.startsWith("<table>") ? scrollableTable(markup, words) : markup);
    }
  }
  // The first section directly follows the hero, so it is already visible and needs no link.
  const listed = hasFragmentHeading ? sections.slice(1) : sections;
  const contents = sections.length < CONTENTS_MIN ? html`` : tableOfContents(listed, words);
  const start = html`${opening}${contents}`;
  const wrappedStart = hasFragmentHeading ? start : html`<div class="opening">\n${start}</div>\n`;
  return html`${wrappedStart}${sections.map(sectionElement)}`;
}

function sectionElement({ id, heading, body }: Section): Html {
  return html`<section aria-labelledby="${id}">
${heading}<div class="body">
${body}</div>
</section>
`;
}

function tableOfContents(sections: readonly Section[], words: Words): Html {
  return html`<nav class="contents" aria-label="${words.format("contents")}"><ul>
${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul></nav>
`;
}

/** Wraps a table in a scrollable element. It has a tabindex, so that keyboard users can scroll a wide table. */
function scrollableTable(table: Html, words: Words): Html {
  return html`<figure class="wide" aria-label="${words.format("table")}" tabindex="0">\n${table}</figure>\n`;
}
