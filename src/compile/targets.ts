/**
 * Assembles the compiled site: the list of all targets with their representations.
 *
 * It decides paths, caching and header fields. The texts come from `pages` and `discovery`.
 */

import { createHash } from "node:crypto";
import { PUBLIC_FIELDS } from "../serve/http/failure.ts";
import type { FieldLines } from "../serve/http/message.ts";
import type { CompiledSite, Target } from "../serve/site.ts";
import { DATA_SETS, type Facts } from "./data/datasets.ts";
import { apiIndex } from "./data/api-index.ts";
import { llmsFullText, llmsText, SKILL_PATH, skillIndex, skillText } from "./discovery/llms.ts";
import { mcpDocuments, mcpSettings } from "./discovery/mcp.ts";
import { openapi } from "./discovery/openapi.ts";
import type { Service } from "./discovery/service.ts";
import { API_CATALOG_TYPE, apiCatalog, robots, SECURITY_DAYS, securityText, sitemap } from "./discovery/well-known.ts";
import type { PublicSettings } from "./pages/developers.ts";
import type { Content, Page } from "./pages/load.ts";
import type { CompileCache } from "./compile-cache.ts";
import { type Caching, represent, type Source } from "./represent.ts";

/** The facts and contents from which a site is assembled. */
export type SiteParts = Readonly<{
  facts: Facts;
  content: Content;
  /** The text of `content/openapi.json`, with placeholders. */
  openapiTemplate: string;
}>;

export type TargetSettings = PublicSettings & Readonly<{
  /** True in watch mode: browsers must not cache files that are being edited. */
  isWatched: boolean;
}>;

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400";
const CACHE_FOREVER = "public, max-age=31536000, immutable";

/** Cost of an asset in tokens of the rate limiter. It is low so that a page view costs little more than one request. */
const ASSET_COST = 0.1;

/** Lets caches ignore query strings, as the server does. Chromium 156 still needs `params`, from an earlier draft. */
const NO_QUERY: FieldLines = ["No-Vary-Search", "params, except=()"];

const PAGE_VARY = "Accept, Accept-Encoding";

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const PAGE_SECURITY: FieldLines = [
  "Content-Security-Policy",
  PAGE_POLICY.join("; "),
  "Referrer-Policy",
  "strict-origin-when-cross-origin",
  "Permissions-Policy",
  "camera=(), geolocation=(), microphone=(), payment=()",
  "Cross-Origin-Opener-Policy",
  "same-origin",
];

/** Blocks the scripts of an SVG file, which would run if a browser opened the file as a document of its own. */
const SVG_SECURITY: FieldLines = ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"];

const CATALOG_LINK = '</.well-known/api-catalog>; rel="api-catalog"';
const RESOURCES_LINK = '</.well-known/ard.json>; rel="ard"; type="application/json"';
const DESCRIBED_BY_LINK = '</llms.txt>; rel="describedby"; type="text/plain"';
const HTML_TYPE = "text/html; charset=utf-8";
const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** Length of the first part of the entity tag of an expiring text. The second part is the date. */
const EXPIRING_HASH_LENGTH = 11;

/** Estimate for the `X-Markdown-Tokens` field, which tells agents how much of their context a page will use. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Assembles the compiled site.
 *
 * @param cache compressed bytes of the previous site, to which those of this site are added
 */
export function assembleSite(parts: SiteParts, settings: TargetSettings, cache: CompileCache): CompiledSite {
  const { facts, content, openapiTemplate } = parts;
  const { baseUrl, rateLimit } = settings;
  const { pages } = content;
  const service: Service = { facts, pages, baseUrl, rateLimit };
  const mcp = mcpSettings(service);
  const targetOf = targetFactories(settings, cache);
  const skill = skillText(service);
  const description = openapi(service, openapiTemplate, CACHE_CONTROL);

  const targets = [
    targetOf.json("/api/", apiIndex(facts, baseUrl)),
    ...DATA_SETS.map((set) => targetOf.json(set.path, facts[set.name])),
    ...mcpDocuments(mcp).map(({ path, mediaType, value }) => targetOf.json(path, value, mediaType)),

    ...pages.flatMap((page) => targetOf.page(page)),
    ...content.assets.map((asset) => targetOf.asset(asset)),

    targetOf.text("/openapi.json", description, "application/json"),
    targetOf.text("/llms.txt", llmsText(service)),
    targetOf.text("/llms-full.txt", llmsFullText(service)),
    targetOf.text("/sitemap.xml", sitemap(pages, baseUrl), "application/xml"),
    targetOf.text("/robots.txt", robots(facts, baseUrl)),
    targetOf.json("/.well-known/api-catalog", apiCatalog(baseUrl), API_CATALOG_TYPE, ["Link", CATALOG_LINK]),
    targetOf.json("/.well-known/agent-skills/index.json", skillIndex(service, skill)),
    targetOf.text(SKILL_PATH, skill, MARKDOWN_TYPE),
    targetOf.expiring("/.well-known/security.txt", securityText(facts, baseUrl), SECURITY_DAYS),
  ];
  const errorPages = content.errorPages.map(([status, html]) => ({ status, body: Buffer.from(html) }));
  const errorPageFields = ["Vary", "Accept, Sec-Fetch-Dest", ...PAGE_SECURITY, ...transportSecurity(baseUrl)];
  const site = { baseUrl, ...(rateLimit !== undefined && { rateLimit }), targets, errorPages, errorPageFields, mcp };
  return { ...site, revision: revisionOf(site) };
}

/** Returns a factory for each kind of target. They add the caching and header fields that all targets share. */
function targetFactories({ baseUrl, isWatched }: TargetSettings, cache: CompileCache) {
  const commonFields = [...PUBLIC_FIELDS, ...NO_QUERY, ...transportSecurity(baseUrl)];
  const cacheControl = isWatched ? "no-store" : CACHE_CONTROL;

  const representations = (source: Source, caching: Partial<Caching> = {}) =>
    represent(source, { cacheControl, ...caching }, commonFields, cache);

  const text = (
    path: string,
    content: string,
    mediaType = "text/plain; charset=utf-8",
    fields: FieldLines = [],
  ): Target => ({
    kind: "static",
    path,
    cost: 1,
    representations: representations({ mediaType, content, fields }),
  });

  return {
    text,

    json: (path: string, value: unknown, mediaType = "application/json", fields: FieldLines = []): Target =>
      text(path, JSON.stringify(value), mediaType, fields),

    page: (page: Page): Target[] => {
      const caching = { vary: PAGE_VARY };
      const html = representations(htmlSource(page), caching);
      const markdown = representations(markdownSource(page, baseUrl), caching);
      const variants = [
        { mediaType: "text/html", representations: html },
        { mediaType: "text/markdown", representations: markdown },
      ];
      return [
        { kind: "negotiated", path: page.path, cost: 1, variants, vary: PAGE_VARY },
        { kind: "static", path: page.markdownPath, cost: 1, representations: markdown },
      ];
    },

    asset: ({ path, mediaType, bytes, immutable }: SiteParts["content"]["assets"][number]): Target => {
      const compressible = mediaType.startsWith("text/") || mediaType === "image/svg+xml";
      const fields = mediaType === "image/svg+xml" ? SVG_SECURITY : [];
      const caching = immutable && !isWatched ? { cacheControl: CACHE_FOREVER } : {};
      const source = { mediaType, content: bytes, compressible, fields };
      return { kind: "static", path, cost: ASSET_COST, representations: representations(source, caching) };
    },

    expiring: (path: string, template: string, lifetimeDays: number): Target => {
      const mediaType = "text/plain; charset=utf-8";
      const fields = ["Cache-Control", cacheControl, ...commonFields];
      const hashedText = [mediaType, template, String(lifetimeDays), ...fields].join("\n");
      const hash = hashOf(hashedText).slice(0, EXPIRING_HASH_LENGTH);
      return { kind: "expiring", path, cost: 1, mediaType, template, lifetimeDays, hash, fields };
    },
  };
}

/** Returns the HTML of a page, with a `Link` field to its markdown and to the descriptions of the API. */
function htmlSource({ markdownPath, html }: Page): Source {
  const links = [
    `<${markdownPath}>; rel="alternate"; type="text/markdown"`,
    CATALOG_LINK,
    RESOURCES_LINK,
    '</openapi.json>; rel="service-desc"; type="application/json"',
    '</developers>; rel="service-doc"; type="text/html"',
    DESCRIBED_BY_LINK,
  ];
  return { mediaType: HTML_TYPE, content: html, fields: ["Link", links.join(", "), ...PAGE_SECURITY] };
}

/** Returns the markdown of a page, with a `Link` field to its HTML, which is the canonical form. */
function markdownSource({ path, markdown }: Page, baseUrl: string): Source {
  const tokens = Math.ceil(markdown.length / CHARACTERS_PER_TOKEN);
  const links = `<${baseUrl}${path}>; rel="canonical"; type="text/html", ${DESCRIBED_BY_LINK}`;
  return { mediaType: MARKDOWN_TYPE, content: markdown, fields: ["Link", links, "X-Markdown-Tokens", String(tokens)] };
}

/** Returns the HSTS field. RFC 6797, section 7.2, forbids it in responses over plain HTTP. */
function transportSecurity(baseUrl: string): FieldLines {
  return baseUrl.startsWith("https:") ? ["Strict-Transport-Security", "max-age=31536000"] : [];
}

const REVISION_LENGTH = 12;

/** Hashes everything that is served. Targets are hashed by entity tag, which depends on all their fields and bytes. */
function revisionOf({ targets, errorPages, errorPageFields, mcp }: Omit<CompiledSite, "revision">): string {
  const tags = targets.map((target) => [target.path, ...entityTagsOf(target)]);
  // Buffers are converted to text, because their JSON form is a long list of numbers.
  const pages = errorPages.map(({ status, body }) => [status, body.toString()]);
  const tools = mcp.tools.map(({ result, ...tool }) => ({ ...tool, result: result.toString() }));
  const text = JSON.stringify([tags, pages, errorPageFields, { ...mcp, tools }]);
  return hashOf(text).slice(0, REVISION_LENGTH);
}

function entityTagsOf(target: Target): string[] {
  if (target.kind === "expiring") return [target.hash];
  const variants = target.kind === "static" ? [target] : target.variants;
  return variants.flatMap(({ representations }) => representations.map(({ etag }) => etag));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
