/**
 * Renders pages as HTML and Markdown documents.
 */

import { BOOKING_ANCHOR, telephoneLink } from "../fragments/fragments.ts";
import { type Inline, inlineMarkup, link, type Piece, strong, toPiece } from "../fragments/piece.ts";
import { coordinates, townAndRegion } from "../fragments/places.ts";
import { isUnset } from "../fragments/sketch-map.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { languageLinkTags, languageNavigation, textDirection } from "./languages.ts";
import type { RenderedPage, SiteContext } from "./page.ts";
import { structuredData } from "./structured-data.ts";

/** A page of the site, or an error page, which has only a title and main content. */
type AnyPage = Pick<RenderedPage, "title" | "main"> & Partial<RenderedPage>;

export function htmlDocument(page: RenderedPage, site: SiteContext): string {
  const { path, description, markdownPath } = page;
  const { locale, baseUrl } = site;
  return renderDocument(page, site, [
    html`<meta name="description" content="${description}">\n`,
    html`<link rel="canonical" href="${baseUrl}${path}">\n`,
    html`<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${locale.translate("markdown")}">\n`,
    ...linkPreviewTags(page, site),
    ...languageLinkTags(path, site),
    ...verificationTags(path, site),
    jsonLdScript(page, site),
  ]);
}

export function errorPages(site: SiteContext): [status: number, html: string][] {
  return [
    [404, errorPage("not found", site)],
    [429, errorPage("too many", site)],
    [503, errorPage("away", site)],
  ];
}

/** Renders an error page. For the `errorKey` "not found", its title is the translation of "not found.title". */
function errorPage(errorKey: string, site: SiteContext): string {
  const { locale } = site;
  const { name } = site.facts.cottage;
  const title = locale.translate(`${errorKey}.title`, { name });
  const main = html`<div class="opening">
<h1>${locale.translate(`${errorKey}.heading`)}</h1>
<p>${locale.translate(`${errorKey}.text`)}</p>
<p><a href="/">${locale.translate("back", { name })}</a></p>
</div>
`;
  const robotsTag = html`<meta name="robots" content="noindex">\n`;
  return renderDocument({ title, main }, site, [robotsTag]);
}

function renderDocument(page: AnyPage, site: SiteContext, headTags: readonly Html[]): string {
  const { language } = site.locale;
  const dirAttribute = textDirection(language) === "rtl" ? html` dir="rtl"` : "";
  const classAttribute = page.path === "/" ? html` class="front"` : "";
  return markupOf(html`<!doctype html>
<html lang="${language}"${dirAttribute}>
<head>
${commonTags(page, site)}${headTags}</head>
<body${classAttribute}>
<a class="skip" href="#main">${site.locale.translate("skip")}</a>
${header(page, site)}
${mainElement(language, page)}
${footer(page, site)}
</body>
</html>
`);
}

function commonTags({ title }: AnyPage, { stylePaths }: SiteContext): Html {
  const styles = stylePaths.map((path) => html`<link rel="stylesheet" href="${path}">\n`);
  return html`<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${styles}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
`;
}

/** Adds `lang` and `dir` if the page is not in the language of the site, e.g. the English page for developers. */
function mainElement(siteLanguage: string, { main, language = siteLanguage }: AnyPage): Html {
  const isSiteLanguage = language === siteLanguage;
  const attributes = isSiteLanguage ? "" : html` lang="${language}" dir="${textDirection(language)}"`;
  return html`<main id="main"${attributes}>\n${main}</main>`;
}

function jsonLdScript(page: RenderedPage, site: SiteContext): Html {
  const json = JSON.stringify(structuredData(page, site));
  // Escape "<", because "</script" in a JSON string would end the script.
  return html`<script type="application/ld+json">${trusted(json.replaceAll("<", "\\u003c"))}</script>\n`;
}

function linkPreviewTags({ path, title, description }: RenderedPage, { facts, baseUrl, gallery }: SiteContext): Html[] {
  const image = gallery.previewImage;
  const openGraphTags = metaTags("property", {
    "og:type": "website",
    "og:site_name": facts.cottage.name,
    "og:title": title,
    "og:description": description,
    "og:url": baseUrl + path,
    "og:image": image && baseUrl + image.path,
    "og:image:alt": image?.alt,
    "og:image:width": image?.width,
    "og:image:height": image?.height,
  });
  const twitterCard = image === undefined ? "summary" : "summary_large_image";
  return [...openGraphTags, ...metaTags("name", { "twitter:card": twitterCard })];
}

function verificationTags(path: string, { facts }: SiteContext): Html[] {
  if (path !== "/") return [];
  const { google, bing } = facts.site.verification ?? {};
  return metaTags("name", { "google-site-verification": google, "msvalidate.01": bing });
}

function metaTags(attribute: "name" | "property", contents: Record<string, string | number | undefined>): Html[] {
  return Object.entries(contents).flatMap(([name, content]) => {
    return content === undefined ? [] : [html`<meta ${attribute}="${name}" content="${content}">\n`];
  });
}

/** The link to llms.txt is for AI agents, so it is invisible and the Tab key skips it. */
function header({ path }: AnyPage, site: SiteContext): Html {
  const { facts, locale } = site;
  return html`<header class="top">
<a class="skip agents" href="/llms.txt" tabindex="-1">${locale.translate("agents", { file: "llms.txt" })}</a>
<a class="brand" href="/">${facts.cottage.name}</a>
${pageNavigation(path, site)}${languageNavigation(path, site)}${bookingButton(site)}</header>`;
}

function bookingButton({ pages, locale }: SiteContext): Html {
  const bookingPage = pages.find(({ hasBookingChannels }) => hasBookingChannels);
  if (bookingPage === undefined) return html``;
  return html`<a class="book" href="${bookingPage.path}#${BOOKING_ANCHOR}">${locale.translate("book")}</a>\n`;
}

/** Renders links to the pages that have a label. Pages without a label are linked in the footer instead. */
function pageNavigation(currentPath: string | undefined, { locale, pages }: SiteContext): Html {
  const labelledPages = pages.filter(({ label }) => label !== "");
  const items = labelledPages.map(({ label, path }) => {
    const currentAttribute = path === currentPath ? html` aria-current="page"` : "";
    return html`<li><a href="${path}"${currentAttribute}>${label}</a></li>\n`;
  });
  return html`<nav class="pages" aria-label="${locale.translate("navigation")}"><ul>\n${items}</ul></nav>\n`;
}

const RIDGE_PATH =
  "M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z";

function footer(page: AnyPage, site: SiteContext): Html {
  const columns = [footerAddressLines(site), footerContactLines(page, site), footerDeveloperLines(page, site)];
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="${RIDGE_PATH}"/></svg>
<div class="foot-in">
${columns.map(footerColumn)}</div>
</footer>`;
}

function footerColumn(lines: readonly Inline[]): Html {
  const htmlLines = lines.map((line) => markupOf(toPiece(line).html));
  return html`<p>${trusted(htmlLines.join("<br>"))}</p>\n`;
}

function footerAddressLines(site: SiteContext): Inline[] {
  const { name, address, geo } = site.facts.cottage;
  const [town, region] = townAndRegion(address);
  const lines: Inline[] = [strong(name), `${address.streetAddress}, ${town}`, region];
  if (!isUnset(geo)) lines.push(coordinates(geo, site.locale));
  const siteLink = link(new URL(site.baseUrl).host, `${site.baseUrl}/`);
  lines.push(siteLink, ...registrations(site));
  return lines;
}

function footerContactLines({ updated }: AnyPage, site: SiteContext): Inline[] {
  const { locale } = site;
  const { email, telephone } = site.facts.site.contact;
  const lines: Inline[] = [link(email, `mailto:${email}`)];
  if (telephone !== undefined) lines.push(telephoneLink(telephone));
  const privacyLink = link(locale.translate("privacy.link"), "/privacy");
  lines.push(locale.translateToMarkup("privacy", { link: privacyLink }), ...linksToUnlabelledPages(site));
  if (updated !== undefined) lines.push(locale.translate("changed", { day: locale.formatDate(updated) }));
  return lines;
}

/** Pages to which other lines of the footer already link. */
const LINKED_IN_OTHER_LINES = ["/privacy", "/developers"];

function linksToUnlabelledPages({ pages }: SiteContext): Piece[] {
  const unlabelledPages = pages.filter(({ label, path }) => label === "" && !LINKED_IN_OTHER_LINES.includes(path));
  return unlabelledPages.map(({ heading, path }) => link(heading, path));
}

function footerDeveloperLines({ markdownPath }: AnyPage, { facts, locale }: SiteContext): Piece[] {
  const { licence } = facts.site;
  const developersLink = link(locale.translate("developers.link"), "/developers");
  const llmsLink = link("llms.txt", "/llms.txt");
  const files = inlineMarkup`${link("API", "/api/")}, ${link("OpenAPI", "/openapi.json")}, ${llmsLink}`;
  const lines = [locale.translateToMarkup("developers", { link: developersLink, files })];
  if (markdownPath !== undefined) lines.push(link(locale.translate("markdown"), markdownPath));
  if (licence !== undefined) {
    const name = licence.identifier ?? licence.name;
    const licenceLink = licence.url === undefined ? name : link(name, licence.url);
    lines.push(locale.translateToMarkup("licence", { licence: licenceLink }));
  }
  return lines;
}

function registrations({ facts, locale }: SiteContext): string[] {
  const colon = locale.translate("colon");
  return (facts.site.registrations ?? []).map(({ name, number }) => `${name}${colon} ${number}`);
}

export function markdownDocument(page: RenderedPage, site: SiteContext): string {
  const { markdownText } = page;
  const [heading = ""] = /^# .*/.exec(markdownText) ?? [];
  const llmsLink = link("llms.txt", `${site.baseUrl}/llms.txt`);
  const noteForAgents = site.locale.translateToMarkup("index", { link: llmsLink }).markdown;
  const textBelowHeading = markdownText.slice(heading.length).trim();
  const details = pageDetailsMarkdown(page, site);
  const parts = [heading, `> ${noteForAgents}`, textBelowHeading, "---", details, sitemapMarkdown(site)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Returns e.g. "Page: https://wren.example/about. Last updated: 2 November 2026." */
function pageDetailsMarkdown({ path, updated }: RenderedPage, site: SiteContext): string {
  const { facts, locale, baseUrl } = site;
  const { licence } = facts.site;
  const sentences = [locale.translate("page", { address: baseUrl + path, day: locale.formatDate(updated) })];
  if (licence !== undefined) {
    const name = licence.identifier ?? licence.name;
    // `translate` would not escape Markdown syntax in the name.
    sentences.push(locale.translateToMarkup("licence of the facts", { licence: name }).markdown);
  }
  for (const registration of registrations(site)) sentences.push(`${toPiece(registration).markdown}.`);
  return sentences.join(" ");
}

function sitemapMarkdown({ pages, locale, baseUrl }: SiteContext): string {
  const items = pages.map(({ title, markdownPath }) => `- ${link(title, baseUrl + markdownPath).markdown}`);
  return `## ${locale.translate("sitemap")}\n\n${items.join("\n")}`;
}
