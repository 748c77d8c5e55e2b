/**
 * Renders pages and error pages as HTML documents. The content security policy forbids executable scripts, inline
 * styles and resources from other servers.
 */

import { link } from "../fragments/piece.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { footer, type PageOrError } from "./footer.ts";
import { header, languageVersions } from "./header.ts";
import { openGraphLocale, textDirection } from "./locale.ts";
import type { RenderedPage, Site } from "./page.ts";
import { structuredData } from "./structured-data.ts";

export function htmlDocument(page: RenderedPage, site: Site): string {
  const { path, description, markdownPath } = page;
  const { locale, baseUrl } = site;
  // An HTML parser ends the script at "</script", even inside a JSON string, so escape every "<".
  const json = JSON.stringify(structuredData(page, site)).replaceAll("<", "\\u003c");
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${locale.translate("markdown")}">
${previewTags(page, site)}${alternateLinks(path, site)}${path === "/" ? verificationTags(site) : ""}\
<script type="application/ld+json">${trusted(json)}</script>
`;
  return renderDocument(page, head, site);
}

/** Returns the Open Graph and Twitter Card tags for link previews. */
function previewTags({ path, title, description }: RenderedPage, site: Site): Html {
  const { facts, locale, baseUrl, gallery: { previewImage: image } } = site;
  const properties = {
    "og:type": "website",
    "og:site_name": facts.cottage.name,
    "og:title": title,
    "og:description": description,
    "og:url": baseUrl + path,
    "og:locale": openGraphLocale(locale.language),
    "og:image": image && baseUrl + image.path,
    "og:image:alt": image?.alt,
    "og:image:width": image?.width,
    "og:image:height": image?.height,
  };
  const card = image === undefined ? "summary" : "summary_large_image";
  return html`${metaTags("property", properties)}${metaTags("name", { "twitter:card": card })}`;
}

/** Returns the codes with which search engines verify the owner of the site. They read only the front page. */
function verificationTags({ facts }: Site): Html {
  const { google, bing, pinterest, yandex } = facts.site.verification ?? {};
  return metaTags("name", {
    "google-site-verification": google,
    "msvalidate.01": bing,
    "p:domain_verify": pinterest,
    "yandex-verification": yandex,
  });
}

/** Returns a `<meta>` element for each entry whose content is defined. */
function metaTags(
  attribute: "name" | "property",
  contents: Readonly<Record<string, string | number | undefined>>,
): Html {
  const tags = Object.entries(contents).map(([name, content]) => {
    return content === undefined ? "" : html`<meta ${attribute}="${name}" content="${content}">\n`;
  });
  return html`${tags}`;
}

/**
 * Returns links to all language versions of a page. All versions declare the same default (`x-default`): English or, if
 * there is no English version, the first in alphabetical order.
 */
function alternateLinks(path: string, site: Site): Html {
  const versions = languageVersions(path, site);
  const defaultVersion = versions.find(({ language }) => language.startsWith("en")) ?? versions[0];
  if (defaultVersion === undefined) return html``;
  const links = [...versions, { ...defaultVersion, language: "x-default" }].map(({ language, url }) => {
    return html`<link rel="alternate" hreflang="${language}" href="${url}">\n`;
  });
  return html`${links}`;
}

export function errorPages(site: Site): [status: number, html: string][] {
  return [
    [404, errorPage("not found", site)],
    [429, errorPage("too many", site)],
    [503, errorPage("away", site)],
  ];
}

/** @param key prefix of the names of the page's UI strings, e.g. `away` for `away.title` */
function errorPage(key: string, site: Site): string {
  const { locale } = site;
  const { name } = site.facts.cottage;
  const main = html`<div class="opening">
<h1>${locale.translate(`${key}.heading`)}</h1>
<p>${locale.translate(`${key}.text`)}</p>
<p>${link(locale.translate("back", { name }), "/").html}</p>
</div>
`;
  const head = html`<meta name="robots" content="noindex">\n`;
  return renderDocument({ title: locale.translate(`${key}.title`, { name }), main }, head, site);
}

/** Must match the light and dark values of `--sky` in the style sheet. */
const SKY = { light: "#cadde4", dark: "#0d1922" };

function renderDocument(page: PageOrError, head: Html, site: Site): string {
  const { locale, stylePaths } = site;
  const { path, language = locale.language } = page;
  const styles = stylePaths.map((stylePath) => html`<link rel="stylesheet" href="${stylePath}">\n`);
  const siteDirection = textDirection(locale.language);
  const direction = textDirection(language);
  const mainLanguage = language === locale.language ? "" : html` lang="${language}"`;
  const mainDirection = direction === siteDirection ? "" : html` dir="${direction}"`;
  return markupOf(html`<!doctype html>
<html lang="${locale.language}"${siteDirection === "rtl" ? html` dir="rtl"` : ""}>
<head>
<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${SKY.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${SKY.dark}">
${styles}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${head}</head>
<body${path === "/" ? html` class="front"` : ""}>
<a class="skip" href="#main">${locale.translate("skip")}</a>
${header(path, site)}
<main id="main"${mainLanguage}${mainDirection}>
${withFrenchSpaces(page.main, language)}</main>
${footer(page, site)}
</body>
</html>
`);
}

/** Matches a space after `«`, or before a mark such as `!` that is followed by white space or a tag. */
const FRENCH_SPACE = / (?=[;:!?»](?:\s|<))|(?<=«) /g;

/** Replaces spaces around French punctuation with no-break spaces, so that no line starts with punctuation. */
function withFrenchSpaces(main: Html, language: string): Html {
  return language.startsWith("fr") ? trusted(markupOf(main).replace(FRENCH_SPACE, "\u00a0")) : main;
}
