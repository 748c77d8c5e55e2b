/**
 * The Agent-Friendly Documentation Spec, by its own tool, over the six pages.
 *
 * The tool would take every link of the developer page for a page of documentation, the JSON endpoints among them, so
 * it is given the pages.
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

test("afdocs finds nothing to warn of", async (context) => {
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
