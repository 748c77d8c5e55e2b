/** Runs the setup commands of the developer page as a reader would. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { codeBlocks } from "../support/developers.ts";
import { TOOLS, startServer } from "./server.ts";

const PAGE = readFileSync(new URL("../../content/developers.md", import.meta.url), "utf8");

/** Commands of the developer page that can run unchanged. `npx` finds the packages of this folder. */
const COMMANDS = [...codeBlocks(PAGE, "MCP"), ...codeBlocks(PAGE, "Set up an MCP client")]
  .map(({ text }) => text)
  .filter((text) => /^(?:curl|npx) /.test(text));

test("there are three commands to run", () => assert.equal(COMMANDS.length, 3));

for (const command of COMMANDS) {
  test(`${command.slice(0, 200)}: works as written`, { timeout: 60_000 }, async () => {
    const server = await startServer();
    const home = await mkdtemp(join(tmpdir(), "setup-"));
    try {
      const env = { ...process.env, HOME: home };
      const { stdout } = await promisify(execFile)("sh", ["-c", command.replaceAll("{{base_url}}", server.origin)], {
        env,
        cwd: import.meta.dirname,
      });
      const answer = JSON.stringify(JSON.parse(stdout));
      const shown = command.startsWith("curl")
        ? [JSON.stringify(JSON.parse(server.facts.get("get-cottage") ?? ""))]
        : Object.keys(TOOLS);
      for (const text of shown) assert.ok(answer.includes(text), text);
    } finally {
      await server.stop();
      await rm(home, { recursive: true });
    }
  });
}
