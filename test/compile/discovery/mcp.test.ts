import assert from "node:assert/strict";
import { test } from "node:test";
import { type Facts, NAMED_SCHEMAS } from "../../../src/compile/data/datasets.ts";
import { createMcpSettings, joinWithinLimit } from "../../../src/compile/discovery/mcp.ts";
import type { Service } from "../../../src/compile/discovery/facts-for-agents.ts";
import { SUPPORTED_VERSIONS } from "../../../src/serve/mcp/messages.ts";
import { documentAt, documentsOf, jsonAt } from "../../support/discovery.ts";
import { isObject } from "../../support/json.ts";
import { request } from "../../support/conform.ts";
import { respond } from "../../support/respond.ts";
import { BASE_URL, send as get, sampleFacts, sampleRouter } from "../../support/sample.ts";

const FACTS = sampleFacts();

function serviceAt(baseUrl: string): Service {
  return { facts: FACTS, pages: [], baseUrl, rateLimit: 60 };
}

const SERVICE = serviceAt("https://www.cottage.example");

const TYPES: readonly [path: string, mediaType: string][] = [
  ["/mcp/server-card", "application/mcp-server-card+json"],
  ["/.well-known/ard.json", "application/json"],
  ["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
  ["/.well-known/mcp", "application/json"],
];

for (const [path, mediaType] of TYPES) {
  test(`${path} is ${mediaType}`, () => assert.equal(documentAt(path, SERVICE).mediaType, mediaType));
}

test("every placeholder of the documents has a value", () => {
  for (const { path, content } of documentsOf(SERVICE)) {
    // OpenAPI has braces of its own, e.g. in patterns.
    if (path !== "/openapi.json") assert.doesNotMatch(content, /\{[\w.]+\}|undefined/, path);
  }
});

const NAMES: readonly [baseUrl: string, name: string, identifier: string][] = [
  ["https://www.cottage.example", "example.cottage.www/holiday-cottage", "urn:air:www.cottage.example:holiday-cottage"],
  ["http://localhost:3000", "localhost/holiday-cottage", "urn:air:localhost:holiday-cottage"],
];

for (const [baseUrl, name, identifier] of NAMES) {
  test(`the server at ${baseUrl} is named ${name}`, () => {
    assert.equal(jsonAt("/mcp/server-card", serviceAt(baseUrl))["name"], name);
    assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    const [entry] = entries(jsonAt("/.well-known/ai-catalog.json", serviceAt(baseUrl)));
    assert.equal(entry?.["identifier"], identifier);
  });
}

function entries(catalogue: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const list = catalogue["entries"];
  assert.ok(Array.isArray(list));
  return list.filter(isObject);
}

test("a card is within the limits of its schema", () => {
  const card = jsonAt("/mcp/server-card", SERVICE);
  for (const member of ["title", "description"]) {
    const text = card[member];
    assert.ok(typeof text === "string" && text.length >= 1 && text.length <= 100, member);
  }
  assert.deepEqual(
    Object.keys(card),
    ["$schema", "name", "title", "version", "description", "websiteUrl", "icons", "remotes"],
  );
});

test("the catalogue links to the card, and the card to the endpoint", () => {
  const catalogue = jsonAt("/.well-known/ai-catalog.json", SERVICE);
  const [entry] = entries(catalogue);
  assert.equal(entry?.["url"], "https://www.cottage.example/mcp/server-card");
  assert.equal(entry["type"], "application/mcp-server-card+json");
  assert.deepEqual(entry["capabilities"], ["get-cottage", "list-reviews", "list-attractions", "get-booking-options"]);
  assert.deepEqual(jsonAt("/.well-known/ard.json", SERVICE), catalogue);
  assert.deepEqual(jsonAt("/mcp/server-card", SERVICE)["remotes"], [
    {
      type: "streamable-http",
      url: "https://www.cottage.example/mcp",
      supportedProtocolVersions: SUPPORTED_VERSIONS,
    },
  ]);
});

function resultOf(method: string): Readonly<Record<string, unknown>> {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }));
  const headers = { host: "cottage.example", "content-type": "application/json" };
  const response = respond(sampleRouter(), request({ method: "POST", path: "/mcp", headers, body }));
  const message: unknown = JSON.parse(response.body.toString());
  assert.ok(isObject(message) && isObject(message["result"]));
  return message["result"];
}

test("/.well-known/mcp contains the card, and agrees with the server's responses", () => {
  const router = sampleRouter();
  const servedAt = (path: string): Record<string, unknown> => JSON.parse(get(router, "GET", path).body.toString());
  const union = servedAt("/.well-known/mcp");
  for (const [member, value] of Object.entries(servedAt("/mcp/server-card"))) assert.deepEqual(union[member], value);
  const initialized = resultOf("initialize");
  assert.deepEqual(union["tools"], resultOf("tools/list")["tools"]);
  assert.deepEqual(union["serverInfo"], pick(initialized["serverInfo"], ["name", "title", "version"]));
  assert.deepEqual(union["capabilities"], initialized["capabilities"]);
  assert.deepEqual(union["instructions"], initialized["instructions"]);
});

function pick(value: unknown, names: readonly string[]): object {
  assert.ok(isObject(value));
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

function settingsOf(facts: Facts) {
  return createMcpSettings({ facts, pages: [], baseUrl: BASE_URL, rateLimit: 60 });
}

/** Model hosts and directories reject a list if one tool lacks any of these. */
test("every tool has the members that hosts require", () => {
  for (const { definition: tool } of settingsOf(FACTS).tools) {
    assert.deepEqual(Object.keys(tool), ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]);
    assert.match(tool.name, /^[a-z-]{1,64}$/);
    assert.deepEqual(tool.inputSchema, { type: "object", properties: {}, additionalProperties: false });
    assert.equal(Reflect.get(tool.outputSchema, "type"), "object");
    assert.deepEqual(tool.annotations, {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

test("the output schemas of the tools are those of the data sets without their patterns", () => {
  for (const { definition } of settingsOf(FACTS).tools) {
    assert.doesNotMatch(JSON.stringify(definition.outputSchema), /"pattern"/);
  }
  const [cottage = assert.fail()] = settingsOf(FACTS).tools;
  const named: unknown = JSON.parse(
    JSON.stringify(NAMED_SCHEMAS["Cottage"], (name, value: unknown) => (name === "pattern" ? undefined : value)),
  );
  assert.deepEqual(cottage.definition.outputSchema, named);
});

test("the icon of the server is served", () => {
  const [icon] = settingsOf(FACTS).server.icons ?? [];
  assert.deepEqual(icon, { src: `${BASE_URL}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] });
  const { status, body } = get(sampleRouter(), "GET", "/apple-touch-icon.png");
  assert.equal(status, 200);
  // The width and height are in the first chunk of a PNG file.
  assert.deepEqual([body.readUInt32BE(16), body.readUInt32BE(20)], [180, 180]);
});

const LONG = "x".repeat(1990);
/** Has as many characters as fit before a space and the address. */
const FULL = "x".repeat(1960);
const MORE = "More: https://cottage.example/llms.txt.";

const JOINED: readonly [sentences: readonly string[], text: string][] = [
  [[], ""],
  [["One.", "Two."], "One. Two."],
  [[LONG, "123456789"], `${LONG} 123456789`],
  [[LONG, "1234567890"], MORE],
  [["One.", LONG, "1234567890", "short"], `One. ${MORE}`],
  [[FULL, LONG], `${FULL} ${MORE}`],
  [[`${FULL}x`, LONG], MORE],
];

for (const [sentences, text] of JOINED) {
  test(`joinWithinLimit() of ${sentences.length} sentences has ${text.length} characters`, () => {
    assert.equal(joinWithinLimit(sentences, BASE_URL), text);
  });
}

test("instructions and descriptions are within the limit of MCP hosts, however much an owner writes", () => {
  const talkative = { ...FACTS.site, goodToKnow: ["No deposit.", "y".repeat(1990), "No dogs."] };
  const { instructions, tools } = settingsOf({ ...FACTS, site: talkative });
  for (const text of [instructions, ...tools.map((tool) => tool.definition.description)]) {
    assert.ok(text.length <= 2000, `${text.length}`);
  }
  const end = /Emergency number: 999\..* The owner's notes: No deposit\. More: \S+\/llms\.txt\.$/;
  assert.match(tools[0]?.definition.description ?? "", end);
  assert.match(instructions, end);
});

test("the result of get-cottage has all notes, because clients may cache the description", () => {
  const goodToKnow = ["y".repeat(1990), "No deposit."];
  const { tools } = settingsOf({ ...FACTS, site: { ...FACTS.site, updated: "2026-11-05", goodToKnow } });
  const { content, structuredContent } = JSON.parse(String(tools[0]?.result));
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  assert.match(content[1].text, /^As of 2026-11-05: .*Check-in is from 16:00.* The owner's notes: y+\. No deposit\. /);
  const [, , attractionsTool] = tools;
  assert.equal(JSON.parse(String(attractionsTool?.result)).content.length, 1, "no notes, no second text");
});

test("without reviews, the instructions and descriptions say so", () => {
  const none = { ratingValue: 0, reviewCount: 0 };
  const cottage = { ...FACTS.cottage, aggregateRating: { ...FACTS.cottage.aggregateRating, ...none } };
  const { instructions, tools } = settingsOf({
    ...FACTS,
    cottage,
    reviews: { ...FACTS.reviews, ...none, reviews: [] },
  });
  for (const text of [instructions, tools[0]?.definition.description ?? "", tools[1]?.definition.description ?? ""]) {
    assert.match(text, /There are no reviews yet/);
  }
});
