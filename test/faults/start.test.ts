import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runToEnd, ownFiles } from "../support/running.ts";

type Damage = (data: string, content: string) => void;

const write =
  (name: string, text: string | Uint8Array): Damage =>
  (data) =>
    writeFileSync(join(data, name), text);

const folderInsteadOfFile: Damage = (data) => {
  rmSync(join(data, "reviews.json"));
  mkdirSync(join(data, "reviews.json"));
};

/** Damage to the files, and the place that the first line of the error output must name. */
const DAMAGES: readonly [name: string, damage: Damage, place: RegExp][] = [
  ["an empty file", write("cottage.json", ""), /^data\/cottage\.json/],
  ["a file cut short", (data) => truncateSync(join(data, "attractions.json"), 100), /^data\/attractions\.json:\d+/],
  ["a file that is not UTF-8", write("booking.json", new Uint8Array([0xff, 0xfe, 0x00])), /^data\/booking\.json/],
  ["JSON that is not an object", write("reviews.json", "[]"), /^data\/reviews\.json/],
  ["JSON that never closes its brackets", write("reviews.json", "[".repeat(100_000)), /^data\/reviews\.json/],
  ["a file that is missing", (data) => rmSync(join(data, "booking.json")), /^data\/booking\.json/],
  ["a folder instead of a file", folderInsteadOfFile, /^data\/reviews\.json/],
  ["no data at all", (data) => rmSync(data, { recursive: true }), /data/],
  ["no content at all", (_, content) => rmSync(content, { recursive: true }), /content/],
  ["a page that is missing", (_, content) => rmSync(join(content, "about.md")), /^content\/about\.md/],
  [
    "a page without its header",
    (_, content) => writeFileSync(join(content, "about.md"), "text"),
    /^content\/about\.md/,
  ],
  [
    "a page that names no fact",
    (_, content) => writeFileSync(join(content, "about.md"), "---\ntitle: a\n---\n{{x.y}}\n"),
    /^content\/about\.md/,
  ],
  [
    "an empty content folder",
    (_, content) => readdirSync(content).forEach((name) => rmSync(join(content, name), { recursive: true })),
    /^content\//,
  ],
];

for (const [name, damage, place] of DAMAGES) {
  test(`${name} stops the start, and the error names it`, async () => {
    const files = ownFiles();
    damage(files.environment["DATA_DIR"] ?? "", files.environment["CONTENT_DIR"] ?? "");
    const { status, stdout, stderr } = await runToEnd(files.environment);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^[^\n]* reads [^\n]*\n$/, "the output names the folders only");
    assert.match(stderr, place);
    assert.doesNotMatch(stderr, /^\s+at |node:internal/m, "there is no stack");
  });
}
