/**
 * Renders the header and the footer of every page.
 */

import type { Facts } from "../data/datasets.ts";
import { telephoneLink } from "../fragments/contact.ts";
import { BOOKING_ANCHOR } from "../fragments/house.ts";
import { type Inline, inlineMarkup, link, type Piece, strong, toPiece } from "../fragments/piece.ts";
import { townAndRegion } from "../fragments/places.ts";
import { type Html, html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import type { RenderedPage, Site } from "./page.ts";

/** A regular page or an error page. An error page has only a title and main content. */
export type AnyPage = Pick<RenderedPage, "title" | "main"> & Partial<RenderedPage>;

/** Renders the page header. It starts with a visually hidden link to llms.txt for AI agents. */
export function header({ path }: AnyPage, site: Site): Html {
  const { facts, locale } = site;
  // An error page has no path, so its language links lead to the front page.
  const languageNavigation = languageLinks(path ?? "/", site);
  return html`<header class="top">
<a class="skip agents" href="/llms.txt">${locale.translate("agents", { file: "llms.txt" })}</a>
<a class="brand" href="/">${facts.cottage.name}</a>
${bookingButton(site)}${pageNavigation(path, site)}${languageNavigation}</header>`;
}

function pageNavigation(currentPath: string | undefined, { locale, pages }: Site): Html {
  const pageLinks = pages.filter(isInNavigation).map((page) => {
    const currentAttribute = page.path === currentPath ? html` aria-current="page"` : "";
    return html`<li><a href="${page.path}"${currentAttribute}>${page.label}</a></li>\n`;
  });
  return html`<nav class="pages" aria-label="${locale.translate("navigation")}"><ul>\n${pageLinks}</ul></nav>\n`;
}

/** Returns whether the header's navigation has a link to the page. If not, the footer has one. */
function isInNavigation({ label, path }: RenderedPage): boolean {
  return label !== "" && path !== "/developers";
}

function bookingButton({ pages, locale }: Site): Html {
  const bookingPage = pages.find(({ hasBookingChannels }) => hasBookingChannels);
  if (bookingPage === undefined) return html``;
  return html`<a class="book" href="${bookingPage.path}#${BOOKING_ANCHOR}">${locale.translate("book")}</a>\n`;
}

const TRANSLATED_PATHS = ["/", "/welcome", "/about", "/contact", "/privacy"];

/** Renders links to a page's translations. If the page is not translated, the links lead to the front page. */
function languageLinks(path: string, site: Site): Html {
  const { locale } = site;
  const linkedPath = TRANSLATED_PATHS.includes(path) ? path : "/";
  const otherVersions = languageVersions(linkedPath, site).filter(({ language }) => language !== locale.language);
  if (otherVersions.length === 0) return html``;
  const links = otherVersions.map(({ language, url }) => {
    return html`<li><a href="${url}" lang="${language}" hreflang="${language}">${languageName(language)}</a></li>\n`;
  });
  return html`<nav class="languages" aria-label="${locale.translate("translations")}"><ul>\n${links}</ul></nav>\n`;
}

/** Returns the language versions of a page, sorted by language tag, or an empty array if the page is not translated. */
export function languageVersions(path: string, { facts, baseUrl }: Site) {
  const { language, translations = [] } = facts.site;
  if (translations.length === 0 || !TRANSLATED_PATHS.includes(path)) return [];
  const versions = [{ language, url: baseUrl }, ...translations];
  const pageVersions = versions.map((version) => ({ ...version, url: new URL(path, version.url).href }));
  return pageVersions.sort((a, b) => (a.language < b.language ? -1 : 1));
}

/** Returns the name of a language in that language, without the region, e.g. "Deutsch" for `de-CH`. */
export function languageName(tag: string): string {
  const { language } = new Intl.Locale(tag);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(language) ?? tag;
  return capitalize(name);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const RIDGE_PATH =
  "M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z";

/** Renders a decorative line of hills, with columns of text below. */
export function footer(page: AnyPage, site: Site): Html {
  const columns = [addressColumn(site), contactColumn(page, site), developerColumn(page, site)];
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="${RIDGE_PATH}"/></svg>
<div class="foot-in">
${columns.map(footerColumn)}</div>
</footer>`;
}

function footerColumn(lines: readonly Inline[]): Html {
  const htmlLines = lines.map((line) => toPiece(line).html);
  return html`<p>${htmlLines.map((line, index) => (index === 0 ? line : html`<br>${line}`))}</p>\n`;
}

/** Returns the cottage's address, coordinates, website and registration numbers as visible text, for print. */
function addressColumn(site: Site): Inline[] {
  const { locale, baseUrl, facts: { cottage } } = site;
  const { latitude, longitude } = cottage.geo;
  const [town, region] = townAndRegion(cottage.address);
  return [
    strong(cottage.name),
    inlineMarkup`${cottage.address.streetAddress}, ${town}`,
    region,
    locale.translate("coordinates", { position: `${latitude}, ${longitude}` }),
    link(new URL(baseUrl).host, `${baseUrl}/`),
    ...registrationsOf(site),
  ];
}

/** The footer's privacy note and developer line already link to these pages, so its list of other pages omits them. */
const LINKED_ELSEWHERE_IN_FOOTER = ["/privacy", "/developers"];

function contactColumn({ updated }: AnyPage, { facts, locale, pages }: Site): Piece[] {
  const { email, telephone } = facts.site.contact;
  const lines = [link(email, `mailto:${email}`)];
  if (telephone !== undefined) lines.push(telephoneLink(telephone));
  const privacyLink = link(locale.translate("privacy.link"), "/privacy");
  lines.push(locale.translateToMarkup("privacy", { link: privacyLink }));
  const otherPages = pages.filter((page) => !isInNavigation(page) && !LINKED_ELSEWHERE_IN_FOOTER.includes(page.path));
  lines.push(...otherPages.map(({ heading, path }) => link(heading, path)));
  if (updated !== undefined) lines.push(lastUpdated(updated, locale));
  return lines;
}

function lastUpdated(isoDate: string, locale: Locale): Piece {
  const date = locale.formatDate(isoDate);
  const day = { markdown: date, html: html`<time datetime="${isoDate}">${date}</time>` };
  return locale.translateToMarkup("changed", { day });
}

/** Returns the footer's lines for developers and AI agents. */
function developerColumn({ markdownPath }: AnyPage, { facts, locale }: Site): Piece[] {
  const { licence } = facts.site;
  const developersLink = link(locale.translate("developers.link"), "/developers");
  const apiLinks = inlineMarkup`${link("API", "/api/")}, ${link("OpenAPI", "/openapi.json")}`;
  const resourceLinks = inlineMarkup`${apiLinks}, ${link("llms.txt", "/llms.txt")}`;
  const lines = [locale.translateToMarkup("developers", { link: developersLink, files: resourceLinks })];
  if (markdownPath !== undefined) lines.push(link(locale.translate("markdown"), markdownPath));
  if (licence !== undefined) lines.push(locale.translateToMarkup("licence", { licence: licenceLink(licence) }));
  return lines;
}

function licenceLink({ identifier, name, url }: NonNullable<Facts["site"]["licence"]>): Inline {
  const label = identifier ?? name;
  if (url === undefined) return label;
  return { ...link(label, url), html: html`<a href="${url}" rel="license">${label}</a>` };
}

export function registrationsOf({ facts, locale }: Site): Piece[] {
  const colon = locale.translate("colon");
  // The French colon starts with a space. `inlineMarkup` would trim it as a value, so pass it as literal text.
  return (facts.site.registrations ?? []).map(({ name, number }) => inlineMarkup(["", `${colon} `, ""], name, number));
}
