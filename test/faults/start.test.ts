import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { copySample } from "../support/folder.ts";
import { runToEnd } from "../support/running.ts";

type Damage = (data: string, content: string) => void;

const writeData =
  (name: string, text: string | Uint8Array): Damage =>
  (data) =>
    writeFileSync(join(data, name), text);

const replaceFileWithFolder: Damage = (data) => {
  rmSync(join(data, "reviews.json"));
  mkdirSync(join(data, "reviews.json"));
};

/** Damage to the files, and the file that the first line of the error output must name. */
const DAMAGES: readonly [name: string, damage: Damage, firstLine: RegExp][] = [
  ["an empty file", writeData("cottage.json", ""), /^data\/cottage\.json/],
  ["a file cut short", (data) => truncateSync(join(data, "attractions.json"), 100), /^data\/attractions\.json:\d+/],
  ["a file that is not UTF-8", writeData("booking.json", new Uint8Array([0xff, 0xfe, 0x00])), /^data\/booking\.json/],
  ["JSON that is not an object", writeData("reviews.json", "[]"), /^data\/reviews\.json/],
  ["JSON that never closes its brackets", writeData("reviews.json", "[".repeat(100_000)), /^data\/reviews\.json/],
  ["a file that is missing", (data) => rmSync(join(data, "booking.json")), /^data\/booking\.json/],
  ["a folder instead of a file", replaceFileWithFolder, /^data\/reviews\.json/],
  ["no data at all", (data) => rmSync(data, { recursive: true }), /data/],
  ["no content at all", (_, content) => rmSync(content, { recursive: true }), /content/],
  ["a page that is missing", (_, content) => rmSync(join(content, "about.md")), /^content\/about\.md/],
  [
    "a page without its header",
    (_, content) => writeFileSync(join(content, "about.md"), "text"),
    /^content\/about\.md/,
  ],
  [
    "a page that names an unknown fact",
    (_, content) => writeFileSync(join(content, "about.md"), "---\ntitle: a\n---\n{{x.y}}\n"),
    /^content\/about\.md/,
  ],
  [
    "an empty content folder",
    (_, content) => readdirSync(content).forEach((name) => rmSync(join(content, name), { recursive: true })),
    /^content\//,
  ],
];

for (const [name, damage, firstLine] of DAMAGES) {
  test(`with ${name}, the program does not start, and the error names the file`, async () => {
    const files = copySample();
    damage(files.environment.DATA_DIR, files.environment.CONTENT_DIR);
    const { status, stdout, stderr } = await runToEnd(files.environment);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^[^\n]* reads [^\n]*\n$/, "the output names the folders only");
    assert.match(stderr, firstLine);
    assert.doesNotMatch(stderr, /^\s+at |node:internal/m, "there is no stack");
  });
}
