import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asker } from "./support/ask.ts";
import { processInBox, rootWithNode, startInBox } from "./support/box.ts";
import { freePort, requireCommand, temporaryFolder } from "../support/program.ts";
import { PROJECT } from "./support/service.ts";
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
  copyShipped(UNIT, path, [["/usr/bin/node", process.execPath]]);
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

function environment(): Record<string, string> {
  const lines = readFileSync(deployed("holiday-cottage.env"), "utf8").split("\n");
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** As the README lays it out: the packed program in /opt, the owner's facts in /srv. */
function layOut(): string {
  const root = rootWithNode("/usr/bin/node");
  const [program, facts, packed] = [
    join(root, "opt/holiday-cottage"),
    join(root, "srv/holiday-cottage"),
    temporaryFolder(),
  ];
  for (const folder of [program, facts]) mkdirSync(folder, { recursive: true });
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", packed], {
    cwd: PROJECT,
    encoding: "utf8",
  }).trim();
  execFileSync("tar", ["-xzf", join(packed, name), "-C", program, "--strip-components=1"]);
  for (const folder of ["data", "content"]) cpSync(join(program, folder), join(facts, folder), { recursive: true });
  return root;
}

test("what the unit starts serves as nobody from read-only files, and its reload checks before it changes anything", async () => {
  const root = layOut();
  const [command = ""] = settings("ExecStart");
  const [check = "", signal] = settings("ExecReload");
  assert.equal(signal, "/bin/kill -HUP $MAINPID");
  const port = await freePort();
  const env = { ...environment(), PORT: String(port) };
  const service = startInBox({ root, command: command.split(" "), env });
  await service.said(/Listening on/);
  const ask = asker({ port });
  for (const path of ["/", "/about.md", "/api/v1/cottage"]) assert.equal((await ask(path)).status, 200, path);

  const reload = async (): Promise<number | string> => {
    const status = await startInBox({ root, command: check.split(" "), env }).ended;
    if (status === 0) process.kill(processInBox(service), "SIGHUP");
    return status;
  };
  const cottage = join(root, "srv/holiday-cottage/data/cottage.json");
  const right = readFileSync(cottage, "utf8");
  writeFileSync(cottage, right.replace(/"name": *"[^"]*"/, '"name": "Renamed Cottage"'));
  assert.equal(await reload(), 0);
  await service.said(/Reloaded/);
  assert.match((await ask("/api/v1/cottage")).body.toString(), /"name":"Renamed Cottage"/);
  writeFileSync(cottage, "{");
  assert.equal(await reload(), 1);
  assert.match((await ask("/api/v1/cottage")).body.toString(), /"name":"Renamed Cottage"/);

  process.kill(processInBox(service), "SIGTERM");
  assert.equal(await service.ended, 0);
});
