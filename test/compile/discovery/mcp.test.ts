import assert from "node:assert/strict";
import { test } from "node:test";
import { type Facts, NAMED_SCHEMAS } from "../../../src/compile/data/datasets.ts";
import { mcpDocuments, mcpSettings, withinHostLimit } from "../../../src/compile/discovery/mcp.ts";
import { SUPPORTED_VERSIONS } from "../../../src/serve/mcp/revisions.ts";
import { SETTINGS, ask, messagesIn, post } from "../../serve/mcp/fixture.ts";
import { BASE_URL, send as get, sampleFacts, sampleRouter } from "../../support/sample.ts";
import { isObject } from "../../support/json.ts";

function documentAt(path: string, baseUrl = "https://www.cottage.example"): ReturnType<typeof mcpDocuments>[number] {
  const document = mcpDocuments({ ...SETTINGS, baseUrl }).find((each) => each.path === path);
  assert.ok(document, path);
  return document;
}

function valueAt(path: string, baseUrl?: string): Readonly<Record<string, unknown>> {
  const { value } = documentAt(path, baseUrl);
  assert.ok(isObject(value));
  return value;
}

const TYPES: readonly [path: string, mediaType: string][] = [
  ["/mcp/server-card", "application/mcp-server-card+json"],
  ["/.well-known/ard.json", "application/json"],
  ["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
  ["/.well-known/mcp", "application/json"],
];

for (const [path, mediaType] of TYPES) {
  test(`${path} is ${mediaType}`, () => assert.equal(documentAt(path).mediaType, mediaType));
}

test("there are no other documents", () => {
  assert.deepEqual(
    mcpDocuments(SETTINGS).map(({ path }) => path),
    TYPES.map(([path]) => path),
  );
});

const NAMES: readonly [baseUrl: string, name: string, identifier: string][] = [
  ["https://www.cottage.example", "example.cottage.www/holiday-cottage", "urn:air:www.cottage.example:holiday-cottage"],
  ["http://localhost:3000", "localhost/holiday-cottage", "urn:air:localhost:holiday-cottage"],
  ["http://[::1]:3000", "---1-/holiday-cottage", "urn:air:---1-:holiday-cottage"],
];

for (const [baseUrl, name, identifier] of NAMES) {
  test(`the server at ${baseUrl} is named ${name}`, () => {
    assert.equal(valueAt("/mcp/server-card", baseUrl)["name"], name);
    assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    const [entry] = entries(valueAt("/.well-known/ai-catalog.json", baseUrl));
    assert.equal(entry?.["identifier"], identifier);
  });
}

function entries(catalogue: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const list = catalogue["entries"];
  assert.ok(Array.isArray(list));
  return list.filter(isObject);
}

test("a card keeps the bounds of its schema", () => {
  const settings = { ...SETTINGS, server: { ...SETTINGS.server, title: "long ".repeat(100) } };
  const card: unknown = mcpDocuments(settings)[0]?.value;
  assert.ok(isObject(card));
  for (const member of ["title", "description"]) {
    const text = card[member];
    assert.ok(typeof text === "string" && text.length >= 1 && text.length <= 100, member);
  }
  assert.deepEqual(Object.keys(card), ["$schema", "name", "title", "version", "description", "websiteUrl", "remotes"]);
});

test("the catalogue points at the card, and the card at the endpoint", () => {
  const [entry] = entries(valueAt("/.well-known/ai-catalog.json"));
  assert.equal(entry?.["url"], "https://www.cottage.example/mcp/server-card");
  assert.equal(entry["type"], "application/mcp-server-card+json");
  assert.deepEqual(entry["capabilities"], ["get-cottage", "list-reviews", "list-attractions", "get-booking-options"]);
  assert.deepEqual(documentAt("/.well-known/ard.json").value, documentAt("/.well-known/ai-catalog.json").value);
  assert.deepEqual(valueAt("/mcp/server-card")["remotes"], [
    {
      type: "streamable-http",
      url: "https://www.cottage.example/mcp",
      supportedProtocolVersions: SUPPORTED_VERSIONS,
    },
  ]);
});

test("/.well-known/mcp is the card and says of the server what the server says of itself", () => {
  const union = valueAt("/.well-known/mcp");
  for (const [member, value] of Object.entries(valueAt("/mcp/server-card"))) assert.deepEqual(union[member], value);
  const [list] = messagesIn(ask(post({ jsonrpc: "2.0", id: 1, method: "tools/list" })));
  const [opened] = messagesIn(ask(post({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} })));
  assert.ok(isObject(list) && isObject(list["result"]) && isObject(opened) && isObject(opened["result"]));
  assert.deepEqual(union["tools"], list["result"]["tools"]);
  assert.deepEqual(union["capabilities"], opened["result"]["capabilities"]);
  assert.deepEqual(union["instructions"], opened["result"]["instructions"]);
});

const FACTS = sampleFacts();

function settingsOf(facts: Facts) {
  return mcpSettings({ facts, pages: [], baseUrl: BASE_URL, rateLimit: 60 });
}

test("the schemas of the tools are those of the data sets without their patterns", () => {
  for (const { description } of settingsOf(FACTS).tools) {
    assert.doesNotMatch(JSON.stringify(description.outputSchema), /"pattern"/);
  }
  const [cottage = assert.fail()] = settingsOf(FACTS).tools;
  const named: unknown = JSON.parse(
    JSON.stringify(NAMED_SCHEMAS["Cottage"], (name, value: unknown) => (name === "pattern" ? undefined : value)),
  );
  assert.deepEqual(cottage.description.outputSchema, named);
});

test("the icon of the server is served", () => {
  const [icon] = settingsOf(FACTS).server.icons ?? [];
  assert.deepEqual(icon, { src: `${BASE_URL}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] });
  const { status, body } = get(sampleRouter(), "GET", "/apple-touch-icon.png");
  assert.equal(status, 200);
  // Width and height in the PNG's first chunk.
  assert.deepEqual([body.readUInt32BE(16), body.readUInt32BE(20)], [180, 180]);
});

const LONG = "x".repeat(1990);

const JOINED: readonly [sentences: readonly string[], text: string][] = [
  [[], ""],
  [["One.", "Two."], "One. Two."],
  [[LONG, "123456789"], `${LONG} 123456789`],
  [[LONG, "1234567890", "short"], `${LONG} short`],
];

for (const [sentences, text] of JOINED) {
  test(`withinHostLimit() of ${sentences.length} sentences has ${text.length} characters`, () => {
    assert.equal(withinHostLimit(sentences), text);
  });
}

test("no text is longer than hosts show, however much an owner writes", () => {
  const { contact } = FACTS.site;
  const talkative = {
    ...FACTS.site,
    contact: { ...contact, name: "x".repeat(1900) },
    goodToKnow: ["y".repeat(1990), "No deposit."],
  };
  const { instructions, tools } = settingsOf({ ...FACTS, site: talkative });
  for (const text of [instructions, ...tools.map((tool) => tool.description.description)]) {
    assert.ok(text.length <= 2000, `${text.length}`);
  }
  assert.match(tools[0]?.description.description ?? "", /Emergency number: 999\..* No deposit\.$/);
});

test("without reviews every text says that there are none yet", () => {
  const none = { ratingValue: 0, reviewCount: 0 };
  const cottage = { ...FACTS.cottage, aggregateRating: { ...FACTS.cottage.aggregateRating, ...none } };
  const { instructions, tools } = settingsOf({
    ...FACTS,
    cottage,
    reviews: { ...FACTS.reviews, ...none, reviews: [] },
  });
  for (const text of [instructions, tools[0]?.description.description ?? "", tools[1]?.description.description ?? ""]) {
    assert.match(text, /There are no reviews yet/);
  }
});
