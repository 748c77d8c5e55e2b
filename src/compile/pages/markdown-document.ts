/**
 * Renders a page as a self-contained markdown document with absolute links and a list of all pages.
 *
 * It writes no HTML.
 */

import { link } from "../fragments/piece.ts";
import { withAddresses } from "../markdown/markdown.ts";
import { registrationsOf } from "./footer.ts";
import { INTERNAL_TARGET, PATH } from "./links.ts";
import { imageOf, type ParsedPage, type Site } from "./page.ts";

/** Returns the page's text with absolute links. A link to another page leads to its markdown version. */
export function markdownText({ path, text }: ParsedPage, { pages, baseUrl, images }: Site): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absoluteUrl = (target: string) => {
    if (!INTERNAL_TARGET.test(target)) return undefined;
    const image = imageOf(target, images);
    if (image !== undefined) return baseUrl + image.path;
    // A target such as "#beds" has no path: it is on this page.
    return target.replace(PATH, (targetPath) => baseUrl + (markdownPaths.get(targetPath || path) ?? targetPath));
  };
  return withAddresses(text, absoluteUrl);
}

const FIRST_HEADING = /^# .*/;

/** Adds a link to llms.txt, the page's URL and date, the licence of the facts and a list of all pages. */
export function markdownDocument(text: string, { path, updated }: ParsedPage, site: Site): string {
  const { facts, words, pages, baseUrl } = site;
  const { licence } = facts.site;
  const index = words.formatPieces("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) });
  const about = [words.format("page", { address: baseUrl + path, day: words.formatDate(updated) })];
  if (licence !== undefined) {
    const values = { licence: licence.identifier ?? licence.name };
    about.push(words.formatPieces("licence of the facts", values).markdown);
  }
  for (const { markdown } of registrationsOf(site)) about.push(`${markdown}.`);
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
