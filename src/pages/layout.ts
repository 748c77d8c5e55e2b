/**
 * The document around a page's main part: head, header, navigation, footer.
 *
 * No script, no style in the page, nothing from another server: the security policy that is sent along says the same.
 */
import type { Facts } from "../data/datasets.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import type { Draft } from "./page.ts";
import { dayInWords } from "../fragments/words.ts";

export interface ShareImage {
  readonly path: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export interface LayoutSettings {
  readonly baseUrl: string;
  readonly stylePath: string;
  /** Undefined when there is no icon. */
  readonly iconPath: string | undefined;
  readonly shareImage: ShareImage | undefined;
  readonly navigation: readonly { readonly path: string; readonly label: string }[];
}

/** @param structuredData JSON-LD about the page */
export function layout(draft: Draft, structuredData: unknown, facts: Facts, settings: LayoutSettings): string {
  const { path, markdownPath, title, updated = facts.site.updated, main } = draft;
  const day = html`<br>Last changed on <time datetime="${updated}">${dayInWords(updated, facts.site.language)}</time>`;
  return page(facts, settings, {
    path,
    title,
    identity: html`${identity(draft, facts, settings)}<script type="application/ld+json">${jsonLd(structuredData)}</script>\n`,
    main,
    day,
    markdownLink: html`<a href="${markdownPath}">This page as markdown</a><br>`,
  });
}

/** What a person sees whose browser asked for a page that is not there. */
export function notFoundLayout(facts: Facts, settings: LayoutSettings): string {
  const { name } = facts.cottage;
  return page(facts, settings, {
    path: undefined,
    title: `Nothing here: ${name}`,
    identity: html`<meta name="robots" content="noindex">\n`,
    main: html`<div class="opening">
<h1>Nothing here but sheep</h1>
<p>There is no page at this address. It may be mistyped, or the page has moved.</p>
<p><a href="/">Back to ${name}</a></p>
</div>
`,
    day: html``,
    markdownLink: html``,
  });
}

interface Parts {
  /** Undefined when the page stands in for one that is not there. */
  readonly path: string | undefined;
  readonly title: string;
  /** What the head says of this page and no other. */
  readonly identity: Html;
  readonly main: Html;
  readonly day: Html;
  readonly markdownLink: Html;
}

function page(
  facts: Facts,
  settings: LayoutSettings,
  { path, title, identity, main, day, markdownLink }: Parts,
): string {
  const { stylePath, iconPath } = settings;
  const document = html`<!doctype html>
<html lang="${facts.site.language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#cfdfe5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1922">
<link rel="stylesheet" href="${stylePath}">
${iconPath === undefined ? "" : html`<link rel="icon" type="image/svg+xml" href="${iconPath}">\n`}${identity}</head>
<body${path === "/" ? html` class="front"` : ""}>
<a class="skip" href="#main">Skip to the content</a>
${header(path, facts, settings)}
<main id="main">
${main}</main>
${footer(facts, day, markdownLink)}
</body>
</html>
`;
  return markupOf(document);
}

function identity(
  { path, markdownPath, title, description }: Draft,
  { cottage, site }: Facts,
  { baseUrl, shareImage }: LayoutSettings,
): Html {
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="This page as markdown">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${cottage.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${baseUrl}${path}">
<meta property="og:locale" content="${site.language.replaceAll("-", "_")}">
${shareImage === undefined ? "" : share(shareImage, baseUrl)}<meta name="twitter:card" content="${shareImage === undefined ? "summary" : "summary_large_image"}">
`;
}

function share({ path, alt, width, height }: ShareImage, baseUrl: string): Html {
  return html`<meta property="og:image" content="${baseUrl}${path}">
<meta property="og:image:alt" content="${alt}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
`;
}

/** A browser ends a script at the first "</", whatever the JSON around it says. */
function jsonLd(value: unknown): Html {
  return trusted(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

function header(current: string | undefined, { cottage }: Facts, { navigation }: LayoutSettings): Html {
  const item = ({ path, label }: LayoutSettings["navigation"][number]): Html =>
    html`<li><a href="${path}"${path === current ? html` aria-current="page"` : ""}>${label}</a></li>\n`;
  return html`<header class="top">
<a class="brand" href="/">${cottage.name}</a>
<nav aria-label="Pages"><ul>
${navigation.map(item)}</ul></nav>
<a class="agents" href="/llms.txt">For agents: llms.txt</a>
</header>`;
}

function footer({ cottage, site }: Facts, day: Html, markdownLink: Html): Html {
  const { streetAddress, addressLocality, addressRegion, postalCode } = cottage.address;
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z"/></svg>
<div class="foot-in">
<p><strong>${cottage.name}</strong><br>${streetAddress}, ${addressLocality}<br>${addressRegion} ${postalCode}</p>
<p><a href="mailto:${site.contact.email}">${site.contact.email}</a><br><a href="/privacy">Privacy</a>: no cookies, no scripts${day}</p>
<p><a href="/developers">For developers</a>: <a href="/api/">API</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a><br>${markdownLink}Facts under <a href="https://creativecommons.org/licenses/by/4.0/" rel="license noopener">CC-BY-4.0</a></p>
</div>
</footer>`;
}
