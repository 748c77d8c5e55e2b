/**
 * Runs the documented checks of agent-readiness scanners, and checks that the files which this site deliberately does
 * not have are absent.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PATHS, type RunningServer, startServer } from "./support/server.ts";

let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(async () => {
  await server.stop();
});

interface TimedResponse {
  readonly status: number;
  readonly type: string;
  readonly field: (name: string) => string;
  readonly text: string;
  readonly milliseconds: number;
}

async function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<TimedResponse> {
  const start = performance.now();
  const response = await fetch(new URL(path, server.origin), { method, headers });
  const text = await response.text();
  const field = (name: string): string => response.headers.get(name) ?? "";
  return { status: response.status, type: field("content-type"), field, text, milliseconds: performance.now() - start };
}

async function getJson(path: string): Promise<Record<string, unknown>> {
  const { status, text } = await get(path);
  assert.equal(status, 200, path);
  return Object(JSON.parse(text));
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  assert.ok(Array.isArray(value));
  return value.map((each) => Object(each));
}

/** Checks by the level or name that the scanner uses. Each function does what the scanner documents. */
const CHECKS: readonly [scan: string, check: string, run: () => Promise<void>][] = [
  [
    "level 1",
    "robots.txt is plain text with a User-agent",
    async () => {
      const { status, type, text } = await get("/robots.txt");
      assert.equal(status, 200);
      assert.match(type, /^text\/plain/);
      assert.match(text, /^User-agent: \*$/m);
      assert.doesNotMatch(text, /^Disallow: \S/m);
    },
  ],
  [
    "level 1",
    "robots.txt names the sitemap, which lists the pages",
    async () => {
      const [, url = ""] = /^Sitemap: (\S+)$/m.exec((await get("/robots.txt")).text) ?? [];
      const { status, type, text } = await get(url);
      assert.equal(status, 200);
      assert.match(type, /xml/);
      for (const path of PATHS) assert.ok(text.includes(`<loc>${server.origin}${path}</loc>`), path);
      assert.equal(text.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)?.length, PATHS.length);
    },
  ],
  [
    "level 2",
    "robots.txt has a rule for all crawlers, including those of AI",
    async () => {
      assert.match((await get("/robots.txt")).text, /^User-agent: \*\n(?:.*\n)*?Allow: \/$/m);
    },
  ],
  [
    "level 2",
    "robots.txt states content signals",
    async () => {
      assert.match(
        (await get("/robots.txt")).text,
        /^Content-Signal: search=(?:yes|no), ai-input=(?:yes|no), ai-train=(?:yes|no)$/m,
      );
    },
  ],
  [
    "level 3",
    "the front page is markdown for clients that accept markdown",
    async () => {
      const { status, type, field, text } = await get("/", { accept: "text/markdown" });
      assert.equal(status, 200);
      assert.match(type, /^text\/markdown/);
      assert.match(field("vary"), /\bAccept\b/);
      assert.match(field("x-markdown-tokens"), /^\d+$/);
      assert.match(text, /^# /);
    },
  ],
  [
    "level 4",
    "the front page's Link field names the catalogue, the description and the documentation",
    async () => {
      const link = (await get("/")).field("link");
      for (const relation of ["api-catalog", "service-desc", "service-doc", "describedby"])
        assert.ok(link.includes(`rel="${relation}"`), relation);
      for (const [, target = ""] of link.matchAll(/<([^>]+)>/g)) assert.equal((await get(target)).status, 200, target);
    },
  ],
  [
    "level 5",
    "the API catalogue is a linkset with working links, and HEAD names it (RFC 9727)",
    async () => {
      const { type, text } = await get("/.well-known/api-catalog");
      assert.match(type, /^application\/linkset\+json/);
      const entries = objectsIn(Object(JSON.parse(text))["linkset"]);
      assert.deepEqual(
        entries.map(({ anchor }) => anchor),
        [`${server.origin}/api/`, `${server.origin}/mcp`],
      );
      for (const { anchor: _, ...relations } of entries) {
        for (const { href, type: expected } of Object.values(relations).flatMap(objectsIn)) {
          const target = await get(String(href));
          assert.equal(target.status, 200, String(href));
          assert.ok(target.type.startsWith(String(expected)), String(href));
        }
      }
      assert.match((await get("/.well-known/api-catalog", {}, "HEAD")).field("link"), /rel="api-catalog"/);
    },
  ],
  [
    "level 5",
    "the MCP server card has the name and version that the server reports",
    async () => {
      const request = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "scan", version: "1" } },
      };
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const response = await fetch(`${server.origin}/mcp`, { method: "POST", headers, body: JSON.stringify(request) });
      const { result } = Object(await response.json());
      const card = await getJson("/.well-known/mcp");
      const { name, version } = Object(card["serverInfo"]);
      assert.deepEqual({ name, version }, { name: result.serverInfo.name, version: result.serverInfo.version });
      assert.equal(Object(card["transport"])["endpoint"], `${server.origin}/mcp`);
      assert.match((await get("/mcp/server-card")).type, /^application\/mcp-server-card\+json/);
    },
  ],
  [
    "ARD",
    "pages link to ard.json, which any site may read and which links to the server card",
    async () => {
      assert.match((await get("/")).field("link"), /<\/\.well-known\/ard\.json>; rel="ard"/);
      for (const path of ["/.well-known/ard.json", "/.well-known/ai-catalog.json"]) {
        assert.equal((await get(path)).field("access-control-allow-origin"), "*");
        for (const { url, type, capabilities } of objectsIn((await getJson(path))["entries"])) {
          assert.ok((await get(String(url))).type.startsWith(String(type)));
          assert.equal(Object(capabilities).length, 4);
        }
      }
    },
  ],
  [
    "llms.txt",
    "it has a title, a summary, sections of links, and is short",
    async () => {
      const { type, text } = await get("/llms.txt");
      assert.match(type, /^text\/plain/);
      assert.match(text, /^# .+\n\n> .{50,}\n/);
      assert.deepEqual(
        [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name),
        ["Pages", "Optional"],
      );
      assert.ok(text.length < 5000);
    },
  ],
  [
    "llms.txt",
    "every link is absolute, works, and leads to markdown or plain text",
    async () => {
      const links = [...(await get("/llms.txt")).text.matchAll(/\]\((.+?)\)/g)].map(([, url = ""]) => url);
      assert.ok(links.length > PATHS.length);
      for (const url of links) {
        assert.ok(url.startsWith(server.origin), url);
        const { status, type } = await get(url);
        assert.equal(status, 200, url);
        assert.match(type, /^text\/(?:markdown|plain)/, url);
      }
    },
  ],
  [
    "llms.txt",
    "llms-full.txt contains every page except the developer page",
    async () => {
      const { text } = await get("/llms-full.txt");
      const paths = [...text.matchAll(/^Page: (.+)$/gm)].map(([, address]) => address);
      const expected = PATHS.filter((path) => path !== "/developers").map((path) => server.origin + path);
      assert.deepEqual(paths.toSorted(), expected.toSorted());
    },
  ],
  [
    "rank",
    "/openapi.json is an OpenAPI 3.1.0 description",
    async () => {
      assert.equal((await getJson("/openapi.json"))["openapi"], "3.1.0");
    },
  ],
  [
    "rank",
    "every response takes less than two seconds",
    async () => {
      for (const path of [...PATHS, "/llms.txt", "/llms-full.txt", "/openapi.json"])
        assert.ok((await get(path)).milliseconds < 2000, path);
    },
  ],
  [
    "security.txt",
    "it has a contact, an expiry within a year and its own address (RFC 9116)",
    async () => {
      const { type, text } = await get("/.well-known/security.txt");
      assert.match(type, /^text\/plain; charset=utf-8/);
      assert.match(text, /^Contact: mailto:\S+@\S+$/m);
      const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
      const days = (Date.parse(expires) - Date.now()) / 86_400_000;
      assert.ok(days > 30 && days < 365, `${days} days`);
      assert.ok(text.includes(`Canonical: ${server.origin}/.well-known/security.txt`));
    },
  ],
  [
    "markdown",
    "an unavailable type gets 406, and a type with q=0 is not sent",
    async () => {
      assert.equal((await get("/", { accept: "image/png" })).status, 406);
      assert.match((await get("/", { accept: "text/html;q=0, */*" })).type, /^text\/markdown/);
      assert.match((await get("/", { accept: "text/markdown;q=0, */*" })).type, /^text\/html/);
    },
  ],
];

for (const [scan, check, run] of CHECKS) test(`${scan}: ${check}`, run);

for (const path of PATHS) {
  test(`pages: ${path} can be read, cited and navigated by programs`, async () => {
    const { status, type, text, field } = await get(path, { accept: "text/html" });
    assert.equal(status, 200);
    assert.match(type, /^text\/html; charset=utf-8/);
    assert.equal(field("x-robots-tag"), "");
    for (const pattern of [
      /<html lang="[a-z]{2}/,
      /<meta name="description" content="[^"]{50,}">/,
      /<meta property="og:title" content="[^"]+">/,
      /<meta property="og:description" content="[^"]+">/,
      /<meta property="og:image" content="http[^"]+">/,
      /<link rel="canonical" href="http[^"]+">/,
      /<link rel="alternate" type="text\/markdown"/,
      /<script type="application\/ld\+json">\{"@context":"https:\/\/schema\.org"/,
      /For AI agents: llms\.txt/,
    ]) {
      assert.match(text, pattern);
    }
    assert.doesNotMatch(text, /noindex/);
    assert.ok((text.match(/<h[1-3][ >]/g)?.length ?? 0) >= 3);
    const words = text
      .replaceAll(/<script.*?<\/script>/g, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
    assert.ok(words.length / text.length > 0.15, `${words.length} characters of text in ${text.length}`);
  });

  test(`pages: the markdown of ${path} is complete without the page`, async () => {
    const { text } = await get(path, { accept: "text/markdown" });
    assert.ok(text.slice(0, 2000).includes(`${server.origin}/llms.txt`), "it begins with a link to the index");
    assert.match(text, /^## Sitemap$/m);
    assert.match(text, /Last updated: .*\d{4}/);
    const fences = [...text.matchAll(/^```(.*)$/gm)].map(([, language]) => language);
    assert.deepEqual(
      fences.filter((language, index) => (index % 2 === 0) === (language === "")),
      [],
      "each block of code has a language",
    );
    for (const [, target = ""] of text.replaceAll(/```[^]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g))
      assert.match(target, /^(?:https?|mailto|tel|geo):/);
  });
}

/** Files that scanners look for and this site does not have, with the reason for each. */
const ABSENT: readonly [path: string, what: string, reason: string][] = [
  ["/.well-known/oauth-authorization-server", "OAuth discovery", "nothing here needs a token"],
  ["/.well-known/openid-configuration", "OpenID discovery", "nobody signs in"],
  [
    "/.well-known/oauth-protected-resource",
    "OAuth resource metadata",
    "nothing is protected; clients that found it would ask for a token",
  ],
  ["/auth.md", "sign-up instructions for agents", "there is nothing to sign up for"],
  ["/.well-known/agent-card.json", "an A2A agent card", "there is no agent here to talk to"],
  ["/.well-known/agent-skills/index.json", "agent skills", "llms.txt and the tool descriptions say the same"],
  ["/.well-known/agent.json", "an A2A agent card of an older form", "there is no agent here to talk to"],
  ["/.well-known/ai-plugin.json", "a plug-in manifest", "no client reads it any more"],
  ["/.well-known/ucp", "commerce: UCP", "nothing is sold here"],
  ["/.well-known/acp.json", "commerce: ACP", "nothing is sold here"],
  ["/.well-known/ap2", "commerce: AP2", "nothing is sold here"],
  ["/.well-known/x402", "commerce: x402", "nothing costs anything here"],
  ["/.well-known/mpp", "commerce: MPP", "nothing costs anything here"],
  ["/.well-known/http-message-signatures-directory", "Web Bot Auth", "this server sends no requests of its own"],
  ["/sitemap.md", "a sitemap for language models", "llms.txt has that purpose"],
  ["/AGENTS.md", "instructions for coding agents", "this is not a code base"],
  ["/glossary", "a glossary", "the pages use everyday words"],
];

for (const [path, what, reason] of ABSENT) {
  test(`absent: ${what}, because ${reason}`, async () => {
    const { status, text } = await get(path);
    assert.equal(status, 404);
    assert.equal(Object(JSON.parse(text)).error.code, "not_found");
  });
}

test("absent: WebMCP, because pages run no script and contain their data already", async () => {
  for (const path of PATHS) {
    const scripts = (await get(path)).text.match(/<script[^>]*>/g) ?? [];
    assert.deepEqual(
      scripts.filter((tag) => tag !== '<script type="application/ld+json">'),
      [],
    );
  }
});

test("absent: text/plain for a page, because it would be markdown under another name", async () => {
  assert.equal((await get("/", { accept: "text/plain" })).status, 406);
});
