/**
 * Renders pages and error pages as HTML documents. The content security policy forbids inline styles and scripts.
 */

import { type Html, html, markupOf, trusted } from "../html.ts";
import { type AnyPage, footer, header, languageVersions } from "./frame.ts";
import type { RenderedPage, Site } from "./page.ts";
import { structuredData } from "./structured-data.ts";

export function htmlDocument(page: RenderedPage, site: Site): string {
  const { path, description, markdownPath } = page;
  const { locale, baseUrl } = site;
  const searchEngineTags = path === "/" ? verificationTags(site) : "";
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${locale.translate("markdown")}">
${previewTags(page, site)}${languageVersionLinks(path, site)}${searchEngineTags}${jsonLdScript(page, site)}`;
  return renderDocument(page, head, site);
}

function jsonLdScript(page: RenderedPage, site: Site): Html {
  const json = JSON.stringify(structuredData(page, site));
  // An HTML parser ends the script at "</script", even inside a JSON string, so escape every "<".
  return html`<script type="application/ld+json">${trusted(json.replaceAll("<", "\\u003c"))}</script>\n`;
}

/** Returns the Open Graph and Twitter Card tags, which apps use for link previews. */
function previewTags({ path, title, description }: RenderedPage, { facts, baseUrl, gallery }: Site): Html[] {
  const { previewImage } = gallery;
  const imageUrl = previewImage === undefined ? undefined : baseUrl + previewImage.path;
  const openGraphTags = metaTags("property", {
    "og:type": "website",
    "og:site_name": facts.cottage.name,
    "og:title": title,
    "og:description": description,
    "og:url": baseUrl + path,
    "og:image": imageUrl,
    "og:image:alt": previewImage?.alt,
    "og:image:width": previewImage?.width,
    "og:image:height": previewImage?.height,
  });
  const card = previewImage === undefined ? "summary" : "summary_large_image";
  return [...openGraphTags, html`<meta name="twitter:card" content="${card}">\n`];
}

/** Returns the meta tags that prove site ownership to search engines, which look for them on the front page. */
function verificationTags({ facts }: Site): Html[] {
  const { google, bing, pinterest, yandex } = facts.site.verification ?? {};
  return metaTags("name", {
    "google-site-verification": google,
    "msvalidate.01": bing,
    "p:domain_verify": pinterest,
    "yandex-verification": yandex,
  });
}

function metaTags(attribute: "name" | "property", contents: Record<string, string | number | undefined>): Html[] {
  return Object.entries(contents).flatMap(([name, content]) => {
    return content === undefined ? [] : [html`<meta ${attribute}="${name}" content="${content}">\n`];
  });
}

/**
 * Returns a `<link>` tag for each language version, and one for `x-default`: the English version or, if there is none,
 * the first version.
 */
function languageVersionLinks(path: string, site: Site): Html[] {
  const versions = languageVersions(path, site);
  const defaultVersion = versions.find(({ language }) => language.startsWith("en")) ?? versions[0];
  if (defaultVersion === undefined) return [];
  const alternates = [...versions, { language: "x-default", url: defaultVersion.url }];
  return alternates.map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`);
}

export function errorPages(site: Site): [status: number, html: string][] {
  return [
    [404, errorPage("not found", site)],
    [429, errorPage("too many", site)],
    [503, errorPage("away", site)],
  ];
}

/** Renders an error page. Its UI strings have keys that start with `keyPrefix`, e.g. "not found.title". */
function errorPage(keyPrefix: string, site: Site): string {
  const { locale } = site;
  const { name } = site.facts.cottage;
  const main = html`<div class="opening">
<h1>${locale.translate(`${keyPrefix}.heading`)}</h1>
<p>${locale.translate(`${keyPrefix}.text`)}</p>
<p><a href="/">${locale.translate("back", { name })}</a></p>
</div>
`;
  const title = locale.translate(`${keyPrefix}.title`, { name });
  const robotsTag = html`<meta name="robots" content="noindex">\n`;
  return renderDocument({ title, main }, robotsTag, site);
}

/** Renders an HTML document. The language of its main content may differ from that of the header and footer. */
function renderDocument(page: AnyPage, head: Html, site: Site): string {
  const { locale, stylePaths } = site;
  const siteLanguage = locale.language;
  const mainLanguage = page.language ?? siteLanguage;
  const styles = stylePaths.map((stylePath) => html`<link rel="stylesheet" href="${stylePath}">\n`);
  const dirAttribute = textDirection(siteLanguage) === "rtl" ? html` dir="rtl"` : "";
  const mainDirection = textDirection(mainLanguage);
  const mainAttributes = mainLanguage === siteLanguage ? "" : html` lang="${mainLanguage}" dir="${mainDirection}"`;
  const bodyAttribute = page.path === "/" ? html` class="front"` : "";
  return markupOf(html`<!doctype html>
<html lang="${siteLanguage}"${dirAttribute}>
<head>
<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${styles}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${head}</head>
<body${bodyAttribute}>
<a class="skip" href="#main">${locale.translate("skip")}</a>
${header(page, site)}
<main id="main"${mainAttributes}>
${adjustSpacing(page.main, mainLanguage)}</main>
${footer(page, site)}
</body>
</html>
`);
}

/** Matches a space after `«`, and a space before `;`, `:`, `!`, `?` or `»` with white space or a tag after the mark. */
const FRENCH_SPACE = / (?=[;:!?»](?:\s|<))|(?<=«) /g;

/** Replaces the spaces around French punctuation with no-break spaces, so that no line starts with punctuation. */
function adjustSpacing(main: Html, language: string): Html {
  return language.startsWith("fr") ? trusted(markupOf(main).replace(FRENCH_SPACE, "\u00a0")) : main;
}

const RIGHT_TO_LEFT_SCRIPTS = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"];

export function textDirection(tag: string): "ltr" | "rtl" {
  const { script = "Latn" } = new Intl.Locale(tag).maximize();
  return RIGHT_TO_LEFT_SCRIPTS.includes(script) ? "rtl" : "ltr";
}
