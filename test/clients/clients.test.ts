/** Every client lists the tools, and each tool returns the data that the JSON API serves. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import type { Connect } from "./connections.ts";
import { aiSdk, inspector, mcpRemote, sdkV1, sdkV2 } from "./connections.ts";
import type { RunningServer } from "./server.ts";
import { TOOLS, startServer } from "./server.ts";

/** Clients, each with the protocol revision that it must negotiate; undefined if the client does not report it. */
const CLIENTS: readonly [name: string, connect: Connect, revision: string | undefined][] = [
  ["SDK 1.10.2", sdkV1("sdk-1.10"), "2024-11-05"],
  ["SDK 1.12.3", sdkV1("sdk-1.12"), "2025-03-26"],
  ["SDK 1.23.1", sdkV1("sdk-1.23"), "2025-06-18"],
  ["SDK 1.32.2", sdkV1("sdk-1.32"), "2025-11-25"],
  ["SDK 2.4.0, legacy", sdkV2("legacy"), "2025-11-25"],
  ["SDK 2.4.0, auto", sdkV2("auto"), "2026-07-28"],
  ["SDK 2.4.0, pinned", sdkV2({ pin: "2026-07-28" }), "2026-07-28"],
  ["AI SDK 2.0.99", aiSdk, undefined],
  ["mcp-remote 0.15.1", mcpRemote, undefined],
  ["Inspector 2.12.0 --cli", inspector, undefined],
];

const TIMEOUT = 60_000;

const folder = temporaryFolder();
let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(() => server.stop());

for (const [name, connect, revision] of CLIENTS) {
  test(`${name} lists and calls all tools`, { timeout: TIMEOUT }, async () => {
    const client = await connect(server.mcp, folder);
    try {
      assert.equal(client.version, revision);
      if (client.serverName !== undefined) assert.equal(client.serverName, "holiday-cottage");
      assert.deepEqual(
        (await client.listTools()).map((tool) => tool.name),
        Object.keys(TOOLS),
      );
      for (const [tool, json] of server.data) {
        const result = await client.callTool(tool);
        assert.ok(
          typeof result === "object" && result !== null && "content" in result && "structuredContent" in result,
        );
        assert.ok(Array.isArray(result.content));
        // The notes follow the data.
        const [data] = result.content;
        assert.deepEqual(data, { type: "text", text: json });
        assert.deepEqual(result.structuredContent, JSON.parse(json));
        assert.ok(!("isError" in result) || result.isError === false);
      }
      await assert.rejects(client.callTool("get-house"), /There is no tool|tool_not_found/);
      assert.deepEqual(client.errors, []);
    } finally {
      await client.close();
    }
  });
}

test("SDK 2.4.0 is told in response to a subscription that no list will change", { timeout: TIMEOUT }, async () => {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "listener", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp)));
  const subscription = await client.listen({ toolsListChanged: true });
  assert.deepEqual(subscription.honoredFilter, {});
  assert.equal(await subscription.closed, "graceful");
  await client.close();
});
