import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { permissionFlags } from "../../scripts/deploy/permission.ts";
import { NODE_MAJORS, nodePath } from "../nodes/nodes.ts";
import { temporaryFolder } from "../support/folder.ts";
import { start } from "../support/program.ts";
import { PROJECT, startService } from "./support/service.ts";

/** Creates three folders beside each other: the program, the owner's files, and a secret. */
function createFolders(): { readonly program: string; readonly facts: string; readonly secret: string } {
  const folder = realpathSync(temporaryFolder());
  const [program, facts, secret] = [join(folder, "program"), join(folder, "facts"), join(folder, "secret")];
  for (const name of ["dist", "content", "package.json"])
    cpSync(join(PROJECT, name), join(program, name), { recursive: true });
  for (const name of ["data", "content"]) cpSync(join(PROJECT, name), join(facts, name), { recursive: true });
  mkdirSync(secret);
  writeFileSync(join(secret, "key"), "secret");
  return { program, facts, secret };
}

/** Source of a program that attempts what the flags must forbid, and prints the outcome of each attempt. */
const PROBE = `
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { Session } from "node:inspector";
import { Worker } from "node:worker_threads";
const [own, secret, temporary] = process.argv.slice(2);
const attempts = {
  "read a file of the program": () => readFileSync(own + "/package.json"),
  "read a file elsewhere": () => readFileSync(secret + "/key"),
  "read through a relative path": () => readFileSync(own + "/../secret/key"),
  "list a folder elsewhere": () => readdirSync(secret),
  "read a system file": () => readFileSync("/etc/passwd"),
  "write to the program's folder": () => writeFileSync(own + "/written", ""),
  "write a temporary file": () => writeFileSync(temporary + "/written", ""),
  "make a folder": () => mkdirSync(own + "/made"),
  "remove a file of the program": () => rmSync(own + "/package.json"),
  "change the mode of a file": () => chmodSync(own + "/package.json", 0o777),
  "link to a file elsewhere": () => symlinkSync(secret + "/key", own + "/link"),
  "link a file elsewhere": () => linkSync(secret + "/key", own + "/link"),
  "run a program": () => execFileSync("/bin/true"),
  "run a shell": () => { const { error } = spawnSync("sh", ["-c", "true"]); if (error) throw error; },
  "start a worker": () => new Worker("process.exit()", { eval: true }),
  "load an addon": () => process.dlopen({ exports: {} }, own + "/addon.node"),
  "inspect itself": () => new Session().connect(),
};
const outcomes = Object.entries(attempts).map(([name, attempt]) => {
  try { attempt(); return [name, "allowed"]; } catch (error) { return [name, error.code]; }
});
process.stdout.write(JSON.stringify(Object.fromEntries(outcomes)) + "\\n");
`;

for (const major of NODE_MAJORS) {
  test(`Node ${major}: with the permission flags, the service serves, reloads, checks itself and stops`, async () => {
    const { program, facts } = createFolders();
    const flags = permissionFlags(major, [program, facts]);
    const env = { DATA_DIR: join(facts, "data"), CONTENT_DIR: join(facts, "content"), PORT: "0" };
    const server = join(program, "dist", "server.js");
    const service = await startService({ env, node: nodePath(major), flags, server });

    for (const path of ["/", "/about.md", "/api/v1/cottage", "/openapi.json", "/readyz"]) {
      assert.equal((await service.request(path)).status, 200, path);
    }
    const cottage = join(facts, "data", "cottage.json");
    writeFileSync(cottage, readFileSync(cottage, "utf8").replace(/"name": *"[^"]*"/, '"name": "Renamed Cottage"'));
    service.program.signal("SIGHUP");
    await service.program.waitForOutput(/Reloaded/);
    assert.match((await service.request("/api/v1/cottage")).body.toString(), /"name":"Renamed Cottage"/);

    const own = { ...env, PORT: String(service.port) };
    const command = (word: string) => start(nodePath(major), [...flags, server, word], { env: own, cwd: "/" });
    assert.equal(await command("--check").ended, 0);
    assert.equal(await command("--health").ended, 0);
    assert.equal(await service.program.stop(), 0);
    assert.equal(await command("--health").ended, 1);
  });

  test(`Node ${major}: with the permission flags, the compiler writes a site that the service serves`, async () => {
    const { program, facts } = createFolders();
    const server = join(program, "dist", "server.js");
    const site = join(facts, "site.cottage");
    const flags = permissionFlags(major, [program, facts]);
    const compiling = start(nodePath(major), [...flags, `--allow-fs-write=${facts}`, server, facts, "--compile", site]);
    assert.equal(await compiling.ended, 0, compiling.output());
    const env = { BASE_URL: "", RATE_LIMIT: "" };
    const service = await startService({ env, node: nodePath(major), flags, server, args: [site] });
    assert.equal((await service.request("/about.md")).status, 200);
    service.program.signal("SIGHUP");
    await service.program.waitForOutput(/Reloaded/);
    assert.equal(await service.program.stop(), 0);
  });

  test(`Node ${major}: with the same flags, a program cannot write, spawn or read outside its folders`, async () => {
    const { program, facts, secret } = createFolders();
    const probe = join(program, "dist", "probe.js");
    writeFileSync(probe, PROBE);
    const flags = permissionFlags(major, [program, facts]);
    const { waitForOutput } = start(nodePath(major), [...flags, probe, program, secret, temporaryFolder()]);
    const outcomes: unknown = JSON.parse((await waitForOutput(/^\{.*\}$/m))[0]);
    assert.ok(typeof outcomes === "object" && outcomes !== null);
    const { "read a file of the program": own, ...others } = Object.fromEntries(Object.entries(outcomes));
    assert.equal(own, "allowed");
    assert.equal(Object.keys(others).length, 16);
    for (const [attempt, outcome] of Object.entries(others))
      assert.match(String(outcome), /^ERR_(ACCESS_DENIED|DLOPEN_DISABLED)$/, attempt);
  });
}

test("every documented command with a permission flag has all of them", () => {
  const names = ["holiday-cottage.service", "Dockerfile", "receive.sh", "README.md"].map(
    (name) => `scripts/deploy/${name}`,
  );
  const texts = [...names, "README.md"].map((name) => readFileSync(join(PROJECT, name), "utf8"));
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => /--allow-fs-read=/.test(line));
  assert.ok(lines.length >= 4, "the unit and the image name their flags");
  for (const line of lines) {
    const words = line.replaceAll(/["`]/g, "");
    const written = [...words.matchAll(/--(?:experimental-)?permission\b|--allow-[a-z-]+(?:=[^\s,]+)?/g)].map(
      ([flag]) => flag,
    );
    const folders = written.flatMap((flag) =>
      flag.startsWith("--allow-fs-read=") ? [flag.slice("--allow-fs-read=".length)] : [],
    );
    const known = NODE_MAJORS.map((major) => permissionFlags(major, folders).join(" "));
    assert.ok(known.includes(written.join(" ")), line);
  }
});
