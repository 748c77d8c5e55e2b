/**
 * The header of every page: the cottage's name, a booking button, the navigation and links to other languages.
 *
 * It writes no text of its own: labels come from the pages and from the words of the language.
 */

import { BOOKING_ANCHOR } from "../fragments/house.ts";
import { type Html, html, markupOf } from "../html.ts";
import { languageName } from "./locale.ts";
import type { ParsedPage, Site } from "./page.ts";

/** @param path path of the current page; undefined for an error page */
export function header(path: string | undefined, site: Site): Html {
  const { facts, words, pages } = site;
  const links = pages.filter(isInNavigation).map((page) => {
    const current = page.path === path ? html` aria-current="page"` : "";
    return html`<li><a href="${page.path}"${current}>${page.label}</a></li>\n`;
  });
  const bookingPage = pages.find(({ main }) => markupOf(main).includes(`id="${BOOKING_ANCHOR}"`));
  const bookingUrl = `${bookingPage?.path ?? ""}#${BOOKING_ANCHOR}`;
  const bookingButton = html`<a class="book" href="${bookingUrl}">${words.format("book")}</a>\n`;
  return html`<header class="top">
<a class="skip agents" href="/llms.txt">${words.format("agents", { file: "llms.txt" })}</a>
<a class="brand" href="/">${facts.cottage.name}</a>
${bookingPage === undefined ? "" : bookingButton}<nav class="pages" aria-label="${words.format("navigation")}"><ul>
${links}</ul></nav>
${languageLinks(path, site)}</header>`;
}

/** Returns whether the navigation lists a page. The footer lists the others: legal pages and the developers page. */
export function isInNavigation({ path, label }: ParsedPage): boolean {
  return label !== "" && path !== "/developers";
}

/** Returns links to this page in the site's other languages, or to their front pages if it has none. */
function languageLinks(path: string | undefined, site: Site): Html {
  const { facts, words } = site;
  const { language, translations: frontPages = [] } = facts.site;
  if (frontPages.length === 0) return html``;
  const tags = [language, ...frontPages.map((frontPage) => frontPage.language)];
  const versions = path === undefined ? [] : translationsOf(path, site);
  const otherVersions = versions.filter((version) => version.language !== language);
  const targets = otherVersions.length > 0 ? otherVersions : frontPages;
  const links = targets.map(({ language: tag, url }) => {
    return html`<li><a href="${url}" lang="${tag}" hreflang="${tag}">${languageName(tag, tags)}</a></li>\n`;
  });
  return html`<nav class="languages" aria-label="${words.format("translations")}"><ul>\n${links}</ul></nav>\n`;
}

/** A page in one language. The language is a BCP 47 tag, and the URL is absolute. */
export type Translation = Readonly<{
  language: string;
  url: string;
}>;

/** Paths that exist in every language of the site. */
const TRANSLATED_PATHS = ["/", "/welcome", "/about", "/contact", "/privacy"];

/** Returns all language versions of a page, including the page itself, by language tag. Empty if it has only one. */
export function translationsOf(path: string, { facts: { site }, baseUrl }: Site): Translation[] {
  const { language, translations = [] } = site;
  if (translations.length === 0 || !TRANSLATED_PATHS.includes(path)) return [];
  const origins = [{ language, url: baseUrl }, ...translations];
  const pages = origins.map((origin) => ({ language: origin.language, url: new URL(path, origin.url).href }));
  return pages.sort((one, other) => (one.language < other.language ? -1 : 1));
}
