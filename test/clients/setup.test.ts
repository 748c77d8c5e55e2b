/** Runs the setup commands of the developer page as a reader would. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { codeBlocks } from "../support/developers.ts";
import { temporaryFolder } from "../support/folder.ts";
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
    try {
      const env = { ...process.env, HOME: temporaryFolder() };
      const { stdout } = await promisify(execFile)("sh", ["-c", command.replaceAll("{{base_url}}", server.origin)], {
        env,
        cwd: import.meta.dirname,
      });
      const output = JSON.stringify(JSON.parse(stdout));
      const expected = command.startsWith("curl")
        ? [JSON.stringify(JSON.parse(server.data.get("get-cottage") ?? ""))]
        : Object.keys(TOOLS);
      for (const text of expected) assert.ok(output.includes(text), text);
    } finally {
      await server.stop();
    }
  });
}
