/** Runs the official conformance suite, in server mode, at every revision that it supports. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/folder.ts";
import { APPLIES, APPLIES_IN_PART, DOES_NOT_APPLY, WARNINGS } from "./scenarios.ts";
import type { RunningServer } from "./server.ts";
import { startServer } from "./server.ts";

const SUITE = fileURLToPath(new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url));
const TIMEOUT = 120_000;
/** Id of the check that all messages match the schema of the protocol. */
const MESSAGE_SCHEMA_CHECK = "wire-schema-valid";

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

const folder = temporaryFolder();
let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(() => server.stop());

/** Runs every scenario of a revision. Returns the checks, keyed by scenario. */
async function runScenarios(revision: string): Promise<ReadonlyMap<string, readonly Check[]>> {
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

function describeFailures(checks: readonly Check[]): readonly string[] {
  return checks.filter(({ status }) => status === "FAILURE").map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
}

for (const [revision, applicable] of Object.entries(APPLIES)) {
  describe(revision, { timeout: TIMEOUT }, () => {
    let scenarios: ReadonlyMap<string, readonly Check[]>;
    const checksOf = (scenario: string) => scenarios.get(scenario) ?? [];

    before(async () => {
      scenarios = await runScenarios(revision);
    });

    test("every scenario of the suite is listed in the tables", () => {
      const inPart = Object.keys(APPLIES_IN_PART);
      const others = [...scenarios.keys()].filter(
        (scenario) => !notApplicable.has(scenario) && !inPart.includes(scenario),
      );
      assert.deepEqual(others.sort(), applicable);
    });

    for (const scenario of applicable) {
      test(scenario, (context) => {
        const checks = checksOf(scenario);
        assert.ok(checks.length > 0);
        assert.deepEqual(describeFailures(checks), []);
        const warnings = checks.filter(({ status }) => status === "WARNING").map(({ id }) => id);
        const unexpectedWarnings = warnings.filter((id) => WARNINGS[id] === undefined);
        assert.deepEqual(unexpectedWarnings, []);
        context.diagnostic(`${checks.filter(({ status }) => status === "SUCCESS").length} checks passed`);
      });
    }

    test("scenarios that apply in part fail only the checks that do not apply", (context) => {
      for (const [scenario, expectedFailures] of Object.entries(APPLIES_IN_PART)) {
        const checks = checksOf(scenario);
        if (checks.length === 0) continue; // The scenario does not exist in this revision.
        const failing = checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
        assert.deepEqual(failing.sort(), Object.keys(expectedFailures).sort(), scenario);
        const passed = checks.filter(({ status }) => status === "SUCCESS").length;
        context.diagnostic(`${scenario}: ${passed} checks passed, ${failing.length} do not apply`);
      }
    });

    test("every message sent, in every scenario, matches the schema of the revision", (context) => {
      const checks = [...scenarios.values()].flat().filter(({ id }) => id === MESSAGE_SCHEMA_CHECK);
      for (const check of checks) assert.equal(check.status, "SUCCESS", check.errorMessage);
      context.diagnostic(`checked in ${checks.length} of ${scenarios.size} scenarios`);
      // Scenarios that need a session end before the suite inspects a message.
      if (revision !== "2025-03-26") assert.ok(checks.length > 20);
    });
  });
}
