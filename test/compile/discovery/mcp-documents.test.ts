import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpDocuments } from "../../../src/compile/discovery/well-known.ts";
import { SUPPORTED_VERSIONS } from "../../../src/serve/mcp/revisions.ts";
import { SETTINGS, ask, isRecord, messagesIn, post } from "../../serve/mcp/fixture.ts";

function documentAt(path: string, baseUrl = "https://www.cottage.example"): ReturnType<typeof mcpDocuments>[number] {
  const document = mcpDocuments({ ...SETTINGS, baseUrl }).find((each) => each.path === path);
  assert.ok(document, path);
  return document;
}

function valueAt(path: string, baseUrl?: string): Readonly<Record<string, unknown>> {
  const { value } = documentAt(path, baseUrl);
  assert.ok(isRecord(value));
  return value;
}

const TYPES: readonly [path: string, mediaType: string][] = [
  ["/mcp/server-card", "application/mcp-server-card+json"],
  ["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
  ["/.well-known/mcp", "application/json"],
  ["/.well-known/mcp.json", "application/json"],
  ["/.well-known/mcp/server-card.json", "application/json"],
  ["/.well-known/mcp/server-cards.json", "application/json"],
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
  return list.filter(isRecord);
}

test("a card keeps the bounds of its schema", () => {
  const settings = { ...SETTINGS, server: { ...SETTINGS.server, title: "long ".repeat(100) } };
  const card: unknown = mcpDocuments(settings)[0]?.value;
  assert.ok(isRecord(card));
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
  assert.ok(isRecord(list) && isRecord(list["result"]) && isRecord(opened) && isRecord(opened["result"]));
  assert.deepEqual(union["tools"], list["result"]["tools"]);
  assert.deepEqual(union["capabilities"], opened["result"]["capabilities"]);
  assert.deepEqual(union["instructions"], opened["result"]["instructions"]);
  assert.deepEqual(union["protocolVersion"], opened["result"]["protocolVersion"]);
  assert.deepEqual(documentAt("/.well-known/mcp.json").value, union);
  assert.deepEqual(documentAt("/.well-known/mcp/server-card.json").value, union);
  assert.deepEqual(documentAt("/.well-known/mcp/server-cards.json").value, [union]);
});
