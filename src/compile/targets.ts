/**
 * Assembles the compiled site: the targets (content served at a path), with their header fields, entity tags and
 * compressed bodies.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type RawHeaders, BASE_FIELDS } from "../serve/http/message.ts";
import { describeContent, type Representation, type Variant } from "../serve/http/static-handlers.ts";
import type { CompiledSite, Target } from "../serve/site.ts";
import { apiIndex } from "./data/descriptions.ts";
import { DATA_SETS, type Facts } from "./data/datasets.ts";
import { discoveryDocuments, securityText } from "./discovery/documents.ts";
import { createMcpSettings } from "./discovery/mcp.ts";
import type { CompileCache } from "./files.ts";
import type { Content, Page, PublicSettings } from "./pages/load.ts";
import type { Asset } from "./pictures/images.ts";

export type TargetSettings = PublicSettings & Readonly<{
  /** True if the site is recompiled on every change. Disables caching. */
  isWatched: boolean;
}>;

/** Content of a target before it is compressed. */
export type Source = Readonly<{
  mediaType: string;
  content: string | Buffer;
  cacheControl?: string | undefined;
  vary?: string;
  /** Header fields sent with a 200 but not with a 304, e.g. `Link`. */
  fields?: RawHeaders;
}>;

type StaticSource = Source & Readonly<{ path: string; cost?: number }>;

type VariantSettings = Readonly<{ cacheControl: string; siteFields: RawHeaders; cache: CompileCache }>;

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400";
const CACHE_FOREVER = "public, max-age=31536000, immutable";

/** Costs in rate-limiter tokens. Assets add little to the cost of their page. */
const DEFAULT_COST = 1;
const ASSET_COST = 0.1;

/** Makes caches ignore query strings. Chromium 156 still requires the obsolete `params`. */
const NO_QUERY: RawHeaders = ["No-Vary-Search", "params, except=()"];

const PAGE_VARY = "Accept, Accept-Encoding";

const PAGE_SECURITY: RawHeaders = [
  "Content-Security-Policy",
  "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy", "strict-origin-when-cross-origin",
  "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()",
  "Cross-Origin-Opener-Policy", "same-origin",
];

/** Blocks scripts in an SVG file that a browser opens directly. */
const SVG_SECURITY: RawHeaders = ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"];

const DESCRIBED_BY_LINK = '</llms.txt>; rel="describedby"; type="text/plain"';
const PAGE_LINKS = [
  '</.well-known/api-catalog>; rel="api-catalog"',
  '</.well-known/ard.json>; rel="ard"; type="application/json"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</developers>; rel="service-doc"; type="text/html"',
  DESCRIBED_BY_LINK,
];

const REVISION_LENGTH = 12;

/** Rough average for estimating `X-Markdown-Tokens`. */
const CHARACTERS_PER_TOKEN = 4;

export function assembleSite(
  facts: Facts,
  { pages, assets, errorPages }: Content,
  { baseUrl, rateLimit, isWatched }: TargetSettings,
  cache: CompileCache,
): CompiledSite {
  const service = { facts, pages, baseUrl, rateLimit };
  const mcp = createMcpSettings(service);
  const cacheControl = isWatched ? "no-store" : CACHE_CONTROL;
  // `BASE_FIELDS` would let scripts on any website read the owner's preview.
  const baseFields = isWatched ? [] : BASE_FIELDS;
  const siteFields = [...baseFields, ...NO_QUERY, ...hstsFields(baseUrl)];
  const variantSettings = { cacheControl, siteFields, cache };
  const toTarget = ({ path, cost = DEFAULT_COST, ...source }: StaticSource): Target => {
    return { kind: "static", path, cost, variant: createVariant(source, variantSettings) };
  };
  const languageField = ["Content-Language", facts.site.language];
  const targets = [
    toTarget(jsonSource("/api/", apiIndex(facts, baseUrl))),
    ...DATA_SETS.map(({ path, name }) => jsonSource(path, facts[name], languageField)).map(toTarget),
    ...pages.flatMap((page) => pageTargets(page, baseUrl, variantSettings)),
    ...assets.map(assetSource).map(toTarget),
    ...discoveryDocuments(service, mcp).map(toTarget),
  ];
  const site = {
    baseUrl,
    rateLimit,
    targets,
    errorPages: errorPages.map(([status, html]) => ({ status, body: Buffer.from(html) })),
    errorPageFields: ["Vary", "Accept, Sec-Fetch-Dest", ...PAGE_SECURITY, ...hstsFields(baseUrl)],
    securityText: securityText(facts, baseUrl),
    mcp,
  };
  return { ...site, revision: computeRevision(site) };
}

/** Returns e.g. `/about`, which is HTML or Markdown depending on `Accept`, and `/about.md`. */
function pageTargets(page: Page, baseUrl: string, settings: VariantSettings): Target[] {
  const html = createVariant(htmlSource(page), settings);
  const markdown = createVariant(markdownSource(page, baseUrl), settings);
  return [
    { kind: "negotiated", path: page.path, cost: DEFAULT_COST, variants: [html, markdown], vary: PAGE_VARY },
    { kind: "static", path: page.markdownPath, cost: DEFAULT_COST, variant: markdown },
  ];
}

function assetSource({ path, mediaType, bytes: content, immutable }: Asset): StaticSource {
  const fields = mediaType === "image/svg+xml" ? SVG_SECURITY : [];
  const cacheControl = immutable ? CACHE_FOREVER : undefined;
  return { path, cost: ASSET_COST, mediaType, content, fields, cacheControl };
}

function jsonSource(path: string, value: unknown, fields: RawHeaders = []): StaticSource {
  return { path, mediaType: "application/json", content: JSON.stringify(value), fields };
}

function htmlSource({ markdownPath, html, language }: Page): Source {
  const links = [`<${markdownPath}>; rel="alternate"; type="text/markdown"`, ...PAGE_LINKS];
  const fields = ["Link", links.join(", "), "Content-Language", language, ...PAGE_SECURITY];
  return { mediaType: "text/html; charset=utf-8", content: html, vary: PAGE_VARY, fields };
}

function markdownSource({ path, markdown, language }: Page, baseUrl: string): Source {
  const tokens = Math.ceil(markdown.length / CHARACTERS_PER_TOKEN);
  const links = `<${baseUrl}${path}>; rel="canonical"; type="text/html", ${DESCRIBED_BY_LINK}`;
  const fields = ["Link", links, "Content-Language", language, "X-Markdown-Tokens", String(tokens)];
  return { mediaType: "text/markdown; charset=utf-8", content: markdown, vary: PAGE_VARY, fields };
}

/** HSTS is not allowed over plain HTTP (RFC 6797, section 7.2). */
function hstsFields(baseUrl: string): RawHeaders {
  return baseUrl.startsWith("https:") ? ["Strict-Transport-Security", "max-age=31536000"] : [];
}

/** Returns a short hash that changes with anything that the site serves. */
function computeRevision(site: Omit<CompiledSite, "revision">): string {
  const { targets, errorPages, errorPageFields, securityText, mcp } = site;
  // An ETag changes whenever its target's header fields or body do.
  const pathsAndEtags = targets.map((target) => [target.path, ...etagsOf(target)]);
  // Error pages and tools have no ETags. Strings keep the JSON shorter than Buffers.
  const statusesAndBodies = errorPages.map(({ status, body }) => [status, body.toString()]);
  const tools = mcp.tools.map((tool) => ({ ...tool, result: tool.result.toString() }));
  const servedContent = [pathsAndEtags, statusesAndBodies, errorPageFields, securityText, { ...mcp, tools }];
  return hashOf(JSON.stringify(servedContent)).slice(0, REVISION_LENGTH);
}

function etagsOf(target: Target): string[] {
  const variants = target.kind === "static" ? [target.variant] : target.variants;
  return variants.flatMap(({ representations }) => representations.map(({ etag }) => etag));
}

const GZIP_LEVEL = 6;
const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // Base-2 logarithm of the window size. More than 64 KiB would benefit few documents.
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/** Creates a representation without a coding, and one for each coding that makes it smaller. */
export function createVariant(source: Source, settings: VariantSettings): Variant {
  const { mediaType, content, fields: contentFields = [] } = source;
  const cacheControl = source.cacheControl ?? settings.cacheControl;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const encodedBodies = encodeBody(bytes, mediaType, settings.cache);
  const hasCompressedBody = encodedBodies.some(({ coding }) => coding !== "identity");
  const vary = source.vary ?? (hasCompressedBody ? "Accept-Encoding" : undefined);
  const varyFields = vary === undefined ? [] : ["Vary", vary];
  const sharedFields = ["Cache-Control", cacheControl, ...varyFields, ...settings.siteFields];
  const fields = { mediaType, contentFields, sharedFields };
  const representations = encodedBodies.map((encoded) => {
    const etag = computeEtag([...describeContent(fields, encoded), ...sharedFields], encoded.body);
    return { ...encoded, etag };
  });
  return { ...fields, representations };
}

/** Hashes the header fields too, because a 304 would not update them in caches. */
function computeEtag(fields: RawHeaders, body: Buffer): string {
  return `"${hashOf(fields.join("\n"), "\n\n", body)}"`;
}

/** Returns the SHA-256 hash of the concatenated parts, in base64url, truncated to 132 bits. */
function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 22);
}

type EncodedBody = Pick<Representation, "coding" | "body">;

function encodeBody(bytes: Buffer, mediaType: string, cache: CompileCache): EncodedBody[] {
  const uncompressed: EncodedBody = { coding: "identity", body: bytes };
  // Raster formats, e.g. JPEG, are already compressed, unlike SVG.
  const isRasterImage = mediaType.startsWith("image/") && mediaType !== "image/svg+xml";
  return isRasterImage ? [uncompressed] : [...compressBody(bytes, cache), uncompressed];
}

function compressBody(bytes: Buffer, cache: CompileCache): EncodedBody[] {
  const hash = hashOf(bytes);
  const brotliBody = cache.getOrCompute(`br ${hash}`, () => brotliCompressSync(bytes, { params: BROTLI_PARAMS }));
  const gzipBody = cache.getOrCompute(`gzip ${hash}`, () => gzipSync(bytes, { level: GZIP_LEVEL }));
  const bodies: EncodedBody[] = [{ coding: "br", body: brotliBody }, { coding: "gzip", body: gzipBody }];
  return bodies.filter(({ body }) => body.length < bytes.length);
}
