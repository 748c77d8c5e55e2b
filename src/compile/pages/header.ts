/**
 * Renders the header of every page: the cottage's name, a booking button, the navigation and links to other languages.
 */

import { BOOKING_ANCHOR } from "../fragments/house.ts";
import { type Html, html } from "../html.ts";
import { languageName } from "./locale.ts";
import type { RenderedPage, Site } from "./page.ts";

/** @param path path of the current page; undefined for an error page */
export function header(path: string | undefined, site: Site): Html {
  const { facts, locale, pages } = site;
  const pageLinks = pages.filter(isInNavigation).map((page) => {
    const currentAttribute = page.path === path ? html` aria-current="page"` : "";
    return html`<li><a href="${page.path}"${currentAttribute}>${page.label}</a></li>\n`;
  });
  return html`<header class="top">
<a class="skip agents" href="/llms.txt">${locale.translate("agents", { file: "llms.txt" })}</a>
<a class="brand" href="/">${facts.cottage.name}</a>
${bookingButton(site)}<nav class="pages" aria-label="${locale.translate("navigation")}"><ul>
${pageLinks}</ul></nav>
${languageLinks(path, site)}</header>`;
}

export function isInNavigation({ path, label }: RenderedPage): boolean {
  return label !== "" && path !== "/developers";
}

function bookingButton({ pages, locale }: Site): Html {
  const bookingPage = pages.find(({ hasBookingChannels }) => hasBookingChannels);
  if (bookingPage === undefined) return html``;
  return html`<a class="book" href="${bookingPage.path}#${BOOKING_ANCHOR}">${locale.translate("book")}</a>\n`;
}

const TRANSLATED_PATHS = ["/", "/welcome", "/about", "/contact", "/privacy"];

/** Returns links to the page's other language versions or, if the page is not translated, to their front pages. */
function languageLinks(path: string | undefined, site: Site): Html {
  const { locale } = site;
  const isTranslated = path !== undefined && TRANSLATED_PATHS.includes(path);
  const versions = languageVersions(isTranslated ? path : "/", site);
  if (versions.length === 0) return html``;
  const allLanguages = versions.map(({ language }) => language);
  const links = versions.map(({ language, url }) => {
    if (language === locale.language) return "";
    const name = languageName(language, allLanguages);
    return html`<li><a href="${url}" lang="${language}" hreflang="${language}">${name}</a></li>\n`;
  });
  return html`<nav class="languages" aria-label="${locale.translate("translations")}"><ul>\n${links}</ul></nav>\n`;
}

/** Returns all language versions of a page, including this one, sorted by tag; none if the page is not translated. */
export function languageVersions(path: string, { facts, baseUrl }: Site): { language: string; url: string }[] {
  const { language, translations = [] } = facts.site;
  if (translations.length === 0 || !TRANSLATED_PATHS.includes(path)) return [];
  const versions = [{ language, url: baseUrl }, ...translations].map((version) => {
    return { language: version.language, url: new URL(path, version.url).href };
  });
  return versions.sort((one, other) => (one.language < other.language ? -1 : 1));
}
