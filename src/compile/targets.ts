/**
 * Assembles the compiled site.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type RawHeaders, BASE_FIELDS } from "../serve/http/message.ts";
import { describeContent } from "../serve/http/static-handlers.ts";
import type { Representation, Variant, VariantFields } from "../serve/http/static-handlers.ts";
import type { McpSettings } from "../serve/mcp/methods.ts";
import type { CompiledSite, Target } from "../serve/site.ts";
import { apiIndex } from "./data/descriptions.ts";
import { DATA_SETS, type Facts } from "./data/datasets.ts";
import { discoveryDocuments, securityText } from "./discovery/documents.ts";
import type { Service } from "./discovery/facts-for-agents.ts";
import { createMcpSettings } from "./discovery/mcp.ts";
import type { CompileCache } from "./files.ts";
import type { Content, Page, PublicSettings } from "./pages/load.ts";
import type { Asset } from "./pictures/images.ts";

export type TargetSettings = PublicSettings & Readonly<{
  /** True with `--watch`. The owner is then editing the pages, so browsers must not cache them. */
  isWatched: boolean;
}>;

export type Source = Readonly<{
  mediaType: string;
  content: string | Buffer;
  cacheControl?: string | undefined;
  vary?: string;
  /** Header fields sent with a 200 but not with a 304, e.g. `Link`. */
  fields?: RawHeaders;
}>;

type StaticSource = Source & Readonly<{ path: string; cost?: number }>;

type EncodedBody = Pick<Representation, "coding" | "body">;

type VariantSettings = Readonly<{ cacheControl: string; siteFields: RawHeaders; cache: CompileCache }>;

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400";
const CACHE_FOREVER = "public, max-age=31536000, immutable";

/** Costs in rate-limiter tokens. Assets cost less, because a page may load many. */
const DEFAULT_COST = 1;
const ASSET_COST = 0.1;

/** Makes caches ignore query strings. The parameter `params` is obsolete, but Chromium 156 requires it. */
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

/** Blocks scripts in an SVG file that is opened directly, not within a page. */
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

const CHARACTERS_PER_TOKEN = 4;

/** Assembles the content at each path ("targets"), the error pages and the texts of the MCP server. */
export function assembleSite(
  facts: Facts,
  content: Content,
  settings: TargetSettings,
  cache: CompileCache,
): CompiledSite {
  const { baseUrl, rateLimit } = settings;
  const service = { facts, pages: content.pages, baseUrl, rateLimit };
  const mcp = createMcpSettings(service);
  const targets = createTargets(service, content.assets, mcp, createVariantSettings(settings, cache));
  return {
    baseUrl,
    rateLimit,
    revision: computeRevision(targets, content),
    targets,
    errorPages: content.errorPages.map(([status, html]) => ({ status, body: Buffer.from(html) })),
    errorPageFields: ["Vary", "Accept, Sec-Fetch-Dest", ...PAGE_SECURITY, ...hstsFields(baseUrl)],
    securityText: securityText(facts, baseUrl),
    mcp,
  };
}

function createVariantSettings({ baseUrl, isWatched }: TargetSettings, cache: CompileCache): VariantSettings {
  const cacheControl = isWatched ? "no-store" : CACHE_CONTROL;
  // `BASE_FIELDS` let every website read responses, so omit them from a preview of unpublished pages.
  const baseFields = isWatched ? [] : BASE_FIELDS;
  const siteFields = [...baseFields, ...NO_QUERY, ...hstsFields(baseUrl)];
  return { cacheControl, siteFields, cache };
}

/** Omits HSTS for plain HTTP, where it is not allowed (RFC 6797, section 7.2). */
function hstsFields(baseUrl: string): RawHeaders {
  return baseUrl.startsWith("https:") ? ["Strict-Transport-Security", "max-age=31536000"] : [];
}

/** Creates targets: content with the path at which it is served. */
function createTargets(
  service: Service,
  assets: readonly Asset[],
  mcp: McpSettings,
  settings: VariantSettings,
): Target[] {
  const { facts, pages, baseUrl } = service;
  const sources = [...apiSources(facts, baseUrl), ...assets.map(assetSource), ...discoveryDocuments(service, mcp)];
  const staticTargets = sources.map((source) => createStaticTarget(source, settings));
  const pageTargets = pages.flatMap((page) => createPageTargets(page, baseUrl, settings));
  return [...staticTargets, ...pageTargets];
}

function createStaticTarget(source: StaticSource, settings: VariantSettings): Target {
  const { path, cost = DEFAULT_COST } = source;
  return { kind: "static", path, cost, variant: createVariant(source, settings) };
}

function apiSources(facts: Facts, baseUrl: string): StaticSource[] {
  const languageField = ["Content-Language", facts.site.language];
  return [
    jsonSource("/api/", apiIndex(facts, baseUrl)),
    ...DATA_SETS.map(({ path, name }) => jsonSource(path, facts[name], languageField)),
  ];
}

function jsonSource(path: string, value: unknown, fields: RawHeaders = []): StaticSource {
  return { path, mediaType: "application/json", content: JSON.stringify(value), fields };
}

/** Creates a page's two targets, e.g. `/about` (HTML or Markdown, as the client's `Accept` prefers) and `/about.md`. */
function createPageTargets(page: Page, baseUrl: string, settings: VariantSettings): Target[] {
  const html = createVariant(htmlSource(page), settings);
  const markdown = createVariant(markdownSource(page, baseUrl), settings);
  return [
    { kind: "negotiated", path: page.path, cost: DEFAULT_COST, variants: [html, markdown], vary: PAGE_VARY },
    { kind: "static", path: page.markdownPath, cost: DEFAULT_COST, variant: markdown },
  ];
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

function assetSource({ path, mediaType, bytes: content, immutable }: Asset): StaticSource {
  const fields = mediaType === "image/svg+xml" ? SVG_SECURITY : [];
  const cacheControl = immutable ? CACHE_FOREVER : undefined;
  return { path, cost: ASSET_COST, mediaType, content, fields, cacheControl };
}

const GZIP_LEVEL = 6;
const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // Base-2 logarithm of the window size (64 KiB). A larger window would benefit few documents.
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/** Creates the representations of a document: uncompressed, and compressed by Brotli and gzip if that saves bytes. */
export function createVariant(source: Source, settings: VariantSettings): Variant {
  const { mediaType, fields: contentFields = [] } = source;
  const bodies = encodeBody(source, settings.cache);
  const sharedFields = createSharedFields(source, settings, bodies);
  // Responses with status 304 have only the shared fields.
  const fields = { mediaType, contentFields, sharedFields };
  const representations = bodies.map((encoded) => ({ ...encoded, etag: computeEtag(fields, encoded) }));
  return { ...fields, representations };
}

function encodeBody({ content, mediaType }: Source, cache: CompileCache): EncodedBody[] {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const uncompressed: EncodedBody = { coding: "identity", body: bytes };
  // Do not compress formats such as JPEG, which are already compressed.
  const isRasterImage = mediaType.startsWith("image/") && mediaType !== "image/svg+xml";
  return isRasterImage ? [uncompressed] : [...compressBody(bytes, cache), uncompressed];
}

function compressBody(bytes: Buffer, cache: CompileCache): EncodedBody[] {
  const hash = hashOf(bytes);
  const brotliBody = cache.getOrCompute(`br ${hash}`, () => brotliCompressSync(bytes, { params: BROTLI_PARAMS }));
  const gzipBody = cache.getOrCompute(`gzip ${hash}`, () => gzipSync(bytes, { level: GZIP_LEVEL }));
  const bodies: EncodedBody[] = [{ coding: "br", body: brotliBody }, { coding: "gzip", body: gzipBody }];
  // Compression makes tiny files larger.
  return bodies.filter(({ body }) => body.length < bytes.length);
}

function createSharedFields(source: Source, settings: VariantSettings, bodies: readonly EncodedBody[]): RawHeaders {
  const cacheControl = source.cacheControl ?? settings.cacheControl;
  const defaultVary = bodies.length > 1 ? ["Vary", "Accept-Encoding"] : [];
  const varyFields = source.vary === undefined ? defaultVary : ["Vary", source.vary];
  return ["Cache-Control", cacheControl, ...varyFields, ...settings.siteFields];
}

/** Hashes the header fields and the body, so that caches notice a change in either. */
function computeEtag(fields: VariantFields, encoded: EncodedBody): string {
  const headers = [...describeContent(fields, encoded), ...fields.sharedFields];
  return `"${hashOf(headers.join("\n"), "\n\n", encoded.body)}"`;
}

function computeRevision(targets: readonly Target[], { errorPages }: Content): string {
  return hashOf(JSON.stringify([targets.map(pathAndEtags), errorPages])).slice(0, REVISION_LENGTH);
}

function pathAndEtags(target: Target): string[] {
  const variants = target.kind === "static" ? [target.variant] : target.variants;
  const representations = variants.flatMap((variant) => variant.representations);
  return [target.path, ...representations.map(({ etag }) => etag)];
}

/** 22 characters of base64 are 132 bits, enough to rule out collisions. */
const HASH_LENGTH = 22;

function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, HASH_LENGTH);
}
