/**
 * Tests of MCP that every shipped proxy must pass.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields, RequestOptions } from "./client.ts";
import { startOrigin } from "./origin.ts";
import type { Proxy } from "./proxy.ts";
import { assertFailure, assertSame } from "./assertions.ts";

const VERSION = "2026-07-28";

/** Returns a call of the newest revision. Three fields repeat parts of the body; without them the call is refused. */
function call(tool: string): RequestOptions & { readonly fields: Fields; readonly body: string } {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    method: "POST",
    fields: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": VERSION,
      "Mcp-Method": "tools/call",
      "Mcp-Name": tool,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: {}, _meta: meta },
    }),
  };
}

const CALLS = 6;
/** Each worker of nginx has its own connections. */
const WORKERS_MAX = 2;

const OLDER: RequestOptions = {
  method: "POST",
  fields: {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-06-18",
  },
  body: JSON.stringify([
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ]),
};

const PREFLIGHT: RequestOptions = {
  method: "OPTIONS",
  fields: {
    Origin: "https://inspector.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type, mcp-protocol-version",
  },
};

export function testMcp(name: string, start: (upstream: number) => Promise<Proxy>): void {
  test(`${name}: MCP passes with its fields, is never stored, and is answered as the service answers`, async () => {
    const origin = await startOrigin();
    const proxy = await start(origin.port);
    const { ask: direct } = origin.service;
    const cottage = call("get-cottage");

    origin.exchanges.length = 0;
    for (let turn = 0; turn < CALLS; turn += 1)
      assertSame(await proxy.ask("/mcp", cottage), await direct("/mcp", cottage), "a call");
    assert.equal(origin.exchanges.length, CALLS, "each call reaches the service");
    const connections = new Set(origin.exchanges.map(({ connection }) => connection));
    assert.ok(connections.size <= WORKERS_MAX, "connections to the service are used again");
    for (const { fields, httpVersion } of origin.exchanges) {
      assert.equal(httpVersion, "1.1");
      for (const [field, value] of Object.entries(cottage.fields)) assert.equal(fields[field.toLowerCase()], value);
    }
    const { status } = await proxy.ask("/mcp", { ...cottage, fields: { ...cottage.fields, "Mcp-Name": "other" } });
    assert.equal(status, 400, "the fields are what the service checks");

    for (const options of [OLDER, PREFLIGHT, {}, { method: "DELETE" }, { ...OLDER, body: "{" }]) {
      assertSame(await proxy.ask("/mcp", options), await direct("/mcp", options), JSON.stringify(options));
    }
    await proxy.stop();

    // Directly to the service, which refuses these and closes the connection before they have arrived.
    const near = await start(origin.service.port);
    const large = { ...cottage, body: cottage.body + " ".repeat(200 * 1024) };
    assertSame(await near.ask("/mcp", large), await direct("/mcp", large), "a large call");
    for (const kibibytes of [300, 600]) {
      assertFailure(await near.ask("/mcp", { ...OLDER, body: " ".repeat(kibibytes * 1024) }), 413, "body_too_large");
    }
    await near.stop();
    await origin.stop();
  });
}
