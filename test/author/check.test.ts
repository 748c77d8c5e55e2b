import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkText } from "../../src/author/check.ts";
import { configure } from "../../src/config.ts";

const NOW = Date.UTC(2026, 10, 20);

test("the sample has no errors and no warnings, and says that it is the sample", () => {
  const checked = check(configure({ BASE_URL: "https://cottage.example" }), NOW);
  assert.deepEqual([checked.ok, checked.isFinished], [true, true]);
  assert.deepEqual(checked.findings.filter(({ level }) => level !== "notice"), []);
  assert.match(checkText(checked), /\n0 errors, 0 warnings, \d notices\. No errors: this can go online\.$/);
});

const BASE_URLS: readonly [baseUrl: string, level: string | undefined][] = [
  ["https://cottage.example", undefined],
  ["http://cottage.example", "warning"],
  ["http://localhost:3000", "notice"],
  ["http://127.0.0.1:8080", "notice"],
  ["http://[::1]:8080", "notice"],
  ["https://cottage.example/", "error"],
  ["https://cottage.example/path", "error"],
  ["cottage.example", "error"],
];

for (const [baseUrl, level] of BASE_URLS) {
  test(`BASE_URL=${baseUrl} is ${level ?? "fine"}`, () => {
    const found = check(configure({ BASE_URL: baseUrl }), NOW).findings.filter(({ file }) => file === "environment");
    assert.equal(found[0]?.level, level);
  });
}

test("errors come first, and the last line says that it cannot go online", () => {
  const checked = check(configure({ DATA_DIR: "/nowhere", PORT: "x" }), NOW);
  assert.equal(checked.ok, false);
  assert.equal(checked.findings[0]?.level, "error");
  assert.doesNotMatch(checkText(checked), /\u001b/);
  assert.match(checkText(checked), /this cannot go online yet\.$/);
});
