/**
 * Builds and runs the container image: its contents, user and health check, a reload, a crash and a stop.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { freePort, until } from "../support/program.ts";
import { createClient } from "./support/client.ts";
import type { Docker } from "./support/docker.ts";
import { startDocker } from "./support/docker.ts";
import { PROJECT } from "./support/service.ts";
import { deployed } from "./support/shipped.ts";

const BUILD = ["build", "--network", "host", "-f", "scripts/deploy/Dockerfile", "-t", "holiday-cottage"];
const BASE_URL = ["--build-arg", "BASE_URL=https://cottage.example"];

/** The restrictions in compose.yaml. A test below checks that file for the same ones. */
const RESTRICTIONS = [
  "--read-only",
  "--user=65534:65534",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges:true",
  "--memory=256m",
  "--pids-limit=64",
  "--restart=always",
];

test("the container image builds and serves", async (context) => {
  const docker = await startDocker();
  context.after(() => docker.stop());
  await context.test("a build without BASE_URL or with an error in the data fails and says why", () => {
    assertBadBuildsFail(docker);
  });
  await context.test(
    "the image holds only Node, the server and the site, and serves as nobody from a read-only root",
    (inner) => assertImageServes(docker, inner),
  );
});

test("compose.yaml publishes only Caddy's ports, mounts no data and drops all privileges", () => {
  const text = readFileSync(deployed("compose.yaml"), "utf8");
  const [cottage = "", caddy = ""] = text.split(/^  caddy:$/m);
  for (const service of [cottage, caddy]) {
    assert.match(service, /^    read_only: true$/m);
    assert.match(service, /^    cap_drop: \[ALL\]$/m);
    assert.match(service, /^    security_opt: \["no-new-privileges:true"\]$/m);
    assert.match(service, /^    mem_limit: 256m$/m);
    assert.match(service, /^    restart: always$/m);
  }
  assert.match(cottage, /^    user: "65534:65534"$/m);
  assert.match(cottage, /^    pids_limit: 64$/m);
  assert.match(cottage, /^      TRUST_PROXY: "1"$/m);
  assert.doesNotMatch(cottage, /ports:|volumes:/);
  const mounts = [...text.matchAll(/^      - (\S+?):(\/\S+?)(:ro)?$/gm)].map(
    ([, from = "", , mode = ""]) => from + mode,
  );
  assert.deepEqual(mounts, [".:ro", "caddy_data", "caddy_config"]);
});

function assertBadBuildsFail(docker: Docker): void {
  const folder = join(PROJECT, "test-cottage");
  const ignored = readFileSync(join(PROJECT, ".dockerignore"), "utf8");
  try {
    for (const name of ["data", "content"]) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
    const cottage = join(folder, "data/cottage.json");
    writeFileSync(cottage, readFileSync(cottage, "utf8").replace('"bedrooms"', '"bedroms"'));
    writeFileSync(join(PROJECT, ".dockerignore"), `${ignored}!test-cottage\n`);
    const broken = docker.run(...BUILD, ...BASE_URL, "--build-arg", "COTTAGE=test-cottage", ".");
    assert.notEqual(broken.status, 0);
    assert.match(broken.output, /bedroms is not a known field/);
  } finally {
    writeFileSync(join(PROJECT, ".dockerignore"), ignored);
    rmSync(folder, { recursive: true, force: true });
  }
  const unaddressed = docker.run(...BUILD, ".");
  assert.notEqual(unaddressed.status, 0);
  assert.match(unaddressed.output, /BASE_URL: is missing/);
}

async function assertImageServes(docker: Docker, context: TestContext): Promise<void> {
  const startedAt = performance.now();
  docker.mustRun(...BUILD, ...BASE_URL, ".");
  context.diagnostic(`built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const port = await freePort();
  const settings = ["-e", "HOST=127.0.0.1", "-e", `PORT=${port}`, "-e", "TRUST_PROXY=1"];
  docker.mustRun(
    "run",
    "-d",
    "--name",
    "cottage",
    "--network",
    "host",
    ...RESTRICTIONS,
    ...settings,
    "holiday-cottage",
  );
  const request = createClient({ port });
  const isReady = () =>
    request("/readyz").then(
      ({ status }) => status === 200,
      () => false,
    );
  await until("the container serves", isReady);
  for (const path of ["/", "/about.md", "/api/v1/cottage"]) assert.equal((await request(path)).status, 200, path);
  assert.match((await request("/sitemap.xml")).body.toString(), /https:\/\/cottage\.example\//);

  const archive = join(temporaryFolder(), "root.tar");
  docker.mustRun("export", "-o", archive, "cottage");
  const files = execFileSync("tar", ["-tf", archive], { encoding: "utf8" }).split("\n");
  const program = files.filter((name) => name.startsWith("app/"));
  assert.ok(program.includes("app/site.cottage") && program.includes("app/dist/server.js"));
  assert.deepEqual(
    program.filter((name) => /node_modules|compile|author|\bdata\b|content/.test(name)),
    [],
  );
  assert.deepEqual(
    files.filter((name) => /(?:^|\/)(?:sh|npm)$/.test(name)),
    [],
  );
  const inspect = (format: string) => docker.mustRun("inspect", "-f", format, "cottage").trim();
  const processId = () => inspect("{{.State.Pid}}");
  const status = readFileSync(`/proc/${processId()}/status`, "utf8");
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.match(status, /^NSpid:\t\d+\t1$/m, "it is process number 1");

  await until("the health check succeeds", () => inspect("{{.State.Health.Status}}") === "healthy");

  docker.mustRun("kill", "-s", "HUP", "cottage");
  await until("it has reloaded", () => docker.mustRun("logs", "cottage").includes("Reloaded"));
  const crashed = processId();
  process.kill(Number(crashed), "SIGKILL");
  await until(
    "Docker has restarted it, although an earlier signal was sent by hand",
    () => !["0", crashed].includes(processId()),
  );
  await until("it serves again", isReady);

  docker.mustRun("stop", "cottage");
  assert.equal(inspect("{{.State.ExitCode}}"), "0");
}
