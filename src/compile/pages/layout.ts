/**
 * Renders pages and error pages as HTML documents.
 *
 * They contain no executable scripts or inline styles and load nothing from other servers, because the content security
 * policy forbids it.
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
  const jsonLd = trusted(JSON.stringify(structuredData(page, site)).replaceAll("<", "\\u003c"));
  const ownerTags = path === "/" ? verificationTags(site) : "";
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${locale.translate("markdown")}">
${previewTags(page, site)}${alternateLinks(path, site)}${ownerTags}<script type="application/ld+json">${jsonLd}</script>
`;
  return renderDocument(page, head, site);
}

/** Returns the Open Graph and Twitter Card tags for link previews. */
function previewTags({ path, title, description }: RenderedPage, site: Site): Html {
  const { facts, locale, baseUrl, gallery: { share } } = site;
  const tags: [name: string, content: string | number][] = [
    ["type", "website"],
    ["site_name", facts.cottage.name],
    ["title", title],
    ["description", description],
    ["url", baseUrl + path],
    ["locale", openGraphLocale(locale.language)],
  ];
  if (share !== undefined) {
    tags.push(["image", baseUrl + share.path], ["image:alt", share.alt]);
    tags.push(["image:width", share.width], ["image:height", share.height]);
  }
  const markup = tags.map(([name, content]) => html`<meta property="og:${name}" content="${content}">\n`);
  const card = share === undefined ? "summary" : "summary_large_image";
  return html`${markup}<meta name="twitter:card" content="${card}">\n`;
}

/**
 * Returns links to all language versions of a page. The default (`x-default`) is the English version or, if there is
 * none, the first in alphabetical order, so that every language's site declares the same default.
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

function verificationTags({ facts }: Site): Html {
  const { google, bing, pinterest, yandex } = facts.site.verification ?? {};
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

export function errorPages(site: Site): [status: number, html: string][] {
  return [
    [404, errorPage("not found", site)],
    [429, errorPage("too many", site)],
    [503, errorPage("away", site)],
  ];
}

/** @param keyPrefix prefix of the UI string keys, e.g. `away` for `away.title`, `away.heading` and `away.text` */
function errorPage(keyPrefix: "not found" | "too many" | "away", site: Site): string {
  const { locale } = site;
  const values = { name: site.facts.cottage.name };
  const main = html`<div class="opening">
<h1>${locale.translate(`${keyPrefix}.heading`)}</h1>
<p>${locale.translate(`${keyPrefix}.text`)}</p>
<p>${link(locale.translate("back", values), "/").html}</p>
</div>
`;
  const head = html`<meta name="robots" content="noindex">\n`;
  return renderDocument({ title: locale.translate(`${keyPrefix}.title`, values), main }, head, site);
}

/** Must match the light and dark values of `--sky` in the style sheet. */
const SKY = { light: "#cadde4", dark: "#0d1922" };

function renderDocument(page: PageOrError, head: Html, site: Site): string {
  const { locale, stylePaths } = site;
  const { path, language = locale.language } = page;
  const styles = stylePaths.map((stylePath) => html`<link rel="stylesheet" href="${stylePath}">\n`);
  const bodyClass = path === "/" ? html` class="front"` : "";
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
<body${bodyClass}>
<a class="skip" href="#main">${locale.translate("skip")}</a>
${header(path, site)}
<main id="main"${mainLanguage}${mainDirection}>
${withFrenchSpaces(page.main, language)}</main>
${footer(page, site)}
</body>
</html>
`);
}

/**
 * Matches a space after `«`, or a space before `;`, `:`, `!`, `?` or `»` when that mark is followed by white space or a
 * tag.
 */
const FRENCH_SPACE = / (?=[;:!?»](?:\s|<))|(?<=«) /g;

/** Replaces spaces around French punctuation with no-break spaces, so that no line starts with punctuation. */
function withFrenchSpaces(main: Html, language: string): Html {
  return language.startsWith("fr") ? trusted(markupOf(main).replace(FRENCH_SPACE, "\u00a0")) : main;
}
