/**
 * Redocly and Spectral report nothing about the OpenAPI description except what the service's contract requires.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isObject } from "../support/json.ts";
import { sendRequest, startServer } from "./server.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

let directory: string;
let file: string;

before(async () => {
  const server = await startServer();
  const { text } = await sendRequest(server.origin, { path: "/openapi.json" });
  await server.stop();
  directory = mkdtempSync(join(tmpdir(), "cottage-openapi-"));
  file = join(directory, "openapi.json");
  writeFileSync(file, text);
});

after(() => rmSync(directory, { recursive: true }));

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a linter in the given folder, without network access. */
function run(program: string, args: readonly string[], cwd: string): Run {
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import ${new URL("offline.mjs", import.meta.url).href}`,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const path = join(HERE, "node_modules", program);
  return spawnSync(process.execPath, [path, ...args], { cwd, env, encoding: "utf8", timeout: 60_000 });
}

const REDOCLY = "@redocly/cli/bin/cli.js";
const SPECTRAL = "@stoplight/spectral-cli/dist/index.js";

test("Redocly, with warnings as errors, reports nothing except what redocly.yaml ignores", () => {
  const { status, stdout, stderr } = run(REDOCLY, ["lint", file, "--config", join(HERE, "redocly.yaml")], HERE);
  assert.equal(status, 0, stdout + stderr);
});

test("without these exceptions Redocly names the slash of /api/ and the missing success of GET /mcp", () => {
  const { status, stdout } = run(
    REDOCLY,
    ["lint", file, "--extends", "recommended-strict", "--format", "json"],
    directory,
  );
  assert.equal(status, 1);
  const report: unknown = JSON.parse(stdout);
  assert.ok(isObject(report) && Array.isArray(report["problems"]));
  const problems = report["problems"].map(({ ruleId, location }) => [ruleId, location[0].pointer]);
  assert.deepEqual(problems, [
    ["no-path-trailing-slash", "#/paths/~1api~1"],
    ["operation-2xx-response", "#/paths/~1mcp/get/responses"],
  ]);
});

test("Spectral, with hints as errors, reports nothing except what .spectral.yaml ignores", () => {
  const args = ["lint", file, "--ruleset", join(HERE, ".spectral.yaml"), "--fail-severity", "hint", "--format", "json"];
  const { status, stdout, stderr } = run(SPECTRAL, args, HERE);
  assert.equal(status, 0, stdout + stderr);
  assert.deepEqual(JSON.parse(stdout.slice(0, stdout.lastIndexOf("]") + 1)), []);
});

test("without these exceptions, Spectral names the same two locations", () => {
  const ruleset = join(directory, "oas.yaml");
  writeFileSync(ruleset, "extends: spectral:oas\n");
  const { stdout } = run(SPECTRAL, ["lint", file, "--ruleset", ruleset, "--format", "json"], directory);
  const report: unknown = JSON.parse(stdout.slice(0, stdout.lastIndexOf("]") + 1));
  assert.ok(Array.isArray(report));
  assert.deepEqual(
    report.map(({ code, path }) => [code, path.join(" ")]),
    [
      ["path-keys-no-trailing-slash", "paths /api/"],
      ["operation-success-response", "paths /mcp get responses"],
    ],
  );
});

test("both linters report an error in a damaged description", () => {
  const broken = join(directory, "broken.json");
  writeFileSync(broken, '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/x":{"get":{}}}}');
  assert.equal(run(REDOCLY, ["lint", broken, "--config", join(HERE, "redocly.yaml")], HERE).status, 1);
  const args = ["--ruleset", join(HERE, ".spectral.yaml"), "--fail-severity", "hint"];
  assert.equal(run(SPECTRAL, ["lint", broken, ...args], HERE).status, 1);
});
