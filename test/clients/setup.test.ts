/** The setup texts that are programs of others: run as a reader would run them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { mcpSetups } from "../../src/discovery/mcp-setup.ts";
import { TOOLS, startServer } from "./server.ts";

/** Commands that run here as they stand in the setup; `npx` finds the packages of this folder. */
const COMMANDS: readonly string[] = ["MCP Inspector", "curl, revisions until 2025-11-25", "curl, revision 2026-07-28"];

for (const client of COMMANDS) {
  test(`${client}: the command works as it is written`, { timeout: 60_000 }, async () => {
    const server = await startServer();
    const home = await mkdtemp(join(tmpdir(), "setup-"));
    try {
      const command = mcpSetups(server.origin).find((each) => each.client === client)?.text ?? "";
      const env = { ...process.env, HOME: home };
      const { stdout } = await promisify(execFile)("sh", ["-c", command], { env, cwd: import.meta.dirname });
      const answer = JSON.stringify(JSON.parse(stdout));
      const shown = client.startsWith("curl")
        ? [JSON.stringify(JSON.parse(server.facts.get("get-cottage") ?? ""))]
        : Object.keys(TOOLS);
      for (const text of shown) assert.ok(answer.includes(text), text);
    } finally {
      await server.stop();
      await rm(home, { recursive: true });
    }
  });
}
