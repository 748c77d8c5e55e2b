import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, normalize } from "node:path";
import { test } from "node:test";
import { asker } from "./support/ask.ts";
import { processInBox, rootWithNode, startInBox } from "./support/box.ts";
import { freePort, temporaryFolder } from "../support/program.ts";
import { PROJECT } from "./support/service.ts";
import { deployed } from "./support/shipped.ts";

const NODE_IN_IMAGE = "/nodejs/bin/node";

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** A line each: the file is kept so simple that no more is needed. */
function instructions(): Instruction[] {
  const lines = readFileSync(deployed("Dockerfile"), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, word = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      assert.ok(word !== "", line);
      return { word, rest };
    });
}

function jsonWords(text: string): string[] {
  const value: unknown = JSON.parse(text);
  assert.ok(Array.isArray(value));
  return value.map(String);
}

interface Image {
  readonly root: string;
  readonly folder: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/** What .dockerignore lets into the build: everything is out but the lines that begin with "!". */
function sent(): ReadonlySet<string> {
  const lines = readFileSync(join(PROJECT, ".dockerignore"), "utf8").split("\n");
  assert.ok(lines.includes("*"));
  return new Set(lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1)));
}

/** Does by hand what the Dockerfile says: its COPY and RUN steps in folders, the rest as settings. */
function build(): Image {
  const stages = new Map<string, string>();
  const context = sent();
  const values = new Map<string, string>();
  let root = "";
  let folder = "/";
  const image = { user: "", env: {} as Record<string, string>, entrypoint: [""], command: [""], healthCheck: [""] };
  const copy = (words: readonly string[]): void => {
    const from = /^--from=(.*)$/.exec(words[0] ?? "")?.[1];
    const sources = words.slice(from === undefined ? 0 : 1, -1);
    const target = words.at(-1) ?? "";
    const to = target.startsWith("/") ? join(root, target) : join(root, folder, target);
    for (const name of sources) {
      const source = normalize(name.replace(/\$\{(\w+)\}/, (_, variable: string) => values.get(variable) ?? ""));
      if (from === undefined) assert.ok(context.has(source), `.dockerignore keeps ${source} out`);
      const path = from === undefined ? join(PROJECT, source) : join(stages.get(from) ?? "", source);
      cpSync(path, to.endsWith("/") ? join(to, basename(source)) : to, { recursive: true });
    }
  };
  const steps: Readonly<Record<string, (rest: string) => void>> = {
    FROM: (rest) => {
      const [base = "", , name = ""] = rest.split(" ");
      root = base.includes("distroless/nodejs24") ? rootWithNode(NODE_IN_IMAGE) : temporaryFolder();
      stages.set(name, root);
    },
    WORKDIR: (rest) => mkdirSync(join(root, (folder = rest)), { recursive: true }),
    COPY: (rest) => copy(rest.split(" ")),
    RUN: (rest) => void execFileSync("sh", ["-c", rest.replaceAll("/cottage", join(root, "cottage"))], { cwd: join(root, folder), stdio: "pipe" }),
    USER: (rest) => void (image.user = rest),
    ARG: (rest) => void values.set(rest.split("=")[0] ?? "", rest.split("=")[1] ?? ""),
    ENV: (rest) => void Object.assign(image.env, Object.fromEntries([rest.split("=")])),
    EXPOSE: (rest) => assert.equal(rest, "3000"),
    HEALTHCHECK: (rest) => void (image.healthCheck = jsonWords(/CMD (.*)$/.exec(rest)?.[1] ?? "")),
    ENTRYPOINT: (rest) => void (image.entrypoint = jsonWords(rest)),
    CMD: (rest) => void (image.command = jsonWords(rest)),
  };
  for (const { word, rest } of instructions()) {
    const step = steps[word];
    assert.ok(step !== undefined, `${word} is not tried here`);
    step(rest);
  }
  return {
    root,
    folder,
    user: image.user,
    env: image.env,
    command: [...image.entrypoint, ...image.command],
    healthCheck: image.healthCheck,
  };
}

test("the Dockerfile's steps make an image of Node, the program and its files, and what it starts serves as nobody from a read-only root", async () => {
  const { root, folder, user, env, command, healthCheck } = build();
  assert.deepEqual(readdirSync(join(root, folder)).sort(), ["content", "dist", "package.json"]);
  assert.ok(!existsSync(join(root, folder, "node_modules")));
  assert.equal(user, "65534:65534");
  assert.deepEqual(env, { HOST: "0.0.0.0" });

  // Not on every address of the machine that runs the tests.
  const port = await freePort();
  const own = { ...env, HOST: "127.0.0.1", PORT: String(port), BASE_URL: "https://cottage.example", TRUST_PROXY: "1" };
  const container = startInBox({ root, folder, command, env: own });
  await container.said(/Listening on/);
  const ask = asker({ port });
  for (const path of ["/", "/about.md", "/api/v1/cottage"]) assert.equal((await ask(path)).status, 200, path);
  const health = () => startInBox({ root, folder, command: healthCheck, env: own }).ended;
  assert.equal(await health(), 0);

  const pid = processInBox(container);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.match(status, /^NSpid:\t\d+\t1$/m, "it is process number 1");

  process.kill(pid, "SIGTERM");
  assert.equal(await container.ended, 0, "SIGTERM ends it, as its keeper expects");
  assert.equal(await health(), 1);
});

test("compose.yaml mounts folders read-only, publishes only Caddy's ports and takes every right away", () => {
  const text = readFileSync(deployed("compose.yaml"), "utf8");
  const [cottage = "", caddy = ""] = text.split(/^  caddy:$/m);
  for (const service of [cottage, caddy]) {
    assert.match(service, /^    read_only: true$/m);
    assert.match(service, /^    cap_drop: \[ALL\]$/m);
    assert.match(service, /^    security_opt: \["no-new-privileges:true"\]$/m);
  }
  assert.match(cottage, /^    user: "65534:65534"$/m);
  assert.match(cottage, /^      TRUST_PROXY: "1"$/m);
  assert.doesNotMatch(cottage, /ports:/);
  const mounts = [...text.matchAll(/^      - (\S+?):(\/\S+?)(:ro)?$/gm)].map(([, from = "", , mode]) => ({
    from,
    mode,
  }));
  assert.deepEqual(
    mounts.filter(({ from }) => !from.startsWith("caddy_")),
    [
      { from: "${COTTAGE:-../..}/data", mode: ":ro" },
      { from: "${COTTAGE:-../..}/content", mode: ":ro" },
      { from: ".", mode: ":ro" },
    ],
  );
});
