/**
 * Commands and flags of the program: their output and exit status.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { configure, VERSION } from "../src/config.ts";
import { findHealthProblem } from "../src/health.ts";
import { replaceMarked, sampleText } from "./support/damage.ts";
import { copySample, temporaryFolder } from "./support/folder.ts";
import { ROOT, run, runToEnd, startLoading } from "./support/running.ts";

const files = copySample();

test("--help lists flags and variables and exits with status 0", async () => {
  const { status, stdout, stderr } = await runToEnd({}, ["--help"]);
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: node dist\/server\.js \[folder or file\] \[flag\]\n[^]*--check[^]*BASE_URL/);
  assert.equal(stderr, "");
});

test("--version prints the version only", async () => {
  const { status, stdout } = await runToEnd({}, ["--version"]);
  assert.equal(status, 0);
  assert.equal(stdout, `${VERSION}\n`);
});

for (const version of ["v18.20.8", "v19.9.0"]) {
  test(`Node ${version} is refused`, () => {
    const { status, stderr } = printVersion(version);
    assert.equal(status, 1);
    assert.equal(stderr, `Node ${version} is too old: install Node 24 from https://nodejs.org\n`);
  });
}

for (const version of ["v20.0.0", "v100.0.0"]) {
  test(`Node ${version} is accepted`, () => assert.equal(printVersion(version).stdout, `${VERSION}\n`));
}

/** Runs `--version` with another version in `process.version`. */
function printVersion(nodeVersion: string) {
  const preload = `data:text/javascript,Object.defineProperty(process, "version", { value: "${nodeVersion}" })`;
  const server = join(ROOT, "dist/server.js");
  return spawnSync(process.execPath, ["--import", preload, server, "--version"], { encoding: "utf8" });
}

test("an unknown flag exits with status 2 and lists the known flags", async () => {
  const { status, stdout, stderr } = await runToEnd({}, ["--chek"]);
  assert.equal(status, 2);
  assert.equal(stdout, "");
  const flags = "--watch, --check, --compile, --help, --health, --version, --json, --finished";
  assert.equal(stderr, `Unknown option '--chek'; the flags are ${flags}\n`);
});

test("--check of the sample exits with status 0 and does not listen", async () => {
  const { status, stdout, stderr } = await runToEnd({ BASE_URL: "https://cottage.example" }, ["--check"]);
  assert.equal(status, 0);
  assert.match(stdout, /\nErrors: 0, warnings: 0\. No errors: the site can go online\.\n$/);
  assert.equal(stdout.split("\n", 1)[0], `Reading ${join(ROOT, ".")}`.replace(/\/$/, ""));
  assert.doesNotMatch(stdout, /Listening|\u001b/);
  assert.equal(stderr, "");
});

test("--check --json prints findings with location and message, and exits with status 1", async () => {
  const { text, location } = replaceMarked(sampleText("reviews"), '"rating": 5', '"rating": ‸6');
  writeFileSync(join(files.dataDirectory, "reviews.json"), text);
  const { status, stdout } = await runToEnd(files.environment, ["--check", "--json"]);
  assert.equal(status, 1);
  const { ok, findings } = JSON.parse(stdout);
  assert.equal(ok, false);
  const [line, column] = location.split(":").map(Number);
  const { values, ...finding } = findings[0];
  assert.equal(values.found, "6");
  assert.deepEqual(finding, {
    level: "error",
    code: "field-invalid",
    file: "data/reviews.json",
    line,
    column,
    message: "rating in entry 1 of reviews must be a whole number from 1 to 5, not 6",
  });
});

test("errors of --check stop the start, with the same messages", async () => {
  writeFileSync(join(files.dataDirectory, "booking.json"), sampleText("booking").replace("{", ""));
  rmSync(join(files.dataDirectory, "attractions.json"));
  const checked = await runToEnd(files.environment, ["--check"]);
  const started = await runToEnd(files.environment);
  assert.equal(checked.status, 1);
  assert.equal(started.status, 1);
  const errors = checked.stdout.split("\n").filter((line) => line.includes(": error: "));
  assert.ok(errors.length >= 3);
  assert.deepEqual(started.stderr.trimEnd().split("\n"), errors);
  assert.doesNotMatch(started.stderr, /\bat .*:\d+:\d+\)|node:internal/);
});

const BUILT_IN_FILES = ["messages/en.json", "words/en.json", "fields.json", "openapi.json", "help.txt", "style.css"];

for (const name of BUILT_IN_FILES) {
  test(`without content/${name} the program ends with one sentence`, () => {
    const program = temporaryFolder();
    for (const part of ["package.json", "dist", "content"]) {
      cpSync(join(ROOT, part), join(program, part), { recursive: true });
    }
    const { folder } = copySample();
    for (const contentFolder of [join(program, "content"), join(folder, "content")]) rmSync(join(contentFolder, name));
    const command = name === "help.txt" ? ["--help"] : [folder];
    const server = join(program, "dist/server.js");
    const { status, stderr } = spawnSync(process.execPath, [server, ...command], { encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^[^\n]+${name.replace("/", "[/\\\\]")}[^\n]*\n$`));
  });
}

test("--health sends a request to the local server", async (context) => {
  const { port } = await run(context);
  assert.equal((await runToEnd({ PORT: String(port) }, ["--health"])).status, 0);
  assert.equal((await runToEnd({ PORT: "1" }, ["--health"])).status, 1);
  for (const [HOST, isReached] of [
    ["127.0.0.1", true],
    ["0.0.0.0", true], // every address of the machine, loopback among them
    ["::", false],
    ["::1", false],
  ] as const) {
    const { config } = configure({ HOST, PORT: isReached ? String(port) : "1" });
    assert.equal((await findHealthProblem(config)) === undefined, isReached, HOST);
  }
});

test("--health reads no more than the status line", async () => {
  const chunk = "x".repeat(65_536);
  const flood = createServer((socket) => {
    const send = (error?: Error | null) => {
      if (!error) socket.write(chunk, send);
    };
    socket.on("error", () => undefined);
    send();
  });
  await once(flood.listen(0, "127.0.0.1"), "listening");
  const { port } = flood.address() as AddressInfo;
  const { config } = configure({ PORT: String(port) });
  assert.match((await findHealthProblem(config)) ?? "", /is not ready \(no valid response\)$/);
  flood.close();
});

test("--watch serves the new content after files are saved", async (context) => {
  const own = copySample();
  const { port, waitForOutput } = await run(context, own.environment, { args: ["--watch"] });
  const path = join(own.dataDirectory, "cottage.json");
  writeFileSync(
    path,
    replaceMarked(sampleText("cottage"), '"name": "Wrenfold Cottage"', '"name": "Otter Cottage"').text,
  );
  await waitForOutput("Reloaded");
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/cottage`);
  assert.equal(answer.headers.get("cache-control"), "no-store", "browsers request it again");
  const cottage: unknown = await answer.json();
  assert.ok(typeof cottage === "object" && cottage !== null && "name" in cottage);
  assert.equal(cottage.name, "Otter Cottage");
});

test("--watch reports changed files and findings", async (context) => {
  const own = copySample();
  const { port, waitForOutput, output } = await run(context, own.environment, { args: ["--watch"] });
  const about = join(own.environment.CONTENT_DIR, "about.md");
  writeFileSync(about, `${readFileSync(about, "utf8")}\nThe key box code is 4712.\n`);
  assert.ok(output.stdout.includes(`Listening on http://localhost:${port}, site `), output.stdout);
  await waitForOutput("Changed: content/about.md");
  await waitForOutput(/Reloaded: version [\w-]{12}"/);
  await waitForOutput(/content\/about\.md:\d+:\d+: warning: /);
  await waitForOutput(/Errors: 0, warnings: 1/);
  // The next save tells what is new, and no guest's request stands between.
  await fetch(`http://127.0.0.1:${port}/about`);
  writeFileSync(about, `${readFileSync(about, "utf8")}\n{{cottage.bedroms}}\n`);
  await waitForOutput(/Errors: 1, warnings: 0/);
  assert.equal(output.stdout.match(/: warning: /g)?.length, 1);
  assert.doesNotMatch(output.stdout, /"method":/);
});

test("--watch waits for the correction of an error at the start, and then serves", async (context) => {
  const own = copySample();
  const path = join(own.dataDirectory, "cottage.json");
  writeFileSync(path, sampleText("cottage").replace('"bedrooms"', '"bedroms"'));
  writeFileSync(join(own.dataDirectory, "site.json"), sampleText("site").replace('"en-GB"', '"de"'));
  const program = startLoading(own.environment, ["--watch"]);
  context.after(() => program.stop("SIGTERM"));
  await program.waitForOutput(/bedroms.*meinten Sie[^]*Das Programm wartet, bis Sie eine Änderung speichern/);
  writeFileSync(path, sampleText("cottage").replace('"bathrooms"', '"bathroms"'));
  await program.waitForOutput(/bathroms.*meinten Sie[^]*Das Programm wartet, bis Sie eine Änderung speichern/);
  writeFileSync(path, sampleText("cottage"));
  const [, port] = await program.waitForOutput(/Listening on http:\/\/[^"\s]*:(\d+)/);
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v1/cottage`)).status, 200);
  writeFileSync(
    path,
    replaceMarked(sampleText("cottage"), '"name": "Wrenfold Cottage"', '"name": "Otter Cottage"').text,
  );
  await program.waitForOutput("Neu geladen");
  program.signal("SIGTERM");
  assert.equal(await program.ended, 0);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} ends --watch while it waits for the correction of an error`, async () => {
    const own = copySample();
    writeFileSync(join(own.dataDirectory, "cottage.json"), "{");
    const program = startLoading(own.environment, ["--watch"]);
    await program.waitForOutput("waiting for you to save a change");
    program.signal(signal);
    assert.equal(await program.ended, 0);
  });
}

test("--watch ends if the folder does not exist", async () => {
  const { status, stderr } = await runToEnd({}, [join(tmpdir(), "nowhere"), "--watch"]);
  assert.equal(status, 1);
  assert.match(stderr, /there is no such folder/);
});

test("--watch notices changes beside a dangling lock link of an editor", async (context) => {
  const own = copySample();
  symlinkSync("somebody@somewhere.1234", join(own.dataDirectory, "cottage.json.lock"));
  const { waitForOutput } = await run(context, own.environment, { args: ["--watch"] });
  writeFileSync(
    join(own.dataDirectory, "cottage.json"),
    replaceMarked(sampleText("cottage"), '"name": "Wrenfold Cottage"', '"name": "Otter Cottage"').text,
  );
  await waitForOutput("Changed: data/cottage.json");
});

test("the folder is an argument, and the first line of output names it", async (context) => {
  const folder = join(temporaryFolder(), "my cottage");
  for (const name of ["data", "content"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  writeFileSync(
    join(folder, "data", "cottage.json"),
    replaceMarked(sampleText("cottage"), '"name": "Wrenfold Cottage"', '"name": "Otter Cottage"').text,
  );
  const { port, output } = await run(context, {}, { args: [folder] });
  const [first = ""] = output.stdout.split("\n", 1);
  assert.equal(JSON.parse(first).message, `holiday-cottage ${VERSION} on Node ${process.version} reads ${folder}`);
  assert.match(await (await fetch(`http://127.0.0.1:${port}/api/v1/cottage`)).text(), /Otter Cottage/);
  assert.deepEqual(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json(), {
    status: "ok",
    version: VERSION,
    site: /site ([\w-]{12})/.exec(output.stdout)?.[1],
    node: process.version,
  });
  const { stdout } = await runToEnd({}, [folder, "--check", "--json"]);
  assert.equal(JSON.parse(stdout).folder, folder);
});

test("a compiled site is served from its file, and SIGHUP reads the file again", async (context) => {
  const site = join(temporaryFolder(), "site.cottage");
  const environment = { BASE_URL: "https://cottage.example" };
  const compiled = await runToEnd(environment, [ROOT, "--compile", site]);
  assert.equal(compiled.status, 0, compiled.stderr);
  const server = await run(context, environment, { args: [site] });
  const fetchName = async () => (await fetch(`http://127.0.0.1:${server.port}/api/v1/cottage`)).text();
  assert.match(await fetchName(), /Wrenfold Cottage/);

  const bytes = readFileSync(site);
  writeFileSync(site, bytes.subarray(0, -1));
  server.kill("SIGHUP");
  await server.waitForOutput("was not reloaded");
  assert.match(server.output.stdout, /site\.cottage is damaged or incomplete/);
  assert.match(await fetchName(), /Wrenfold Cottage/);
  writeFileSync(site, bytes);
  server.kill("SIGHUP");
  await server.waitForOutput('"Reloaded: ');

  const check = await runToEnd({}, [site, "--check"]);
  assert.equal(check.status, 2);
  assert.equal(check.stderr, `Expected the folder of a cottage, but ${site} is a file\n`);
});

test("a missing folder is reported in one line", async () => {
  const nowhere = join(tmpdir(), "nowhere");
  const { status, stderr } = await runToEnd({}, [nowhere]);
  assert.equal(status, 1);
  assert.equal(stderr, `${nowhere}/data and ${nowhere}/content: error: there is no such folder: check the name\n`);
  const { stderr: named } = await runToEnd({ DATA_DIR: nowhere });
  assert.equal(named, `${nowhere}: error: there is no such folder: check the name\n`);
});

/** Containers often have no IPv6, not even to themselves. */
const LOOPBACK = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"))
  ? { host: "::1", shown: "[::1]" }
  : { host: "127.0.0.1", shown: "127.0.0.1" };

test("the access log can be turned off, and an IPv6 address is printed in brackets", async (context) => {
  const { port, waitForOutput, kill, ended } = await run(context, { ACCESS_LOG: "off", HOST: LOOPBACK.host });
  assert.equal((await fetch(`http://${LOOPBACK.shown}:${port}/api/`)).status, 200);
  kill("SIGTERM");
  await waitForOutput("Stopped");
  const { status, stdout } = await ended;
  assert.equal(status, 0);
  assert.ok(stdout.includes(`Listening on http://${LOOPBACK.shown}:${port}`), stdout);
  assert.doesNotMatch(stdout, /"route"/);
});

test("an error in a page stops the start", async () => {
  const own = copySample();
  writeFileSync(join(own.environment.CONTENT_DIR, "about.md"), "---\ntitle: About\n---\n\n{{cottage.bedroms}}\n");
  const { status, stderr } = await runToEnd(own.environment);
  assert.equal(status, 1);
  assert.match(stderr, /^content\/about\.md:5:\d+: error: .*bedroms/m);
});
