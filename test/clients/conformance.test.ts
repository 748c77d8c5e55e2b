/** Runs the official conformance suite, in server mode, at every revision that it supports. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { APPLIES, APPLIES_IN_PART, DOES_NOT_APPLY, WARNINGS } from "./scenarios.ts";
import type { RunningServer } from "./server.ts";
import { startServer } from "./server.ts";

const SUITE = fileURLToPath(new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url));
const TIMEOUT = 120_000;
const FORM = "wire-schema-valid";

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

let server: RunningServer;
let folder: string;

before(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "conformance-"));
});

after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Runs every scenario of a revision. Some checks fail as expected; the tables in `scenarios.ts` list them. */
async function run(revision: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const results = join(folder, revision);
  const args = ["server", "--url", server.mcp, "--suite", "all", "--spec-version", revision, "-o", results];
  await new Promise((resolve) => execFile(process.execPath, [SUITE, ...args], { timeout: TIMEOUT }, resolve));
  const scenarios = new Map<string, readonly Check[]>();
  for (const name of await readdir(results)) {
    const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T/.exec(name)?.[1] ?? name;
    scenarios.set(scenario, JSON.parse(await readFile(join(results, name, "checks.json"), "utf8")));
  }
  return scenarios;
}

const notApplicable = new Set(Object.values(DOES_NOT_APPLY).flat());

function failed(checks: readonly Check[]): readonly string[] {
  return checks.filter(({ status }) => status === "FAILURE").map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
}

for (const [revision, applicable] of Object.entries(APPLIES)) {
  describe(revision, { timeout: TIMEOUT }, () => {
    let scenarios: ReadonlyMap<string, readonly Check[]>;
    const checksOf = (scenario: string) => scenarios.get(scenario) ?? [];

    before(async () => {
      scenarios = await run(revision);
    });

    test("every scenario of the suite is listed in the tables", () => {
      const inPart = Object.keys(APPLIES_IN_PART);
      const placed = [...scenarios.keys()].filter(
        (scenario) => !notApplicable.has(scenario) && !inPart.includes(scenario),
      );
      assert.deepEqual(placed.sort(), applicable);
    });

    for (const scenario of applicable) {
      test(scenario, (context) => {
        const checks = checksOf(scenario);
        assert.ok(checks.length > 0);
        assert.deepEqual(failed(checks), []);
        const warned = checks.filter(({ status }) => status === "WARNING").map(({ id }) => id);
        assert.deepEqual(
          warned.filter((id) => WARNINGS[id] === undefined),
          [],
        );
        context.diagnostic(`${checks.filter(({ status }) => status === "SUCCESS").length} checks passed`);
      });
    }

    test("scenarios that apply in part fail only the checks that do not apply", (context) => {
      for (const [scenario, excused] of Object.entries(APPLIES_IN_PART)) {
        const checks = checksOf(scenario);
        if (checks.length === 0) continue; // not of this revision
        const failing = checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
        assert.deepEqual(failing.sort(), Object.keys(excused).sort(), scenario);
        const passed = checks.filter(({ status }) => status === "SUCCESS").length;
        context.diagnostic(`${scenario}: ${passed} checks passed, ${failing.length} do not apply`);
      }
    });

    test("every message sent, in every scenario, matches the schema of the revision", (context) => {
      const judged = [...scenarios.values()].flat().filter(({ id }) => id === FORM);
      for (const check of judged) assert.equal(check.status, "SUCCESS", check.errorMessage);
      context.diagnostic(`${judged.length} of ${scenarios.size} scenarios judged it`);
      // Scenarios that need a session end before the suite inspects a message.
      if (revision !== "2025-03-26") assert.ok(judged.length > 20);
    });
  });
}
