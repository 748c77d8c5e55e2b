/**
 * The header of every page: the cottage's name, the way to booking, navigation, and the site's other languages.
 *
 * It knows the pages by their labels and paths, and nothing of their text.
 */

import { BOOKING_ANCHOR } from "../fragments/house.ts";
import { type Html, html, markupOf } from "../html.ts";
import { languageName } from "./locale.ts";
import type { ParsedPage, Site } from "./page.ts";

/** @param path undefined for an error page */
export function header(path: string | undefined, site: Site): Html {
  const { facts, words, pages } = site;
  const links = pages.filter(isInNavigation).map((page) => {
    const current = page.path === path ? html` aria-current="page"` : "";
    return html`<li><a href="${page.path}"${current}>${page.label}</a></li>\n`;
  });
  const bookingPage = pages.find(({ main }) => markupOf(main).includes(`id="${BOOKING_ANCHOR}"`));
  const book = html`<a class="book" href="${bookingPage?.path ?? ""}#${BOOKING_ANCHOR}">${words.format("book")}</a>\n`;
  return html`<header class="top">
<a class="skip agents" href="/llms.txt">${words.format("agents", { file: "llms.txt" })}</a>
<a class="brand" href="/">${facts.cottage.name}</a>
${bookingPage === undefined ? "" : book}<nav class="pages" aria-label="${words.format("navigation")}"><ul>
${links}</ul></nav>
${languageLinks(path, site)}</header>`;
}

/** Guests need neither the page for developers nor legal pages: those are in the footer. */
export function isInNavigation({ path, label }: ParsedPage): boolean {
  return label !== "" && path !== "/developers";
}

/** Links to this page in the site's other languages, or to their front pages if they do not have it. */
function languageLinks(path: string | undefined, site: Site): Html {
  const { facts: { site: { language, translations = [] } }, words } = site;
  if (translations.length === 0) return html``;
  const tags = [language, ...translations.map((translation) => translation.language)];
  const samePage = path === undefined ? [] : translationsOf(path, site);
  const same = samePage.filter((translation) => translation.language !== language);
  const links = (same.length > 0 ? same : translations).map(({ language: tag, url }) => {
    return html`<li><a href="${url}" lang="${tag}" hreflang="${tag}">${languageName(tag, tags)}</a></li>\n`;
  });
  return html`<nav class="languages" aria-label="${words.format("translations")}"><ul>\n${links}</ul></nav>\n`;
}

export type Translation = Readonly<{
  language: string;
  url: string;
}>;

/** Pages that the site has at the same path in each of its languages. */
const TRANSLATED = ["/", "/welcome", "/about", "/contact", "/privacy"];

/** Returns this page in every language, its own included, or nothing if there is only one language. */
export function translationsOf(path: string, { facts: { site }, baseUrl }: Site): Translation[] {
  const { language, translations = [] } = site;
  if (translations.length === 0 || !TRANSLATED.includes(path)) return [];
  const origins = [{ language, url: baseUrl }, ...translations];
  const pages = origins.map((origin) => ({ language: origin.language, url: new URL(path, origin.url).href }));
  return pages.sort((one, other) => (one.language < other.language ? -1 : 1));
}
