/**
 * What stands around a page: in HTML head, header, navigation and footer, in markdown the way to the other pages.
 *
 * No script, no style in the page, nothing from another server: the security policy that is sent along says the same.
 */

import { telephoneLink } from "../fragments/contact.ts";
import { townAndRegion } from "../fragments/places.ts";
import { withHtml, inline, link, verbatim, EMPTY, piece, type Piece, strong } from "../fragments/piece.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { withAddresses } from "../markdown/markdown.ts";
import { imageOf, type ParsedPage, type Site } from "./page.ts";
import { structuredData } from "./structured-data.ts";

export function layout(page: ParsedPage, site: Site): string {
  const { path, title, description } = page;
  const { facts, words, baseUrl } = site;
  const { share } = site.gallery;
  const properties = {
    type: "website",
    site_name: facts.cottage.name,
    title,
    description,
    url: baseUrl + path,
    locale: words.language.replaceAll("-", "_"),
    ...(share && { image: baseUrl + share.path, "image:alt": share.alt, "image:width": share.width, "image:height": share.height }),
  };
  const translations = translationsOf(path, site);
  // Every one of the sites comes to the same choice for everybody else: English, or else the first by its tag.
  const standard = [...translations.filter(({ language }) => language.startsWith("en")), ...translations].slice(0, 1);
  const alternates = [...translations, ...standard.map(({ url }) => ({ language: "x-default", url }))];
  // A browser ends a script at the first "</", whatever the JSON around it says.
  const json = trusted(JSON.stringify(structuredData(page, site)).replaceAll("<", "\\u003c"));
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${page.markdownPath}" title="${words.format("markdown")}">
${Object.entries(properties).map(([name, value]) => html`<meta property="og:${name}" content="${value}">\n`)}<meta name="twitter:card" content="${share === undefined ? "summary" : "summary_large_image"}">
${alternates.map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`)}<script type="application/ld+json">${json}</script>
`;
  return documentOf(page, head, site);
}

/** Renders the pages that browsers show for HTTP errors, by status. */
export function errorPages(site: Site): [status: number, html: string][] {
  const { name } = site.facts.cottage;
  const { words } = site;
  const errorPage = (kind: string) => {
    const main = html`<div class="opening">
<h1>${words.format(`${kind}.heading`)}</h1>
<p>${words.format(`${kind}.text`)}</p>
<p>${link(words.format("back", { name }), "/").html}</p>
</div>
`;
    return documentOf({ title: words.format(`${kind}.title`, { name }), main }, html`<meta name="robots" content="noindex">\n`, site);
  };
  return [[404, errorPage("not found")], [429, errorPage("too many")], [503, errorPage("away")]];
}

/** A page, or an error page, which has no path, no date and no markdown. */
type PageOrError = Pick<ParsedPage, "title" | "main"> & Partial<ParsedPage>;

function documentOf(page: PageOrError, head: Html, site: Site): string {
  const { facts, words, pages } = site;
  const { path, language = words.language } = page;
  const navigation = pages.filter(({ isOwn, label }) => !isOwn && label !== "");
  return markupOf(html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#cfdfe5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1922">
${site.stylePaths.map((each) => html`<link rel="stylesheet" href="${each}">\n`)}<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${head}</head>
<body${path === "/" ? html` class="front"` : ""}>
<a class="skip" href="#main">${words.format("skip")}</a>
<header class="top">
<a class="brand" href="/">${facts.cottage.name}</a>
<nav aria-label="${words.format("navigation")}"><ul>
${navigation.map((each) => html`<li><a href="${each.path}"${each.path === path ? html` aria-current="page"` : ""}>${each.label}</a></li>\n`)}</ul></nav>
<a class="agents" href="/llms.txt">${words.format("agents", { file: "llms.txt" })}</a>
</header>
<main id="main"${language === words.language ? "" : html` lang="${language}"`}>
${page.main}</main>
${footer(page, site)}
</body>
</html>
`);
}

/** The pages that the site has at the same path in each of its languages, which other sites serve. */
const TRANSLATED = ["/", "/welcome", "/about", "/contact", "/privacy"];

/** This page in every language, its own among them; none where there is one language. */
function translationsOf(path: string, { facts: { site }, baseUrl }: Site) {
  const { language, translations = [] } = site;
  if (translations.length === 0 || !TRANSLATED.includes(path)) return [];
  const sites = [{ language, url: baseUrl }, ...translations].map((each) => ({ ...each, url: new URL(path, each.url).href }));
  return sites.sort((one, other) => (one.language < other.language ? -1 : 1));
}

function footer({ path = "", markdownPath, updated }: PageOrError, site: Site): Html {
  const { cottage, site: { contact, licence, language } } = site.facts;
  const { words } = site;
  const files = inline`${link("API", "/api/")}, ${link("OpenAPI", "/openapi.json")}, ${link("llms.txt", "/llms.txt")}`;
  const terms = licence?.identifier ?? licence?.name ?? "";
  const [town, region] = townAndRegion(cottage.address);
  const columns = [
    [strong(cottage.name), inline`${cottage.address.streetAddress}, ${town}`, piece(region), ...registrationsOf(site)],
    [
      link(contact.email, `mailto:${contact.email}`),
      contact.telephone && telephoneLink(contact.telephone),
      words.formatPieces("privacy", { link: link(words.format("privacy.link"), "/privacy") }),
      ...site.pages.filter(({ isOwn }) => isOwn).map(({ path, label, title }) => link(label || title, path)),
      updated && words.formatPieces("changed", { day: withHtml(EMPTY, html`<time datetime="${updated}">${words.formatDate(updated)}</time>`) }),
    ],
    [
      words.formatPieces("developers", { link: link(words.format("developers.link"), "/developers"), files }),
      markdownPath && link(words.format("markdown"), markdownPath),
      licence && words.formatPieces("licence", { licence: licence.url === undefined ? terms : link(terms, licence.url, html` rel="license noopener"`) }),
    ],
  ].map((lines) => lines.filter((each) => typeof each === "object"));
  const others = translationsOf(path, site).filter((each) => each.language !== language).map(({ language: tag, url }) => {
    const name = String(new Intl.DisplayNames(tag, { type: "language" }).of(tag));
    return html`<li><a href="${url}" lang="${tag}" hreflang="${tag}">${name.charAt(0).toUpperCase()}${name.slice(1)}</a></li>\n`;
  });
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z"/></svg>
<div class="foot-in">
${columns.map((lines) => html`<p>${lines.map((each, index) => (index === 0 ? each.html : html`<br>${each.html}`))}</p>\n`)}${others.length === 0 ? "" : html`<nav aria-label="${words.format("translations")}"><ul>\n${others}</ul></nav>\n`}</div>
</footer>`;
}

function registrationsOf({ facts, words }: Site): Piece[] {
  return (facts.site.registrations ?? []).map(({ name, number }) => inline`${name}${verbatim(`${words.format("colon")} `)}${number}`);
}

/** Writes the page's own text as markdown: links are absolute, and lead to markdown where there is some. */
export function markdownText({ path, text }: ParsedPage, { pages, baseUrl, images }: Site): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absolute = (target: string) => {
    if (!/^[/#]/.test(target)) return undefined;
    const image = imageOf(target, images);
    if (image !== undefined) return baseUrl + image.path;
    return target.replace(/^[^?#]*/, (page) => baseUrl + (markdownPaths.get(page || path) ?? page));
  };
  return withAddresses(text, absolute);
}

/** The heading of the first level, if the text begins with it. */
const FIRST_HEADING = /^# .*/;

/** Adds to a page's text the way to llms.txt, the licence of the facts and the list of all pages. */
export function markdownDocument(text: string, { path, updated }: ParsedPage, site: Site): string {
  const { facts, words, pages, baseUrl } = site;
  const { licence } = facts.site;
  const index = words.formatPieces("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) });
  const about = [
    words.format("page", { address: baseUrl + path, day: words.formatDate(updated) }),
    ...(licence === undefined ? [] : [words.formatPieces("licence of the facts", { licence: licence.identifier ?? licence.name }).markdown]),
    ...registrationsOf(site).map(({ markdown }) => `${markdown}.`),
  ];
  const [heading = ""] = FIRST_HEADING.exec(text) ?? [];
  const sitemap = pages.map(({ title, markdownPath }) => `- ${link(title, baseUrl + markdownPath).markdown}`);
  const parts = [
    heading,
    `> ${index.markdown}`,
    text.slice(heading.length).trim(),
    "---",
    about.join(" "),
    `## ${words.format("sitemap")}`,
    sitemap.join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
