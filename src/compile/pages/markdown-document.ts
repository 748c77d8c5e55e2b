/**
 * A page as a markdown document, which stands alone: its links are absolute, and it names the other pages.
 *
 * It writes no HTML.
 */

import { link } from "../fragments/piece.ts";
import { withAddresses } from "../markdown/markdown.ts";
import { registrationsOf } from "./footer.ts";
import { imageOf, type ParsedPage, type Site } from "./page.ts";

/** Writes the page's own text as markdown: links are absolute, and lead to markdown where there is some. */
export function markdownText({ path, text }: ParsedPage, { pages, baseUrl, images }: Site): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absolute = (target: string) => {
    if (!/^[/#]/.test(target)) return undefined;
    const image = imageOf(target, images);
    if (image !== undefined) return baseUrl + image.path;
    return target.replace(/^[^?#]*/, (page) => baseUrl + (markdownPaths.get(page || path) ?? page));
  };
  return withAddresses(text, absolute);
}

const FIRST_HEADING = /^# .*/;

/** Adds to a page's text the way to llms.txt, the licence of the facts and the list of all pages. */
export function markdownDocument(text: string, { path, updated }: ParsedPage, site: Site): string {
  const { facts, words, pages, baseUrl } = site;
  const { licence } = facts.site;
  const index = words.formatPieces("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) });
  const terms = (name: string) => words.formatPieces("licence of the facts", { licence: name }).markdown;
  const about = [
    words.format("page", { address: baseUrl + path, day: words.formatDate(updated) }),
    ...(licence === undefined ? [] : [terms(licence.identifier ?? licence.name)]),
    ...registrationsOf(site).map(({ markdown }) => `${markdown}.`),
  ];
  const [heading = ""] = FIRST_HEADING.exec(text) ?? [];
  const sitemap = pages.map(({ title, markdownPath }) => `- ${link(title, baseUrl + markdownPath).markdown}`);
  const parts = [
    heading,
    `> ${index.markdown}`,
    text.slice(heading.length).trim(),
    "---",
    about.join(" "),
    `## ${words.format("sitemap")}`,
    sitemap.join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
