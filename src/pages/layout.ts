/**
 * The document around a page's main part: head, header, navigation, footer.
 *
 * No script, no style in the page, nothing from another server: the security policy that is sent along says the same.
 */
import type { Facts } from "../data/datasets.ts";
import { telephoneLink, townAndRegion } from "../fragments/fragments.ts";
import { designed, line, link, literal, piece, type Piece, strong } from "../fragments/piece.ts";
import type { Words } from "../fragments/words.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import type { Draft } from "./page.ts";
import type { Photograph } from "./pictures.ts";

type PageLink = Pick<Draft, "path" | "title" | "label">;

/** What all pages of a site have in common. */
export interface LayoutSettings {
  readonly facts: Facts;
  readonly words: Words;
  readonly baseUrl: string;
  /** In the order in which they are loaded. */
  readonly stylePaths: readonly string[];
  readonly shareImage: Omit<Photograph, "srcset"> | undefined;
  readonly navigation: readonly PageLink[];
  /** Those besides the six, named in the footer. */
  readonly ownPages: readonly PageLink[];
}

/** @param structuredData JSON-LD about the page */
export function layout(draft: Draft, structuredData: unknown, settings: LayoutSettings): string {
  // A browser ends a script at the first "</", whatever the JSON around it says.
  const json = trusted(JSON.stringify(structuredData).replaceAll("<", "\\u003c"));
  const head = html`${identity(draft, settings)}<script type="application/ld+json">${json}</script>\n`;
  return page(settings, draft.title, head, draft.main, draft);
}

/** The statuses that a person is told of on a page, and the words that tell them. */
export const REFUSALS = { 404: "not found", 429: "too many", 503: "away" } as const;

/** What a person sees whose browser asked for a page and cannot have it. */
export function refusalLayout(kind: (typeof REFUSALS)[keyof typeof REFUSALS], settings: LayoutSettings): string {
  const { facts, words } = settings;
  const { name } = facts.cottage;
  const main = html`<div class="opening">
<h1>${words.say(`${kind}.heading`)}</h1>
<p>${words.say(`${kind}.text`)}</p>
<p>${link(words.say("back", { name }), "/").html}</p>
</div>
`;
  return page(settings, words.say(`${kind}.title`, { name }), html`<meta name="robots" content="noindex">\n`, main);
}

/** @param draft undefined when the page stands in for one that cannot be had */
function page(settings: LayoutSettings, title: string, head: Html, main: Html, draft?: Draft): string {
  const { words, stylePaths } = settings;
  const language = draft?.language === undefined ? html`` : html` lang="${draft.language}"`;
  return markupOf(html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#cfdfe5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1922">
${stylePaths.map((each) => html`<link rel="stylesheet" href="${each}">\n`)}<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${head}</head>
<body${draft?.path === "/" ? html` class="front"` : ""}>
<a class="skip" href="#main">${words.say("skip")}</a>
${header(draft?.path, settings)}
<main id="main"${language}>
${main}</main>
${footer(settings, draft)}
</body>
</html>
`);
}

function identity({ path, markdownPath, title, description }: Draft, settings: LayoutSettings): Html {
  const { facts, words, baseUrl, shareImage: image } = settings;
  const properties = [
    ["type", "website"],
    ["site_name", facts.cottage.name],
    ["title", title],
    ["description", description],
    ["url", baseUrl + path],
    ["locale", words.language.replaceAll("-", "_")],
    ...(image === undefined ? [] : Object.entries({ image: baseUrl + image.path, "image:alt": image.alt, "image:width": image.width, "image:height": image.height })),
  ];
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
<link rel="alternate" type="text/markdown" href="${markdownPath}" title="${words.say("markdown")}">
${properties.map(([name = "", value = ""]) => html`<meta property="og:${name}" content="${value}">\n`)}<meta name="twitter:card" content="${image === undefined ? "summary" : "summary_large_image"}">
${translationsOf(path, settings).map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`)}`;
}

/** The pages that the site has at the same path in each of its languages, which other sites serve. */
const TRANSLATED = ["/", "/welcome", "/about", "/contact", "/privacy"];

const ELSE = "x-default";

type Translation = NonNullable<Facts["site"]["translations"]>[number];

/** This page in every language, its own among them, and for everybody else; none where there is one language. */
function translationsOf(path: string | undefined, { facts: { site }, baseUrl }: LayoutSettings): Translation[] {
  const { language, translations = [] } = site;
  if (path === undefined || translations.length === 0 || !TRANSLATED.includes(path)) return [];
  const sites = [{ language, url: baseUrl }, ...translations].map((each) => ({ ...each, url: new URL(path, each.url).href }));
  sites.sort((one, other) => (one.language < other.language ? -1 : 1));
  // Every one of the sites comes to the same choice for everybody else: English, or else the first by its tag.
  const standard = sites.find((each) => each.language.startsWith("en")) ?? sites[0];
  return [...sites, { language: ELSE, url: standard?.url ?? baseUrl }];
}

function header(current: string | undefined, { facts, words, navigation }: LayoutSettings): Html {
  const item = ({ path, label, title }: PageLink): Html =>
    html`<li><a href="${path}"${path === current ? html` aria-current="page"` : ""}>${label ?? title}</a></li>\n`;
  return html`<header class="top">
<a class="brand" href="/">${facts.cottage.name}</a>
<nav aria-label="${words.say("navigation")}"><ul>
${navigation.map(item)}</ul></nav>
<a class="agents" href="/llms.txt">${words.say("agents", { file: "llms.txt" })}</a>
</header>`;
}

function footer(settings: LayoutSettings, draft: Draft | undefined): Html {
  const { facts: { cottage, site }, words, ownPages } = settings;
  const [town, region] = townAndRegion(cottage.address);
  const { contact, licence, registrations = [] } = site;
  const updated = draft?.updated ?? site.updated;
  const day = words.day(updated);
  const files = line`${link("API", "/api/")}, ${link("OpenAPI", "/openapi.json")}, ${link("llms.txt", "/llms.txt")}`;
  const given = <T>(value: T | undefined, make: (value: T) => Piece): Piece[] => (value === undefined ? [] : [make(value)]);
  const columns: Piece[][] = [
    [
      strong(cottage.name),
      line`${cottage.address.streetAddress}, ${town}`,
      piece(region),
      ...registrations.map(({ name, number }) => line`${name}${literal(`${words.say("colon")} `)}${number}`),
    ],
    [
      link(contact.email, `mailto:${contact.email}`),
      ...given(contact.telephone, telephoneLink),
      words.tell("privacy", { link: link(words.say("privacy.link"), "/privacy") }),
      ...ownPages.map(({ path, label, title }) => link(label ?? title, path)),
      ...given(draft, () => words.tell("changed", { day: designed(piece(day), html`<time datetime="${updated}">${day}</time>`) })),
    ],
    [
      words.tell("developers", { link: link(words.say("developers.link"), "/developers"), files }),
      ...given(draft, ({ markdownPath }) => link(words.say("markdown"), markdownPath)),
      ...given(licence, ({ name, identifier = name, url }) =>
        words.tell("licence", { licence: url === undefined ? identifier : link(identifier, url, html` rel="license noopener"`) }),
      ),
    ],
  ];
  const others = translationsOf(draft?.path, settings).filter(({ language }) => language !== site.language && language !== ELSE);
  const other = ({ language, url }: Translation): Html => {
    const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
    return html`<li><a href="${url}" lang="${language}" hreflang="${language}">${name.charAt(0).toUpperCase()}${name.slice(1)}</a></li>\n`;
  };
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z"/></svg>
<div class="foot-in">
${columns.map((lines) => html`<p>${lines.map((each, index) => (index === 0 ? each.html : html`<br>${each.html}`))}</p>\n`)}${others.length === 0 ? "" : html`<nav aria-label="${words.say("translations")}"><ul>\n${others.map(other)}</ul></nav>\n`}</div>
</footer>`;
}
