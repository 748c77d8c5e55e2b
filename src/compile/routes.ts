/**
 * The whole surface on one page: every target and what answers it.
 */

import type { Config } from "../config.ts";
import type { Content, Page } from "./pages/load.ts";
import { apiIndex } from "./data/api-index.ts";
import { type Facts, DATA_SETS } from "./data/datasets.ts";
import { llmsFullText, llmsText, SKILL_PATH, skillIndex, skillText } from "./discovery/llms.ts";
import { mcpDocuments, mcpSettings } from "./discovery/mcp.ts";
import { openapi } from "./discovery/openapi.ts";
import { API_CATALOG_TYPE, apiCatalog, robots, securityText, sitemap } from "./discovery/well-known.ts";
import { failure, failureResponse, noStoreFields, PUBLIC_FIELDS } from "../serve/http/failure.ts";
import type { FieldLines, Handler, HttpResponse, RenderFailure } from "../serve/http/message.ts";
import { isNavigation, NAVIGATION_FIELDS } from "../serve/http/navigation.ts";
import { type Caching, type Source, represent } from "../serve/http/representation.ts";
import { type Route, createRouter, optionsResponse } from "../serve/http/router.ts";
import { memoize } from "../serve/http/memoize.ts";
import { negotiate, serve } from "../serve/http/static-handlers.ts";
import { mcpMethods } from "../serve/mcp/endpoint.ts";
import { VERSION } from "../version.ts";

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400";

const PAGE = { vary: "Accept, Accept-Encoding" };

const PAGE_SECURITY: FieldLines = [
  "Content-Security-Policy",
  "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy",
  "strict-origin-when-cross-origin",
  "Permissions-Policy",
  "camera=(), geolocation=(), microphone=(), payment=()",
  "Cross-Origin-Opener-Policy",
  "same-origin",
];

export interface Site extends Content {
  readonly facts: Facts;
  /** The OpenAPI description before it is filled. */
  readonly written: string;
}

export interface Running {
  readonly isReady: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

function text(content: string, mediaType = "text/plain; charset=utf-8", fields: FieldLines = []): Source {
  return { mediaType, content, fields };
}

function json(value: unknown, mediaType = "application/json", fields?: FieldLines): Source {
  return text(JSON.stringify(value), mediaType, fields);
}

const CATALOG = '</.well-known/api-catalog>; rel="api-catalog"';
const RESOURCES = '</.well-known/ard.json>; rel="ard"; type="application/json"';
const DESCRIBED_BY = '</llms.txt>; rel="describedby"; type="text/plain"';
const MCP_HELP = "/developers#mcp";
const HTML_TYPE = "text/html; charset=utf-8";
const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** The tokens are an estimate, four characters to each, by which agents plan a context. */
function asMarkdown({ path, markdown }: Page, baseUrl: string): Source {
  const tokens = String(Math.ceil(markdown.length / 4));
  const links = `<${baseUrl}${path}>; rel="canonical"; type="text/html", ${DESCRIBED_BY}`;
  return text(markdown, MARKDOWN_TYPE, ["Link", links, "X-Markdown-Tokens", tokens]);
}

function asHtml({ markdownPath, html }: Page): Source {
  const links = [
    `<${markdownPath}>; rel="alternate"; type="text/markdown"`,
    CATALOG,
    RESOURCES,
    '</openapi.json>; rel="service-desc"; type="application/json"',
    '</developers>; rel="service-doc"; type="text/html"',
    DESCRIBED_BY,
  ];
  return text(html, HTML_TYPE, ["Link", links.join(", "), ...PAGE_SECURITY]);
}

const ALIVE = Buffer.from(JSON.stringify({ status: "ok", version: VERSION }));
const HEALTHY: HttpResponse = { kind: "response", status: 200, headers: noStoreFields("application/json", ALIVE.length), body: ALIVE };
const STOPPING = failure("unavailable", "The server is shutting down", "Send the request to another server", { close: true });

/** RFC 6797, section 7.2: never over plain http. */
function transportSecurity(baseUrl: string): FieldLines {
  return baseUrl.startsWith("https:") ? ["Strict-Transport-Security", "max-age=31536000"] : [];
}

/** Renders failures as HTML pages for browser navigations, and as JSON for everyone else. */
export function refusalPages({ errorPages }: Site, { baseUrl }: Config): RenderFailure {
  const added = ["Vary", NAVIGATION_FIELDS, ...PAGE_SECURITY, ...transportSecurity(baseUrl)];
  const pages = new Map(errorPages.map(([status, html]) => [status, Buffer.from(html)]));
  return (request, failure) => {
    const body = pages.get(failure.status);
    const isMachinePath = /^\/(?:api|mcp|\.well-known)(?:\/|$)/.test(request.path);
    if (body === undefined || isMachinePath || !isNavigation(request)) return failureResponse(failure);
    return failureResponse(failure, HTML_TYPE, body, added);
  };
}

export function routes({ facts, pages, assets, written }: Site, { baseUrl, rateLimit, isWatched }: Config, { isReady, now }: Running): Route[] {
  const common = [...PUBLIC_FIELDS, ...transportSecurity(baseUrl)];
  const made = (source: Source, caching: Partial<Caching> = {}) =>
    represent(source, { cacheControl: CACHE_CONTROL, ...caching, ...(isWatched && { cacheControl: "no-store" }) }, common);
  const route = (path: string, GET: Handler, cost = 1): Route => ({ path, methods: { GET }, cost });
  const get = (path: string, source: Source) => route(path, serve(made(source)));
  const page = (each: Page) => {
    const markdown = made(asMarkdown(each, baseUrl), PAGE);
    const variants = { "text/html": made(asHtml(each), PAGE), "text/markdown": markdown };
    return [route(each.path, negotiate(variants, PAGE.vary)), route(each.markdownPath, serve(markdown))];
  };
  const files = assets.map(({ path, mediaType, bytes, immutable }) => {
    const compressible = /^text\/|svg/.test(mediaType);
    // A drawing that is opened by itself is a document.
    const fields = mediaType === "image/svg+xml" ? ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"] : [];
    const caching = immutable ? { cacheControl: "public, max-age=31536000, immutable" } : {};
    // A visit is one page and all that it shows: what a browser fetches besides is not a request like others.
    return route(path, serve(made({ mediaType, content: bytes, compressible, fields }, caching)), 0.1);
  });
  const service = { facts, pages, baseUrl, rateLimit };
  const skill = skillText(service);
  const mcp = mcpSettings(service);
  const endpoint = mcpMethods(mcp);
  /** By the day it is asked for, so that its end is always half a year away. */
  const security = memoize((day) => serve(made(text(securityText(facts, baseUrl, day)))));
  const api: Route[] = [
    get("/api/", json(apiIndex(facts, baseUrl))),
    ...DATA_SETS.map((set) => get(set.path, json(facts[set.name]))),
    { path: "/mcp", methods: endpoint, helpPage: MCP_HELP },
    // Owners paste addresses with a slash, and some clients lose the body of a POST that is sent on.
    { path: "/mcp/", methods: endpoint, helpPage: MCP_HELP },
  ];

  return [
    ...api,
    ...mcpDocuments(mcp).map(({ path, mediaType, value }) => get(path, json(value, mediaType))),

    ...pages.flatMap(page),
    ...files,

    get("/openapi.json", text(openapi(service, written, CACHE_CONTROL, createRouter(api)), "application/json")),
    get("/llms.txt", text(llmsText(service))),
    get("/llms-full.txt", text(llmsFullText(service))),
    get("/sitemap.xml", text(sitemap(pages, baseUrl), "application/xml")),
    get("/robots.txt", text(robots(facts, baseUrl))),
    get("/.well-known/api-catalog", json(apiCatalog(baseUrl), API_CATALOG_TYPE, ["Link", CATALOG])),
    get("/.well-known/agent-skills/index.json", json(skillIndex(service, skill))),
    get(SKILL_PATH, text(skill, MARKDOWN_TYPE)),
    route("/.well-known/security.txt", (request) => security(new Date(now()).toISOString().slice(0, 10))(request)),

    route("/healthz", () => HEALTHY, 0),
    route("/readyz", () => (isReady() ? HEALTHY : STOPPING), 0),
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
}
