/**
 * The complete header fields of each kind of response, from a site that was compiled to a file and read back.
 */
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { encodeSite } from "../src/compile/site-file.ts";
import type { RequestFields } from "../src/serve/http/message.ts";
import { readSiteFile } from "../src/serve/site.ts";
import { siteRouter } from "../src/serve/site.ts";
import { request } from "./support/conform.ts";
import { temporaryFolder } from "./support/folder.ts";
import { jpegOf } from "./support/images.ts";
import { respond } from "./support/respond.ts";
import { ROOT, RUNNING, sampleSite } from "./support/sample.ts";

const CONTENT_DIR = temporaryFolder();
cpSync(join(ROOT, "content"), CONTENT_DIR, { recursive: true });
writeFileSync(join(CONTENT_DIR, "images/room.jpg"), jpegOf(1600, 1200));
const front = "---\ntitle: Room\ndescription: The room with the best view of the valley, and of the stars.\n---\n";
writeFileSync(join(CONTENT_DIR, "room.md"), `${front}\n# Room\n\n![A room](/images/room.jpg)\n`);

const FILE = join(temporaryFolder(), "cottage.site");
writeFileSync(FILE, encodeSite(sampleSite({ CONTENT_DIR }), RUNNING.version));
const EXPECTED = { programVersion: RUNNING.version, baseUrl: undefined, rateLimit: undefined };
const { site, problems } = await readSiteFile(FILE, EXPECTED);
assert.ok(site !== undefined, JSON.stringify(problems));
const router = siteRouter(site, RUNNING);

/** Does not check the response with `conform()`, which expects every error to be JSON. */
function get(path: string, headers: RequestFields) {
  return respond(router, request({ path, headers }));
}

const HTML = get("/room", { accept: "text/html" }).body.toString();

/** Returns the path of the first match in the page, e.g. of the style sheet, whose name contains a hash. */
function pathInPage(pattern: RegExp): string {
  return pattern.exec(HTML)?.[0] ?? "/absent";
}

const ANY_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Allow, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Markdown-Tokens",
  "X-Content-Type-Options": "nosniff",
};
const HSTS = { "Strict-Transport-Security": "max-age=31536000" };
const PAGE_SECURITY = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};
const SVG_SECURITY = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

const STATIC = { ...ANY_ORIGIN, ...HSTS, ETag: "(any)", "No-Vary-Search": "params, except=()" };
const CACHED = {
  ...STATIC,
  "Cache-Control": "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400",
  Vary: "Accept-Encoding",
};
const IMMUTABLE = { ...STATIC, "Cache-Control": "public, max-age=31536000, immutable" };
const STYLES = { ...IMMUTABLE, Vary: "Accept-Encoding" };
const NOT_STORED = { ...ANY_ORIGIN, "Cache-Control": "no-store" };

const LINK =
  '</room.md>; rel="alternate"; type="text/markdown", </.well-known/api-catalog>; rel="api-catalog", ' +
  '</.well-known/ard.json>; rel="ard"; type="application/json", ' +
  '</openapi.json>; rel="service-desc"; type="application/json", ' +
  '</developers>; rel="service-doc"; type="text/html", </llms.txt>; rel="describedby"; type="text/plain"';
const MARKDOWN_LINK =
  '<https://cottage.example/room>; rel="canonical"; type="text/html", ' +
  '</llms.txt>; rel="describedby"; type="text/plain"';
const PAGE = { ...CACHED, Vary: "Accept, Accept-Encoding", "Content-Language": "en-GB" };
const MARKDOWN = { ...PAGE, Link: MARKDOWN_LINK, "X-Markdown-Tokens": "(any)" };
const ERROR_PAGE = { ...NOT_STORED, ...HSTS, ...PAGE_SECURITY, Vary: "Accept, Sec-Fetch-Dest" };

const NAVIGATION = { accept: "text/html", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

type Fields = Readonly<Record<string, string>>;

const RESPONSES: readonly [what: string, path: string, request: RequestFields, type: string, fields: Fields][] = [
  ["a page", "/room", { accept: "text/html" }, "text/html; charset=utf-8", { ...PAGE, ...PAGE_SECURITY, Link: LINK }],
  ["the page as markdown", "/room", { accept: "text/markdown" }, "text/markdown; charset=utf-8", MARKDOWN],
  ["the page's markdown path", "/room.md", {}, "text/markdown; charset=utf-8", MARKDOWN],
  ["an error page", "/absent", NAVIGATION, "text/html; charset=utf-8", ERROR_PAGE],
  ["an error for programs", "/absent", {}, "application/json", NOT_STORED],
  ["a data set", "/api/v1/cottage", {}, "application/json", { ...CACHED, "Content-Language": "en-GB" }],
  ["a document", "/openapi.json", {}, "application/json", CACHED],
  ["the style sheet", pathInPage(/\/style\.\w+\.css/), {}, "text/css; charset=utf-8", STYLES],
  ["a JPEG photo", pathInPage(/\/images\/room\.\w+\.jpg/), {}, "image/jpeg", IMMUTABLE],
  ["an SVG drawing", "/favicon.svg", {}, "image/svg+xml", { ...CACHED, ...SVG_SECURITY }],
];

/** Fields whose values differ in each response. */
const VARIABLE = ["ETag", "X-Markdown-Tokens"];

for (const [what, path, requestFields, type, fields] of RESPONSES) {
  test(`${what} has these header fields and no others`, () => {
    const { headers, body } = get(path, requestFields);
    const names = headers.filter((_, index) => index % 2 === 0);
    const values = headers.filter((_, index) => index % 2 === 1);
    const pairs = names.map((name, index) => [name, VARIABLE.includes(name) ? "(any)" : values[index]]);
    assert.equal(new Set(names).size, names.length, "no field is sent twice");
    assert.deepEqual(Object.fromEntries(pairs), {
      "Content-Type": type,
      "Content-Length": String(body.length),
      ...fields,
    });
  });
}
