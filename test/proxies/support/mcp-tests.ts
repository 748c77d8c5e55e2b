/**
 * Tests of MCP that every shipped proxy must pass.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields, RequestOptions } from "./client.ts";
import { startOrigin } from "./origin.ts";
import type { Proxy } from "./proxy.ts";
import { assertFailure, assertSameResponse } from "./assertions.ts";

const VERSION = "2026-07-28";

/** Returns a tool call of the newest revision. The service rejects it without the three fields that repeat the body. */
function toolCall(tool: string): RequestOptions & { readonly fields: Fields; readonly body: string } {
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

const LEGACY_BATCH: RequestOptions = {
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
  test(`${name}: MCP requests are passed on with their fields and get uncached responses`, async () => {
    const origin = await startOrigin();
    const proxy = await start(origin.port);
    const { request: requestDirectly } = origin.service;
    const cottage = toolCall("get-cottage");

    origin.exchanges.length = 0;
    for (let turn = 0; turn < CALLS; turn += 1)
      assertSameResponse(await proxy.request("/mcp", cottage), await requestDirectly("/mcp", cottage), "a call");
    assert.equal(origin.exchanges.length, CALLS, "each call reaches the service");
    const connections = new Set(origin.exchanges.map(({ connection }) => connection));
    assert.ok(connections.size <= WORKERS_MAX, "connections to the service are reused");
    for (const { fields, httpVersion } of origin.exchanges) {
      assert.equal(httpVersion, "1.1");
      for (const [field, value] of Object.entries(cottage.fields)) assert.equal(fields[field.toLowerCase()], value);
    }
    const { status } = await proxy.request("/mcp", { ...cottage, fields: { ...cottage.fields, "Mcp-Name": "other" } });
    assert.equal(status, 400, "the service checks the fields that it receives");

    for (const options of [LEGACY_BATCH, PREFLIGHT, {}, { method: "DELETE" }, { ...LEGACY_BATCH, body: "{" }]) {
      assertSameResponse(
        await proxy.request("/mcp", options),
        await requestDirectly("/mcp", options),
        JSON.stringify(options),
      );
    }
    await proxy.stop();

    // Without the relay: the service rejects these bodies and closes the connection before they have arrived.
    const directProxy = await start(origin.service.port);
    const large = { ...cottage, body: cottage.body + " ".repeat(200 * 1024) };
    assertSameResponse(await directProxy.request("/mcp", large), await requestDirectly("/mcp", large), "a large call");
    for (const kibibytes of [300, 600]) {
      assertFailure(
        await directProxy.request("/mcp", { ...LEGACY_BATCH, body: " ".repeat(kibibytes * 1024) }),
        413,
        "body_too_large",
      );
    }
    await directProxy.stop();
    await origin.stop();
  });
}
