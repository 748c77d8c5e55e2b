/**
 * The public interface: targets, methods, fields and failures, through the router without a socket.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { responseField } from "./support/field.ts";
import { bodyOf, codeOf } from "./support/conform.ts";
import { SERVICE_PATHS } from "../src/compile/compile.ts";
import { DATA_SETS } from "../src/compile/data/datasets.ts";
import { siteRouter } from "../src/serve/site.ts";
import { BASE_URL, ROOT, RUNNING, send, sampleFacts, sampleRouter, sampleSite } from "./support/sample.ts";
import { temporaryFolder } from "./support/folder.ts";

const router = sampleRouter();
const facts = sampleFacts();

const DOCUMENTS: readonly [path: string, object: string | undefined][] = [
  ["/api/", "api_index"],
  ["/api/v1/cottage", "cottage"],
  ["/api/v1/reviews", "review_list"],
  ["/api/v1/attractions", "attraction_list"],
  ["/api/v1/booking", "booking_options"],
  ["/openapi.json", undefined],
];

for (const [path, object] of DOCUMENTS) {
  test(`GET ${path} is JSON that can be cached, compressed and revalidated`, () => {
    const plain = send(router, "GET", path);
    assert.equal(plain.status, 200);
    assert.equal(responseField(plain.headers, "content-type"), "application/json");
    assert.equal(
      responseField(plain.headers, "cache-control"),
      "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400",
    );
    assert.equal(responseField(plain.headers, "vary"), "Accept-Encoding");
    const value = bodyOf(plain);
    assert.ok(typeof value === "object" && value !== null);
    assert.equal("object" in value ? value.object : undefined, object);

    const br = send(router, "GET", path, { "accept-encoding": "gzip, br" });
    const gzip = send(router, "GET", path, { "accept-encoding": "gzip" });
    assert.equal(responseField(br.headers, "content-encoding"), "br");
    assert.equal(responseField(gzip.headers, "content-encoding"), "gzip");
    assert.deepEqual(brotliDecompressSync(br.body), plain.body);
    assert.deepEqual(gunzipSync(gzip.body), plain.body);

    const tags = [plain, br, gzip].map(({ headers }) => responseField(headers, "etag") ?? "");
    assert.equal(new Set(tags).size, 3);
    const [tag = "", brTag = ""] = tags;
    assert.equal(send(router, "GET", path, { "if-none-match": tag }).status, 304);
    assert.equal(send(router, "HEAD", path, { "if-none-match": `W/${tag}` }).status, 304);
    assert.equal(send(router, "GET", path, { "if-none-match": brTag }).status, 200, "a tag names one representation");
    assert.equal(send(router, "GET", path, { "if-match": brTag }).status, 412);
    assert.equal(send(router, "GET", path, { range: "bytes=0-9", "if-range": tag }).status, 200);
  });

  test(`${path} ignores unrelated request fields`, () => {
    const plain = send(router, "GET", path);
    for (const headers of [
      { accept: "text/html" },
      { accept: "image/png" },
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
      { "x-http-method-override": "DELETE" },
      { origin: "https://elsewhere.example" },
      { cookie: "a=b", authorization: "Bearer x" },
      { "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT" },
    ]) {
      assert.deepEqual(send(router, "GET", path, headers), plain, JSON.stringify(headers));
    }
  });

  test(`${path} allows GET, HEAD and OPTIONS only`, () => {
    assert.deepEqual(send(router, "HEAD", path), send(router, "GET", path));
    assert.equal(responseField(send(router, "OPTIONS", path).headers, "allow"), "GET, HEAD, OPTIONS");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "PROPFIND"]) {
      const refused = send(router, method, path);
      assert.equal(refused.status, 405);
      assert.equal(codeOf(refused), "method_not_allowed");
      assert.equal(responseField(refused.headers, "allow"), "GET, HEAD, OPTIONS");
    }
  });
}

test("the data sets are the facts of the files, serialised by JSON.stringify", () => {
  for (const { name, path } of DATA_SETS) {
    assert.equal(send(router, "GET", path).body.toString(), JSON.stringify(facts[name]));
  }
});

test("the index lists every endpoint with its public address", () => {
  assert.deepEqual(bodyOf(send(router, "GET", "/api/")), {
    object: "api_index",
    name: "Wrenfold Cottage API",
    version: "1.0.0",
    description:
      "Public, keyless, read-only facts about one holiday cottage, Wrenfold Cottage: " +
      "its profile, guest reviews, local attractions and booking channels. " +
      "Bookings, prices for dates and availability are not here: the booking channels have them.",
    endpoints: ["cottage", "reviews", "attractions", "booking"].map((name) => `${BASE_URL}/api/v1/${name}`),
    openapi: `${BASE_URL}/openapi.json`,
    mcp: `${BASE_URL}/mcp`,
    docs: `${BASE_URL}/developers`,
  });
});

const ABSENT = [
  "/api/v1/",
  "/api/v1/prices",
  "/api/v2/cottage",
  "/__proto__",
  "/constructor",
  "/.git/config",
  "/data/cottage.json",
  "/../package.json",
  "//cottage",
  "/register",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/agent-card.json",
];

for (const path of ABSENT) {
  test(`${path} is not found, for every method`, () => {
    for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS"]) {
      const response = send(router, method, path);
      assert.equal(response.status, 404);
      assert.equal(codeOf(response), "not_found");
      assert.ok(response.body.toString().includes(path), "the message names the path");
      assert.ok(response.body.toString().includes("/openapi.json"), "the hint points to the description");
    }
  });
}

const REDIRECTS: readonly [path: string, location: string][] = [
  ["/api", "/api/"],
  ["/api/v1/cottage/", "/api/v1/cottage"],
  ["/openapi.json/", "/openapi.json"],
];

for (const [path, location] of REDIRECTS) {
  test(`${path} redirects to ${location}`, () => {
    const response = send(router, "GET", path);
    assert.equal(response.status, 308);
    assert.equal(responseField(response.headers, "location"), location);
  });
}

test("/mcp/ is served like /mcp for every method, without a redirect", () => {
  for (const method of ["POST", "OPTIONS", "GET", "HEAD", "PUT", "DELETE"]) {
    const [plain, slashed] = ["/mcp", "/mcp/"].map((path) =>
      send(router, method, path, { "content-type": "application/json" }),
    );
    assert.equal(slashed?.status, plain?.status);
    assert.notEqual(slashed?.status, 308);
    assert.equal(slashed?.body.toString().replace("/mcp/", "/mcp"), plain?.body.toString());
    assert.deepEqual(slashed?.headers.slice(0, 2), plain?.headers.slice(0, 2));
  }
});

test("an SVG that is opened by itself runs no scripts, loads nothing and follows no links", () => {
  const { headers } = send(router, "GET", "/favicon.svg");
  assert.equal(responseField(headers, "content-type"), "image/svg+xml");
  assert.equal(
    responseField(headers, "content-security-policy"),
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
});

test("health and readiness differ while the server drains, and neither may be cached", () => {
  const draining = sampleRouter({ isReady: () => false });
  const statuses = [router, draining].map((each) => ["/healthz", "/readyz"].map((path) => send(each, "GET", path)));
  assert.deepEqual(
    statuses.map((pair) => pair.map(({ status }) => status)),
    [
      [200, 200],
      [200, 503],
    ],
  );
  for (const { headers } of statuses.flat()) assert.equal(responseField(headers, "cache-control"), "no-store");
});

for (const path of SERVICE_PATHS) {
  const status = path.startsWith("/mcp") ? 405 : 200;
  test(`${path} exists on every site, and its status for GET is ${status}`, () => {
    assert.equal(send(router, "GET", path).status, status);
  });
}

test("OPTIONS * applies to the server as a whole", () => {
  assert.equal(send(router, "OPTIONS", "*").status, 204);
  assert.equal(send(router, "GET", "*").status, 405);
});

/** Documents that describe the service to programs. */
const DESCRIPTIONS = [
  ...["/openapi.json", "/llms.txt", "/robots.txt", "/api/", "/.well-known/mcp", "/.well-known/ai-catalog.json"],
  ...[
    "/mcp/server-card",
    "/sitemap.xml",
    "/developers.md",
    "/.well-known/ard.json",
  ],
];

test("statements of the owner are the same in all documents, and missing ones appear in none", () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, "data"), folder, { recursive: true });
  const { licence, reviewsFrom, contentSignals, ...silent } = JSON.parse(
    readFileSync(join(folder, "site.json"), "utf8"),
  );
  assert.ok(licence.identifier === "CC-BY-4.0" && reviewsFrom && contentSignals);
  const documentsOf = (site: object): ReadonlyMap<string, string> => {
    writeFileSync(join(folder, "site.json"), JSON.stringify(site));
    const router = siteRouter(sampleSite({ DATA_DIR: folder }), RUNNING);
    return new Map(DESCRIPTIONS.map((path) => [path, send(router, "GET", path).body.toString()]));
  };
  for (const [path, text] of documentsOf(silent)) {
    assert.doesNotMatch(
      text.replace(/\n---\n\nPage: .*\n/, ""),
      /CC-BY|Creative Commons|verified stays|Content-Signal/,
      path,
    );
  }
  const other = documentsOf({
    ...silent,
    licence: { name: "House terms", url: "https://terms.example/" },
    reviewsFrom: "They come by post.",
  });
  for (const path of ["/openapi.json", "/llms.txt", "/.well-known/mcp", "/developers.md"]) {
    assert.match(other.get(path) ?? "", /House terms/, path);
  }
  for (const path of ["/openapi.json", "/.well-known/mcp"])
    assert.match(other.get(path) ?? "", /They come by post\./, path);
});

test("a page that the owner adds is served in both forms, in the sitemap and in llms.txt", () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, "content"), folder, { recursive: true });
  const description = "Who answers for this site, by name and address, as the law asks of it.";
  const front = `---\ntitle: Legal notice\ndescription: ${description}\n---\n\n`;
  writeFileSync(join(folder, "legal-notice.md"), `${front}# Legal notice\n\nMarian answers.\n`);
  const router = siteRouter(sampleSite({ CONTENT_DIR: folder }), RUNNING);
  const textOf = (path: string): string => send(router, "GET", path).body.toString();
  assert.match(textOf("/legal-notice"), /<h1[^>]*>Legal notice<\/h1>/);
  assert.match(textOf("/legal-notice.md"), /# Legal notice/);
  assert.ok(textOf("/sitemap.xml").includes(`<loc>${BASE_URL}/legal-notice</loc>`));
  assert.ok(textOf("/llms.txt").includes(`- [Legal notice](${BASE_URL}/legal-notice.md): Who answers`));
  assert.match(textOf("/llms-full.txt"), /Marian answers\./);
});
