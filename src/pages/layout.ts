/**
 * The document around a page's main part: head, header, navigation, footer.
 *
 * No script, no style in the page, nothing from another server: the security policy that is sent along says the same.
 */
import type { Facts } from "../data/datasets.ts";
import { telephoneLink } from "../fragments/booking.ts";
import { addressLines } from "../fragments/house.ts";
import { designed, link, piece } from "../fragments/piece.ts";
import type { Words } from "../fragments/words.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import type { Draft } from "./page.ts";

export interface ShareImage {
  readonly path: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** What all pages of a site have in common. */
export interface LayoutSettings {
  readonly facts: Facts;
  readonly words: Words;
  readonly baseUrl: string;
  /** In the order in which they are loaded. */
  readonly stylePaths: readonly string[];
  /** Undefined when there is no icon. */
  readonly iconPath: string | undefined;
  readonly shareImage: ShareImage | undefined;
  readonly navigation: readonly { readonly path: string; readonly label: string }[];
}

/** @param structuredData JSON-LD about the page */
export function layout(draft: Draft, structuredData: unknown, settings: LayoutSettings): string {
  const { facts, words } = settings;
  const { path, markdownPath, title, updated = facts.site.updated, main, language } = draft;
  const day = words.day(updated);
  const time = designed(piece(day), html`<time datetime="${updated}">${day}</time>`);
  return page(settings, {
    path,
    title,
    language,
    identity: html`${identity(draft, settings)}<script type="application/ld+json">${jsonLd(structuredData)}</script>\n`,
    main,
    day: html`<br>${words.tell("changed", { day: time }).html}`,
    markdownLink: html`${link(words.say("markdown"), markdownPath).html}<br>`,
  });
}

/** The statuses that a person is told of on a page, and the words that tell them. */
export const REFUSALS = { 404: "not found", 429: "too many", 503: "away" } as const;

/** What a person sees whose browser asked for a page and cannot have it. */
export function refusalLayout(kind: (typeof REFUSALS)[keyof typeof REFUSALS], settings: LayoutSettings): string {
  const { facts, words } = settings;
  const { name } = facts.cottage;
  return page(settings, {
    path: undefined,
    title: words.say(`${kind}.title`, { name }),
    language: undefined,
    identity: html`<meta name="robots" content="noindex">\n`,
    main: html`<div class="opening">
<h1>${words.say(`${kind}.heading`)}</h1>
<p>${words.say(`${kind}.text`)}</p>
<p>${link(words.say("back", { name }), "/").html}</p>
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
  /** The main part's, where it is not the site's. */
  readonly language: string | undefined;
  /** What the head says of this page and no other. */
  readonly identity: Html;
  readonly main: Html;
  readonly day: Html;
  readonly markdownLink: Html;
}

function page(settings: LayoutSettings, { path, title, language, identity, main, day, markdownLink }: Parts): string {
  const { words, stylePaths, iconPath } = settings;
  const document = html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#cfdfe5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1922">
${stylePaths.map((each) => html`<link rel="stylesheet" href="${each}">\n`)}${iconPath === undefined ? "" : html`<link rel="icon" type="image/svg+xml" href="${iconPath}">\n`}${identity}</head>
<body${path === "/" ? html` class="front"` : ""}>
<a class="skip" href="#main">${words.say("skip")}</a>
${header(path, settings)}
<main id="main"${language === undefined ? "" : html` lang="${language}"`}>
${main}</main>
${footer(settings, day, markdownLink)}
</body>
</html>
`;
  return markupOf(document);
}

function identity({ path, markdownPath, title, description }: Draft, settings: LayoutSettings): Html {
  const { facts, words, baseUrl, shareImage } = settings;
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${words.say("markdown")}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${facts.cottage.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${baseUrl}${path}">
<meta property="og:locale" content="${words.language.replaceAll("-", "_")}">
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

function header(current: string | undefined, { facts, words, navigation }: LayoutSettings): Html {
  const item = ({ path, label }: LayoutSettings["navigation"][number]): Html =>
    html`<li><a href="${path}"${path === current ? html` aria-current="page"` : ""}>${label}</a></li>\n`;
  return html`<header class="top">
<a class="brand" href="/">${facts.cottage.name}</a>
<nav aria-label="${words.say("navigation")}"><ul>
${navigation.map(item)}</ul></nav>
<a class="agents" href="/llms.txt">${words.say("agents")}: llms.txt</a>
</header>`;
}

function footer({ facts: { cottage, site }, words }: LayoutSettings, day: Html, markdownLink: Html): Html {
  const [street = "", town = "", region = ""] = addressLines(cottage.address);
  const { email, telephone } = site.contact;
  const privacy = words.tell("privacy", { link: link(words.say("privacy.link"), "/privacy") });
  const licence = link("CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/", html` rel="license noopener"`);
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z"/></svg>
<div class="foot-in">
<p><strong>${cottage.name}</strong><br>${street}, ${town}<br>${region}</p>
<p><a href="mailto:${email}">${email}</a>${telephone === undefined ? "" : html`<br>${telephoneLink(telephone).html}`}<br>${privacy.html}${day}</p>
<p><a href="/developers">${words.say("developers")}</a>: <a href="/api/">API</a>, <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a><br>${markdownLink}${words.tell("licence", { licence }).html}</p>
</div>
</footer>`;
}
