/**
 * Checks the six pages against the Agent-Friendly Documentation Spec with its own tool.
 *
 * The pages are listed, because the tool would treat every link of the developer page as documentation.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runChecks } from "afdocs";
import { computeScore } from "afdocs/scoring";
import { PATHS, type RunningServer, startServer } from "./support/server.ts";

let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(async () => {
  await server.stop();
});

test("afdocs reports no warnings", async (context) => {
  const report = await runChecks(server.origin, {
    samplingStrategy: "curated",
    curatedPages: PATHS.map((path) => server.origin + path),
    requestDelay: 0,
  });
  const { overall } = computeScore(report);
  context.diagnostic(`score ${overall}`);
  const faults = report.results.filter(({ status }) => status !== "pass" && status !== "skip");
  assert.deepEqual(
    faults.map(({ id, status, message }) => `${status}: ${id}: ${message}`),
    [],
  );
});
