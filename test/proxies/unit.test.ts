import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { requireCommand, temporaryFolder } from "../support/program.ts";
import { copyShipped, deployed } from "./support/shipped.ts";

const UNIT = "holiday-cottage.service";
/** What the README says of it. */
const EXPOSURE_MAX = 1.1;

function analyze(args: readonly string[]): { readonly status: number | null; readonly output: string } {
  requireCommand("systemd-analyze", "systemd");
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** The values of a setting, in order. */
function settings(name: string): string[] {
  return [...readFileSync(deployed(UNIT), "utf8").matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(
    ([, value = ""]) => value,
  );
}

test("systemd-analyze verify finds nothing to say about the unit", () => {
  const path = join(temporaryFolder(), UNIT);
  copyShipped(UNIT, path, [["/opt/holiday-cottage/current/node", process.execPath]]);
  assert.deepEqual(analyze(["verify", path]), { status: 0, output: "" });
});

test(`systemd-analyze security scores the unit ${EXPOSURE_MAX} or better`, (context) => {
  const { output } = analyze(["security", "--offline=yes", deployed(UNIT)]);
  const score = /Overall exposure level for .*: (\d+\.\d+)/.exec(output)?.[1];
  context.diagnostic(`exposure level ${score}`);
  assert.ok(Number(score) <= EXPOSURE_MAX, output);
});

test("the unit does not forbid memory that is written and run: V8 needs it", () => {
  assert.deepEqual(settings("MemoryDenyWriteExecute"), []);
});

test("the unit starts the service again however often it ends, and keeps it small", () => {
  assert.deepEqual(settings("StartLimitIntervalSec"), ["0"]);
  assert.deepEqual(settings("Restart"), ["always"]);
  assert.match(settings("ExecStart").join(""), / --max-semi-space-size=1 /);
});
