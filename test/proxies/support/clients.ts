/**
 * Kinds of clients on the web, and the targets that tests request.
 */
import type { Fields } from "./client.ts";

export const PAGES = ["/", "/welcome", "/about", "/contact", "/privacy", "/developers"] as const;

const DATA = ["/api/", "/api/v1/cottage", "/api/v1/reviews", "/api/v1/attractions", "/api/v1/booking"] as const;

/** Sixteen targets of all kinds: pages, data and discovery documents. */
export const TARGETS: readonly string[] = [
  ...PAGES,
  ...DATA,
  "/about.md",
  "/openapi.json",
  "/llms.txt",
  "/sitemap.xml",
  "/robots.txt",
];

const BROWSER_CODINGS = "gzip, deflate, br, zstd";

/** Request fields that nine kinds of clients send. */
export const CLIENTS: Readonly<Record<string, Fields>> = {
  chrome: {
    Accept:
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8," +
      "application/signed-exchange;v=b3;q=0.7",
    "Accept-Encoding": BROWSER_CODINGS,
    "Accept-Language": "en-GB,en;q=0.9",
  },
  firefox: {
    Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": BROWSER_CODINGS,
    "Accept-Language": "de,en-US;q=0.7,en;q=0.3",
  },
  safari: {
    Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br",
  },
  crawler: {
    Accept: "text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate",
  },
  agent: { Accept: "text/markdown, text/html, */*", "Accept-Encoding": "gzip, compress, deflate, br" },
  reader: { Accept: "text/markdown", "Accept-Encoding": "gzip, br" },
  curl: { Accept: "*/*" },
  python: { Accept: "*/*", "Accept-Encoding": "gzip, deflate" },
  ruby: { Accept: "*/*", "Accept-Encoding": "gzip;q=1.0,deflate;q=0.6,identity;q=0.3" },
};

/** Spellings of Accept, from common to unusual. A proxy must select what the service would. */
export const ACCEPTS: readonly (string | undefined)[] = [
  undefined,
  "",
  "*/*",
  "text/html",
  "TEXT/HTML",
  "text/*",
  "text/html;q=0",
  "text/html;q=0.0",
  "text/html;q=0.001",
  "text/html;q=1.000",
  "text/html;q=1.001",
  "text/html;q=banana",
  "text/html; q=0.5 , text/markdown",
  "text/html;level=1",
  'text/html;a="q=0"',
  'text/html;a="x, text/markdown"',
  "text/htmlx",
  "xtext/html",
  "application/json",
  "application/json, */*",
  "application/json, */*;q=0",
  "*/*;q=0",
  "*/*;q=0.1, text/html;q=0",
  "text/markdown",
  "Text/Markdown",
  " text/markdown ,text/html",
  "text/markdown;q=1",
  "text/markdown;q=0",
  "text/markdown;q=0, */*",
  "text/markdown;q=0.5, text/html;q=0.4",
  "text/markdown;q=0.4, text/html;q=0.5",
  "text/markdown, text/markdown;q=0",
  "text/markdown;variant=GFM",
  "text/markdown-x",
  "text/html, text/markdown",
  "text/html, text/markdown;q=0.9",
  "text/html;q=0.9, text/markdown",
  "application/xhtml+xml, text/html;q=0.9",
  "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  "text/css,*/*;q=0.1",
  ",,text/html,,",
  "text/html;;q=0.5",
  "text/html q=0",
  ";q=1",
  "nonsense",
  "text/html, nonsense",
  "text/html;q = 0",
  "text/html; q=0, text/*",
];

/** Spellings of Accept-Encoding. */
export const CODINGS: readonly (string | undefined)[] = [
  undefined,
  "",
  "gzip, deflate, br, zstd",
  "gzip",
  "br",
  "GZIP, BR",
  "x-gzip",
  "x-br",
  "brotli",
  "deflate",
  "identity",
  "gzip, identity",
  "*",
  "gzip, *;q=0",
  "br;q=0, gzip",
  "gzip;q=0",
  "gzip;q=0.5, br;q=0.9",
  "br;q=0.5, gzip",
  "identity;q=0, *",
  "gzip , br",
  "gzip br",
  "br,gzip;q=banana",
];
