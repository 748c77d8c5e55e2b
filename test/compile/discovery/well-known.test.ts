import assert from "node:assert/strict";
import { test } from "node:test";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { robots, securityText, sitemap } from "../../../src/compile/discovery/well-known.ts";
import { send, BASE_URL, sampleFacts, sampleRouter } from "../../support/sample.ts";

test("sitemap() lists the pages by their public addresses, with the owner's dates", () => {
  const pages = [
    { path: "/", updated: "2026-11-02" },
    { path: "/a&b", updated: "2026-07-31" },
  ];
  assert.equal(
    sitemap(pages, BASE_URL),
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      "<url><loc>https://cottage.example/</loc><lastmod>2026-11-02</lastmod></url>\n" +
      "<url><loc>https://cottage.example/a&amp;b</loc><lastmod>2026-07-31</lastmod></url>\n" +
      "</urlset>\n",
  );
});

type Signals = NonNullable<Facts["site"]["contentSignals"]>;

const SIGNALS: readonly [signals: Signals | undefined, line: string][] = [
  [{ search: true, aiInput: true, aiTrain: true }, "Content-Signal: search=yes, ai-input=yes, ai-train=yes\n"],
  [{ search: true, aiTrain: false }, "Content-Signal: search=yes, ai-train=no\n"],
  [{}, ""],
  [undefined, ""],
];

for (const [signals, line] of SIGNALS) {
  test(`robots() allows everything and states the content signals ${JSON.stringify(signals)}`, () => {
    const { contentSignals: _, ...site } = sampleFacts().site;
    const facts = { ...sampleFacts(), site: signals === undefined ? site : { ...site, contentSignals: signals } };
    assert.equal(
      robots(facts, BASE_URL),
      `User-agent: *\n${line}Allow: /\n\nSitemap: https://cottage.example/sitemap.xml\n`,
    );
  });
}

test("the API catalogue links both APIs to their descriptions and documentation", () => {
  const description = [{ href: "https://cottage.example/openapi.json", type: "application/json" }];
  const documentation = [{ href: "https://cottage.example/developers", type: "text/html" }];
  const response = send(sampleRouter(), "GET", "/.well-known/api-catalog");
  assert.deepEqual(JSON.parse(response.body.toString()), {
    linkset: [
      {
        anchor: "https://cottage.example/api/",
        "service-desc": description,
        "service-doc": documentation,
        status: [{ href: "https://cottage.example/readyz", type: "application/json" }],
      },
      {
        anchor: "https://cottage.example/mcp",
        "service-desc": description,
        "service-doc": documentation,
        "service-meta": [{ href: "https://cottage.example/mcp/server-card", type: "application/mcp-server-card+json" }],
      },
    ],
  });
});

test("securityText() has the contact and a placeholder for the expiry date", () => {
  assert.equal(
    securityText(sampleFacts(), BASE_URL),
    "Contact: mailto:hello@wrenfold.example\nExpires: {expires}\nPreferred-Languages: en, de\n" +
      "Canonical: https://cottage.example/.well-known/security.txt\n",
  );
});

test("security.txt never expires, however long the server runs", () => {
  let now = Date.UTC(2026, 10, 20, 23, 59);
  const router = sampleRouter({ now: () => now });
  const requestAgain = () => send(router, "GET", "/.well-known/security.txt");
  const first = requestAgain();
  assert.deepEqual(requestAgain(), first);
  assert.match(first.body.toString(), /Expires: 2027-05-19T/);
  now += 60_000;
  assert.match(requestAgain().body.toString(), /Expires: 2027-05-20T/);
});
