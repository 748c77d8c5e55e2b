/**
 * Renders one filled-in content file: the HTML of its main part, its headings, its links and the images it names.
 *
 * Cross-page concerns are in load.ts, links.ts and layout.ts.
 */

import { unescape as decode } from "node:querystring";
import type { Facts } from "../data/datasets.ts";
import type { Finding, Place } from "../finding.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { type Block, render } from "../markdown/markdown.ts";
import { type Image, type Images, missingImage, srcsetOf } from "../pictures/images.ts";
import type { Gallery } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { type FilledPage, filledMarkdown } from "./filled-page.ts";
import { sourcePlace } from "./placeholders.ts";
import { reporter } from "./report.ts";

export type Link = Place & Readonly<{ target: string }>;

export type ParsedPage = Readonly<{
  path: string;
  markdownPath: string;
  /** True for a page of the owner's own, false for one that every site has. */
  isOwn: boolean;
  /** The language of the text, which may differ from that of the site. */
  language: string;
  title: string;
  description: string;
  label: string;
  updated: string;
  main: Html;
  /** The text as markdown, without the links that `markdownDocument` adds. */
  text: string;
  anchors: readonly string[];
  /** Links other than images, with their targets as they are written. */
  links: readonly Link[];
}>;

export type Site = Readonly<{
  facts: Facts;
  words: Words;
  /** Without a slash at its end. */
  baseUrl: string;
  pages: readonly ParsedPage[];
  images: Images;
  gallery: Gallery;
  stylePaths: readonly string[];
}>;

/** The files, without `.md`, of the pages that every site has. Any other is a page of the owner's own. */
export const PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

/** A page of at least so many sections gets a list of them. */
const CONTENTS_MIN = 6;
/** The width of an image in a text column, as the style sheet lays it out. */
const IMAGE_SIZES = "(min-width: 40rem) 38rem, 100vw";

const IMAGE_TARGET = /^\/images\/([^/?#]+)$/;

/**
 * Renders the text, and reports its mistakes and the images that are missing.
 *
 * @param names of all files of `content/images`
 */
export function renderPage(
  page: FilledPage,
  words: Words,
  images: Images,
  names: readonly string[],
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
  const placeOf = ({ line, column }: Place): Place => {
    const source = lines[line - 1];
    return source === undefined ? { line, column } : sourcePlace(source, column);
  };
  for (const problem of rendered.problems) report(placeOf(problem), problem);
  const opensWithFragment = [...fragments.values()].some(({ markdown }) => markdown.startsWith("# "));
  const mainHeadings = rendered.headings.filter(({ level }) => level === 1).length + (opensWithFragment ? 1 : 0);
  if (rendered.problems.length === 0 && mainHeadings !== 1) {
    const place = { line: page.bodyLine, column: 1 };
    report(place, { code: "main-headings", values: { count: mainHeadings } });
  }
  const links: Link[] = rendered.links.map((link) => ({ target: link.target, ...placeOf(link) }));
  for (const link of links) {
    const image = imageNameOf(link.target);
    if (image !== undefined && !names.includes(image)) report(link, missingImage(image, names));
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
    main: mainPart(rendered.blocks, opensWithFragment, words),
    text: filledMarkdown(page),
    anchors: rendered.headings.map(({ id }) => id),
    links: links.filter(({ target }) => imageNameOf(target) === undefined),
  };
}

/** Returns the image that a target such as `/images/kitchen.jpg` names. */
export function imageOf(target: string, images: Images): Image | undefined {
  const name = imageNameOf(target);
  return name === undefined ? undefined : images.get(name);
}

function imageNameOf(target: string): string | undefined {
  const name = IMAGE_TARGET.exec(target)?.[1];
  return name === undefined ? undefined : decode(name);
}

/** Width and height reserve the place of an image, so that nothing moves when it arrives. */
function imageAttributes(image: Image | undefined): string {
  if (image === undefined) return "";
  const { width, height } = image;
  const srcset = srcsetOf(image);
  const sources = srcset === "" ? html`` : html` srcset="${srcset}" sizes="${IMAGE_SIZES}"`;
  return markupOf(html`${sources} width="${width}" height="${height}" loading="lazy" decoding="async"`);
}

type Section = Readonly<{ id: string; text: string; heading: Html; body: Html[] }>;

/** Makes each heading of the second level the beginning of a section, and lists the sections of a long page. */
function mainPart(blocks: readonly Block[], opensWithFragment: boolean, words: Words): Html {
  const opening: Html[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    const markup = trusted(block.html);
    const body = sections.at(-1)?.body ?? opening;
    if (block.heading?.level === 2) sections.push({ ...block.heading, heading: markup, body: [] });
    else body.push(block.html.startsWith("<table>") ? scrollable(markup, words) : markup);
  }
  // Below a fragment such as the hero the first section is in sight already.
  const listed = opensWithFragment ? sections.slice(1) : sections;
  const contents = sections.length < CONTENTS_MIN ? html`` : contentsList(listed, words);
  const head = html`${opening}${contents}`;
  return html`${opensWithFragment ? head : html`<div class="opening">\n${head}</div>\n`}${sections.map(
    ({ id, heading, body }) => html`<section aria-labelledby="${id}">
${heading}<div class="body">
${body}</div>
</section>
`,
  )}`;
}

function contentsList(sections: readonly Section[], words: Words): Html {
  return html`<nav class="contents" aria-label="${words.format("contents")}"><ul>
${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul></nav>
`;
}

/** A wide table scrolls sideways, so it must be focusable by keyboard. */
function scrollable(table: Html, words: Words): Html {
  return html`<figure class="wide" aria-label="${words.format("table")}" tabindex="0">\n${table}</figure>\n`;
}
