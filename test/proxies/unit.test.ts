import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { requireCommand } from "../support/program.ts";
import { copyShipped, deployed } from "./support/shipped.ts";

const UNIT = "holiday-cottage.service";
/** The exposure level that the guide names. */
const EXPOSURE_MAX = 1.1;

function analyze(args: readonly string[]): { readonly status: number | null; readonly output: string } {
  requireCommand("systemd-analyze", "systemd");
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** Returns the values of a setting of the unit, in order. */
function settings(name: string): string[] {
  return [...readFileSync(deployed(UNIT), "utf8").matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(
    ([, value = ""]) => value,
  );
}

test("systemd-analyze verify accepts the units", () => {
  const folder = temporaryFolder();
  const watchdog = "holiday-cottage-watchdog";
  copyShipped(UNIT, join(folder, UNIT), [["/opt/holiday-cottage/current/node", process.execPath]]);
  for (const name of [`${watchdog}.service`, `${watchdog}.timer`]) copyShipped(name, join(folder, name), []);
  for (const name of [UNIT, `${watchdog}.timer`]) {
    assert.deepEqual(analyze(["verify", join(folder, name)]), { status: 0, output: "" });
  }
});

test(`systemd-analyze security scores the unit ${EXPOSURE_MAX} or better`, (context) => {
  const { output } = analyze(["security", "--offline=yes", deployed(UNIT)]);
  const score = /Overall exposure level for .*: (\d+\.\d+)/.exec(output)?.[1];
  context.diagnostic(`exposure level ${score}`);
  assert.ok(Number(score) <= EXPOSURE_MAX, output);
});

test("the unit allows memory that is writable and executable, which V8 needs", () => {
  assert.deepEqual(settings("MemoryDenyWriteExecute"), []);
});

test("the unit restarts the service however often it exits, and limits its memory", () => {
  assert.deepEqual(settings("StartLimitIntervalSec"), ["0"]);
  assert.deepEqual(settings("Restart"), ["always"]);
  assert.match(settings("ExecStart").join(""), / --max-semi-space-size=1 /);
});
