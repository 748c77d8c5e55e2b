/**
 * What must be the same on every Node that is supported: the tests, the build, and the program without one.
 *
 * Slow, since it runs the whole suite on each: `npm run test:nodes`.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { ROOT, testFiles } from "../support/suites.ts";
import { NODE_MAJORS, nodePath } from "./nodes.ts";

const folder = mkdtempSync(join(tmpdir(), "nodes-"));
after(() => rmSync(folder, { recursive: true }));

/** Nodes that run TypeScript as it is, by dropping its types. */
const STRIPS_TYPES = NODE_MAJORS.filter((major) => major >= 22);

/** As npm's scripts see it: this Node first on the path, and none of the options of the one that runs us. */
function environment(major: (typeof NODE_MAJORS)[number], more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, npm_node_execpath: nodePath(major), PATH: `${dirname(nodePath(major))}:${process.env["PATH"] ?? ""}`, ...more };
}

for (const major of NODE_MAJORS) {
  test(`the whole suite passes on Node ${major}`, () => {
    const { stdout } = spawnSync(nodePath(major), ["--import", "tsx", "--test", "--test-reporter=tap", ...testFiles().map((path) => `test/${path}`)], {
      cwd: ROOT,
      env: environment(major),
      encoding: "utf8",
      maxBuffer: 1 << 28,
      timeout: 600_000,
    });
    const failed = stdout.split("\n").filter((line) => /^\s*not ok /.test(line));
    assert.deepEqual(failed, []);
    assert.match(stdout, /^# fail 0$/m);
  });
}

test("a clean build has the same bytes on every Node", () => {
  const script = `import { buildHash } from "./scripts/evidence.ts"; process.stdout.write(buildHash());`;
  const hashes = NODE_MAJORS.map((major) =>
    execFileSync(nodePath(major), ["--import", "tsx", "--input-type=module", "-e", script], { cwd: ROOT, env: environment(major), encoding: "utf8" }),
  );
  assert.match(hashes[0] ?? "", /^[\da-f]{64}$/);
  assert.deepEqual(new Set(hashes).size, 1, hashes.join("\n"));
});

for (const major of STRIPS_TYPES) {
  test(`node src/server.ts serves on Node ${major} with nothing installed and nothing built`, { timeout: 30_000 }, async () => {
    const bare = join(folder, String(major));
    for (const name of ["src", "data", "content", "package.json"]) cpSync(join(ROOT, name), join(bare, name), { recursive: true });
    const server = spawn(nodePath(major), ["src/server.ts"], { cwd: bare, env: environment(major, { PORT: "0", ACCESS_LOG: "off" }) });
    try {
      let said = "";
      let port: string | undefined;
      for await (const chunk of server.stdout) {
        said += String(chunk);
        port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        if (port !== undefined) break;
      }
      const response = await fetch(`http://127.0.0.1:${port ?? "0"}/api/v1/cottage`);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /"object":"cottage"/);
    } finally {
      server.kill();
    }
  });
}
