/** Advice about facts, and about files that nothing uses. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readTextFiles } from "../../../src/author/lint/lines.ts";
import { lintFacts, findUnusedFiles } from "../../../src/author/lint/site.ts";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { formatMessage } from "../../../src/compile/messages.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ROOT, sampleConfig, sampleFacts } from "../../support/sample.ts";

const TODAY = "2026-11-20";
const sample = sampleFacts();
const { cottage, reviews, site } = sample;
const [first] = reviews.reviews;
assert.ok(first !== undefined);
const { photos: _photos, ...withoutPhotos } = site;

/** Formats each piece of advice as `level file/field message`. */
function adviceLines(facts: Facts): string[] {
  const advice = [...lintFacts(facts, TODAY)];
  return advice.map(({ level, file, pointer, code, values }) => {
    const name = file.replace(/^data\/|\.json$/g, "");
    return `${level} ${name}${pointer} ${formatMessage({ code, values: { ...values, field: "" } }).trim()}`;
  });
}

test("there is no advice about the facts of the sample", () => {
  assert.deepEqual(adviceLines(sample), []);
});

const CASES: readonly [name: string, facts: Facts, expected: RegExp][] = [
  [
    "coordinates not filled in",
    { ...sample, cottage: { ...cottage, geo: { latitude: 0, longitude: 0 } } },
    /^warning cottage\/geo has a latitude and longitude of 0/,
  ],
  [
    "a review from the future",
    { ...sample, reviews: { ...reviews, reviews: [{ ...first, datePublished: "2026-11-21" }] } },
    /^warning reviews\/reviews\/0\/datePublished is 2026-11-21, which is in the future/,
  ],
  [
    "files changed in the future",
    { ...sample, site: { ...site, updated: "2027-01-01" } },
    /^warning site\/updated is 2027-01-01/,
  ],
  ["no photographs", { ...sample, site: { ...site, photos: [] } }, /^warning site\/photos the site has no photos yet/],
  ["no list of photographs", { ...sample, site: withoutPhotos }, /^warning site\/photos the site has no photos yet/],
];

for (const [name, facts, expected] of CASES) {
  test(`${name} is one piece of advice`, () => {
    const [only, ...others] = adviceLines(facts);
    assert.match(only ?? "", expected);
    assert.deepEqual(others, []);
  });
}

test("today is not in the future", () => {
  const newReviews = { ...reviews, reviews: [{ ...first, datePublished: TODAY }] };
  assert.deepEqual(adviceLines({ ...sample, reviews: newReviews, site: { ...site, updated: TODAY } }), []);
});

const HERE = { name: "Here", latitude: 54, longitude: -2 };
const THERE = { name: "There", latitude: 40, longitude: 20 };

const POSITIONS: readonly [latitude: number, longitude: number, map: Facts["site"]["map"], ...advice: RegExp[]][] = [
  [54.1, -2.1, [HERE]],
  [54.1, -2.1, undefined],
  [0, 30, [{ name: "Beach", latitude: 0.1, longitude: 30 }]], // on the equator
  [54.8, -2, [HERE]],
  [55, -2, [HERE], /^warning site\/map\/0 places Here 111 km from/],
  [54.1, -2.1, [HERE, THERE], /^warning site\/map\/1 places There \d+ km from/],
  [-2, 54, [HERE, THERE], /^warning site\/map\/0 places Here/, /^warning site\/map\/1 places There/],
];

for (const [latitude, longitude, map, ...advice] of POSITIONS) {
  const places = (map ?? []).map(({ name }) => name).join(" and ") || "no places";
  test(`the advice for a cottage at ${latitude}, ${longitude} with ${places} has ${advice.length} lines`, () => {
    const { map: _, ...withoutMap } = site;
    const lines = adviceLines({
      ...sample,
      cottage: { ...cottage, geo: { latitude, longitude } },
      site: map === undefined ? withoutMap : { ...withoutMap, map },
    });
    assert.equal(lines.length, advice.length, lines.join());
    for (const [index, pattern] of advice.entries()) assert.match(lines[index] ?? "", pattern);
  });
}

/** Returns the configuration of a folder with the data files of the sample and no content. */
function ownersFolder() {
  const folder = temporaryFolder();
  const dataDirectory = join(folder, "data");
  const contentDirectory = join(folder, "content");
  cpSync(join(ROOT, "data"), dataDirectory, { recursive: true });
  mkdirSync(join(contentDirectory, "images"), { recursive: true });
  return { ...sampleConfig(), dataDirectory, contentDirectory };
}

function findUnused(config: ReturnType<typeof ownersFolder>) {
  return findUnusedFiles(config, readTextFiles(config));
}

test("a folder of this version has no unused files, and neither has the sample", () => {
  assert.deepEqual(findUnused(ownersFolder()), []);
  assert.deepEqual(findUnused(sampleConfig()), []);
});

const PICTURES: readonly (readonly [name: string, isReported: boolean])[] = [
  ["kitchen.jpg", false],
  ["kitchen-800.jpg", false],
  ["named-on-a-page.webp", false],
  ["named-in-a-style-sheet.png", false],
  ["share.png", false],
  ["favicon.svg", false],
  ["IMG_2034.JPG", true],
  ["garden-800.jpg", true],
  ["kitchen-2.jpg", true],
  ["kitchen-10.jpg", true],
  ["notes.txt", false],
  ["rules.pdf", false],
];

test("photographs that no page shows are reported, with the entry to add", () => {
  const config = ownersFolder();
  const { dataDirectory, contentDirectory } = config;
  for (const [name] of PICTURES) writeFileSync(join(contentDirectory, "images", name), "");
  writeFileSync(join(contentDirectory, "about.md"), "![x](/images/named-on-a-page.webp)");
  writeFileSync(join(contentDirectory, "owner.css"), "body { background: url(/images/named-in-a-style-sheet.png) }");
  writeFileSync(join(dataDirectory, "site.json"), '{ "photos": [{ "file": "kitchen.jpg" }] }');
  const findings = findUnused(config);
  const reported = PICTURES.filter(([, isReported]) => isReported).map(([name]) => `content/images/${name}`);
  assert.deepEqual(findings.map(({ file }) => file).sort(), reported.sort());
  assert.match(findings[0]?.message ?? "", /add \{ "file": "IMG_2034\.JPG", "alt": "what it shows" \} to "photos"/);
});

const FILES: readonly (readonly [path: string, isReported: boolean])[] = [
  ["content/prices.md.txt", true],
  ["content/prices.txt", true],
  ["content/Prices.DOCX", true],
  ["content/words.json.txt", true],
  ["content/words.json", false],
  ["content/help.txt", false],
  ["content/prices.md", false],
  ["content/robots", false],
  ["data/prices.json", true],
  ["data/notes.txt", true],
  ["data/.hidden", false],
  ["data/README.md", false],
];

for (const [path, isReported] of FILES) {
  test(`${path} is ${isReported ? "" : "not "}reported as unused`, () => {
    const config = ownersFolder();
    writeFileSync(join(config.dataDirectory, "..", path), "");
    const files = findUnused(config).map(({ file }) => file);
    assert.deepEqual(files, isReported ? [path] : []);
  });
}
