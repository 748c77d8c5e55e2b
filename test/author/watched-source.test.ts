/** Reports of a site that is being edited, on each load. */
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createWatchedSource, previewPaths } from "../../src/author/watched-source.ts";
import type { Log } from "../../src/run-server.ts";
import { copySample } from "../support/folder.ts";
import { sampleConfig } from "../support/sample.ts";

test("each load reports errors and counts, and a warning once", async () => {
  const { folder, environment } = copySample();
  const source = createWatchedSource(sampleConfig(environment));
  const page = join(folder, "content/about.md");
  const levels: string[] = [];
  const log: Log = (level) => levels.push(level);
  const first = await source.loadAndWatch?.(log, () => undefined);
  assert.ok(first?.site !== undefined);
  assert.deepEqual(levels, ["info"]);
  const load = async () => {
    levels.length = 0;
    const { site, problems } = await source.load(log);
    const warnings = levels.filter((level) => level === "warning");
    return [site !== undefined, problems.length, warnings.length, levels.length - warnings.length];
  };
  appendFileSync(page, "\nThe door code is 4711.\n");
  assert.deepEqual(await load(), [true, 0, 1, 1]);
  assert.deepEqual(await load(), [true, 0, 0, 1]);
  appendFileSync(page, "\n[Here](/nowhere)\n");
  assert.deepEqual(await load(), [false, 1, 0, 1]);
});

const PAGES: readonly [files: readonly string[], paths: readonly string[]][] = [
  [["content/about.md"], ["/about"]],
  [["content/index.md", "data/cottage.json", "content/images/a.jpg"], ["/"]],
  [["content/deleted.md", "data/site.json"], ["/"]],
  [["content/deleted.md"], []],
];

for (const [files, paths] of PAGES) {
  test(`a change of ${files.join(", ")} is seen at ${paths.join(", ") || "no page"}`, () => {
    assert.deepEqual(previewPaths(files, ["/", "/about"]), paths);
    assert.deepEqual(previewPaths(files, []), []);
  });
}
