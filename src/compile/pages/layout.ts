/**
 * Renders pages and error pages as HTML documents.
 *
 * They contain no executable scripts or inline styles and load nothing from other servers, because the content security
 * policy forbids it.
 */

import { link } from "../fragments/piece.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { footer, type PageOrError } from "./footer.ts";
import { header, type Translation, translationsOf } from "./header.ts";
import { openGraphLocale, textDirection } from "./locale.ts";
import type { ParsedPage, Site } from "./page.ts";
import { structuredData } from "./structured-data.ts";

/** Returns the HTML document of a page. */
export function layout(page: ParsedPage, site: Site): string {
  const { path, description, markdownPath } = page;
  const { words, baseUrl } = site;
  const translations = translationsOf(path, site);
  // An HTML parser ends the script at "</script", even inside a JSON string, so escape every "<".
  const json = trusted(JSON.stringify(structuredData(page, site)).replaceAll("<", "\\u003c"));
  const data = html`<script type="application/ld+json">${json}</script>`;
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${words.format("markdown")}">
${previewTags(page, site)}${alternateLinks(translations)}${path === "/" ? verificationTags(site) : ""}${data}
`;
  return documentOf(page, head, site);
}

/** Returns the Open Graph tags, from which social networks and messengers preview a link. */
function previewTags({ path, title, description }: ParsedPage, site: Site): Html {
  const { facts, words, baseUrl, gallery: { share } } = site;
  const properties = {
    type: "website",
    site_name: facts.cottage.name,
    title,
    description,
    url: baseUrl + path,
    locale: openGraphLocale(words.language),
    ...(share && {
      image: baseUrl + share.path,
      "image:alt": share.alt,
      "image:width": share.width,
      "image:height": share.height,
    }),
  };
  const tags = Object.entries(properties).map(
    ([name, value]) => html`<meta property="og:${name}" content="${value}">\n`,
  );
  return html`${tags}<meta name="twitter:card" content="${share === undefined ? "summary" : "summary_large_image"}">\n`;
}

/**
 * Returns links to the language versions of a page, including the default version (`x-default`). The default is the
 * English version or, without one, the first in the order of the tags. Each language is a separate site, and by this
 * rule all sites choose the same default.
 */
function alternateLinks(translations: readonly Translation[]): Html {
  const fallback = translations.find(({ language }) => language.startsWith("en")) ?? translations[0];
  const alternates = fallback === undefined ? [] : [...translations, { ...fallback, language: "x-default" }];
  const links = alternates.map(
    ({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}" /> `,
  );
  return html`${links}`;
}

/** Returns the tags that prove the ownership of the site to search engines and Pinterest. */
function verificationTags({ facts: { site: { verification = {} } } }: Site): Html {
  const { google, bing, pinterest, yandex } = verification;
  const codes = {
    "google-site-verification": google,
    "msvalidate.01": bing,
    "p:domain_verify": pinterest,
    "yandex-verification": yandex,
  };
  const tags = Object.entries(codes).map(([name, code]) =>
    code === undefined ? "" : html`<meta name="${name}" content="${code}">\n`,
  );
  return html`${tags}`;
}

/** Returns the HTML documents of the error pages with their status codes. */
export function errorPages(site: Site): [status: number, html: string][] {
  return [
    [404, errorPage("not found", site)],
    [429, errorPage("too many", site)],
    [503, errorPage("away", site)],
  ];
}

/** @param kind the prefix of the page's title, heading and text in the words of the language */
function errorPage(kind: string, site: Site): string {
  const { words } = site;
  const { name } = site.facts.cottage;
  const main = html`<div class="opening">
<h1>${words.format(`${kind}.heading`)}</h1>
<p>${words.format(`${kind}.text`)}</p>
<p>${link(words.format("back", { name }), "/").html}</p>
</div>
`;
  const head = html`<meta name="robots" content="noindex">\n`;
  return documentOf({ title: words.format(`${kind}.title`, { name }), main }, head, site);
}

function documentOf(page: PageOrError, head: Html, site: Site): string {
  const { words } = site;
  const { path, language = words.language } = page;
  const styles = site.stylePaths.map((stylePath) => html`<link rel="stylesheet" href="${stylePath}">\n`);
  return markupOf(html`<!doctype html>
<html lang="${words.language}"${directionOf(words.language)}>
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
<a class="skip" href="#main">${words.format("skip")}</a>
${header(path, site)}
<main id="main"${language === words.language ? "" : languageAttributes(language, words.language)}>
${withFrenchSpaces(page.main, language)}</main>
${footer(page, site)}
</body>
</html>
`);
}

/** A space before `;`, `:`, `!`, `?` or `»`, or after `«`. */
const FRENCH_SPACE = / (?=[;:!?»](?:\s|<))|(?<=«) /g;

/** Replaces plain spaces around French punctuation with no-break spaces, so that no line starts with punctuation. */
function withFrenchSpaces(main: Html, language: string): Html {
  return language.startsWith("fr") ? trusted(markupOf(main).replace(FRENCH_SPACE, "\u00a0")) : main;
}

/** The colour `--sky` of the style sheet. */
const SKY = { light: "#cadde4", dark: "#0d1922" };

/** Returns the attribute `dir`, or nothing for left to right, which is the default of HTML. */
function directionOf(language: string): Html {
  return textDirection(language) === "rtl" ? html` dir="rtl"` : html``;
}

function languageAttributes(language: string, siteLanguage: string): Html {
  const direction = textDirection(language);
  return html` lang="${language}"${direction === textDirection(siteLanguage) ? "" : html` dir="${direction}"`}`;
}
