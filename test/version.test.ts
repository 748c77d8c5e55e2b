import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { VERSION } from "../src/config.ts";
import { ROOT } from "./support/suites.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json"));

test("the program, its package and the changelog have the same version", () => {
  assert.equal(manifest.version, VERSION);
  assert.equal(JSON.parse(read("package-lock.json")).version, VERSION);
  assert.equal(/^## (.*)$/m.exec(read("CHANGELOG.md"))?.[1], VERSION);
});

const NODE_PACKAGES = Object.entries<string>(JSON.parse(read("test/nodes/package.json")).optionalDependencies);

/** Versions of the packages whose names match, without duplicates. */
function testedNodes(name: RegExp): string[] {
  const tested = NODE_PACKAGES.filter(([packageName]) => name.test(packageName));
  return [...new Set(tested.map(([, source]) => source.split("@")[1] ?? ""))];
}

const PATCHED_NODES = testedNodes(/^node\d+-linux-/);

test("engines begin with the oldest Node of each line that the tests run on", () => {
  const oldest = [...testedNodes(/-oldest-/), PATCHED_NODES.at(-1) ?? ""];
  const ranges = oldest.map((version, index) => {
    const isLast = index === oldest.length - 1;
    return isLast ? `>=${version}` : `>=${version} <${Number.parseInt(version) + 1}`;
  });
  assert.equal(manifest.engines.node, ranges.join(" || "));
});

test("the README names the versions of Node that the tests run on", () => {
  for (const version of PATCHED_NODES) assert.ok(read("README.md").includes(version), version);
});

test("the README tells owners to install Nodes that the tests run on", () => {
  const [, names = ""] = /Install Node ([\d or]+) from/.exec(read("README.md")) ?? [];
  const tested = PATCHED_NODES.map((version) => version.split(".")[0] ?? "");
  assert.deepEqual(names.split(" or ").filter((major) => !tested.includes(major)), []);
});
