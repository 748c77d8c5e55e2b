/**
 * Renders a page as a standalone Markdown document with absolute links.
 */

import { link } from "../fragments/piece.ts";
import { replaceTargets } from "../markdown/markdown.ts";
import { registrationsOf } from "./frame.ts";
import { INTERNAL_TARGET, splitTarget } from "./links.ts";
import { imageOf, type RenderedPage, type Site } from "./page.ts";

/**
 * Returns the page's text with internal links made absolute. A link to a page leads to the page's Markdown version. A
 * link to an image leads to the image's published path, which contains a hash.
 */
export function markdownText(page: RenderedPage, { pages, baseUrl, images }: Site): string {
  return replaceTargets(page.filledMarkdown, (linkTarget) => {
    if (!INTERNAL_TARGET.test(linkTarget)) return linkTarget;
    const image = imageOf(linkTarget, images);
    if (image !== undefined) return baseUrl + image.path;
    const { path, queryAndHash } = splitTarget(linkTarget, page.path);
    const linkedPage = pages.find((candidate) => candidate.path === path);
    // Link to the page's Markdown version. Paths that are not pages, e.g. `/api/`, have none and stay as they are.
    const linkedPath = linkedPage?.markdownPath ?? path;
    return baseUrl + linkedPath + queryAndHash;
  });
}

const LEADING_HEADING = /^# .*/;

/**
 * Builds the Markdown version of a page: its heading, a note about llms.txt, the rest of its text, details such as the
 * page's URL, and a sitemap. `text` is the page's text with absolute links, as returned by `markdownText`.
 */
export function markdownDocument(text: string, page: RenderedPage, site: Site): string {
  const { locale, pages, baseUrl } = site;
  const heading = LEADING_HEADING.exec(text)?.[0] ?? "";
  const body = text.slice(heading.length).trim();
  const llmsLink = link("llms.txt", `${baseUrl}/llms.txt`);
  // The English string is "For AI agents: an index of everything on this site is at {link}."
  const llmsNote = locale.translateToMarkup("index", { link: llmsLink }).markdown;
  const pageLinks = pages.map(({ title, markdownPath }) => `- ${link(title, baseUrl + markdownPath).markdown}`);
  const parts = [
    heading,
    `> ${llmsNote}`,
    body,
    "---",
    pageDetails(page, site),
    `## ${locale.translate("sitemap")}`,
    pageLinks.join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Returns a paragraph with the page's URL and last update, the licence of the facts, and the registrations. */
function pageDetails({ path, updated }: RenderedPage, site: Site): string {
  const { facts, locale, baseUrl } = site;
  const { licence } = facts.site;
  // The English string is "Page: {address}. Last updated: {day}."
  const sentences = [locale.translate("page", { address: baseUrl + path, day: locale.formatDate(updated) })];
  if (licence !== undefined) {
    const name = licence.identifier ?? licence.name;
    // The licence's name may contain special characters, so use `translateToMarkup`, which escapes the values.
    sentences.push(locale.translateToMarkup("licence of the facts", { licence: name }).markdown);
  }
  sentences.push(...registrationsOf(site).map(({ markdown }) => `${markdown}.`));
  return sentences.join(" ");
}
