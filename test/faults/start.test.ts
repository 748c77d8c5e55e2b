import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { attempt, ownFiles } from "../support/running.ts";

type Spoil = (data: string, content: string) => void;

const write =
  (name: string, text: string | Uint8Array): Spoil =>
  (data) =>
    writeFileSync(join(data, name), text);

const instead: Spoil = (data) => {
  rmSync(join(data, "reviews.json"));
  mkdirSync(join(data, "reviews.json"));
};

/** What is wrong with the files, and what the first line of the complaint must name. */
const SPOILT: readonly [name: string, spoil: Spoil, named: RegExp][] = [
  ["an empty file", write("cottage.json", ""), /^data\/cottage\.json/],
  ["a file cut short", (data) => truncateSync(join(data, "attractions.json"), 100), /^data\/attractions\.json:\d+/],
  ["a file of other bytes", write("booking.json", new Uint8Array([0xff, 0xfe, 0x00])), /^data\/booking\.json/],
  ["JSON of another kind", write("reviews.json", "[]"), /^data\/reviews\.json/],
  ["JSON of no end", write("reviews.json", "[".repeat(100_000)), /^data\/reviews\.json/],
  ["a file that is missing", (data) => rmSync(join(data, "booking.json")), /^data\/booking\.json/],
  ["a folder instead of a file", instead, /^data\/reviews\.json/],
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

for (const [name, spoil, named] of SPOILT) {
  test(`${name} stops the start, and is named`, async () => {
    const files = ownFiles();
    spoil(files.environment["DATA_DIR"] ?? "", files.environment["CONTENT_DIR"] ?? "");
    const { status, stdout, stderr } = await attempt(files.environment);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^[^\n]* reads [^\n]*\n$/, "nothing but what is read");
    assert.match(stderr, named);
    assert.doesNotMatch(stderr, /^\s+at |node:internal/m, "there is no stack");
  });
}
