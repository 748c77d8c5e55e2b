/**
 * Common mistakes of owners: each changes a line of the sample, and a finding of `--check` must name the cause.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkFolder } from "../src/author/check.ts";
import { readFolderConfig } from "../src/author/folder.ts";
import { formatFinding } from "../src/compile/messages.ts";
import { BASE_URL } from "./support/sample.ts";
import { copySample } from "./support/folder.ts";
import { sequence } from "./support/patterns.ts";

const { folder: FOLDER, environment: FOLDER_ENVIRONMENT } = copySample();

/** Checks the copy of the sample. Returns a line for each finding. */
function checkCopy(): string[] {
  const { config } = readFolderConfig({ BASE_URL, ...FOLDER_ENVIRONMENT });
  const { findings } = checkFolder(config, Date.UTC(2026, 10, 20));
  return findings.map((finding) => formatFinding(finding));
}

/** Findings of the unchanged sample. */
const KNOWN_FINDINGS = new Set(checkCopy());

function assertFound(expected: RegExp): void {
  const lines = checkCopy().filter((line) => !KNOWN_FINDINGS.has(line));
  assert.ok(
    lines.some((line) => expected.test(line)),
    `${expected}\n${lines.join("\n")}`,
  );
}

const COTTAGE = "data/cottage.json";
const SITE = "data/site.json";
const REVIEWS = "data/reviews.json";
const ABOUT = "content/about.md";

/** One mistake for each module that detects some. The tests of a module check all of its messages. */
const MISTAKES: readonly (readonly [name: string, file: string, from: string, to: string, finding: RegExp])[] = [
  [
    "a comment",
    COTTAGE,
    '"bedrooms": 3,',
    '"bedrooms": 3, // and an attic',
    /cottage\.json:15:18: error: comments are not allowed in this file/,
  ],
  [
    "no with quotation marks",
    COTTAGE,
    '"petsAllowed": true',
    '"petsAllowed": "non"',
    /error: petsAllowed must be true \(yes\) or false \(no\) without quotation marks, not "non"/,
  ],
  [
    "a day as people write it",
    SITE,
    '"updated": "2026-11-02"',
    '"updated": "2.11.2026"',
    /updated must be a valid date, written year-month-day, such as "2026-07-31", not "2\.11\.2026"/,
  ],
  [
    "a national telephone number",
    SITE,
    '"telephone": "+44 1632 960147"',
    '"telephone": "01632/960147"',
    /must be a telephone number that begins with \+ and the country code, .*, not "01632\/960147"/,
  ],
  [
    "a bed in the owner's language",
    SITE,
    '"kind": "double"',
    '"kind": "letto matrimoniale"',
    /error: kind in entry 3 of beds must be one of .*, not "letto matrimoniale"/,
  ],
  [
    "a fact that differs from another",
    REVIEWS,
    '"ratingValue": 4.8',
    '"ratingValue": 4.7',
    /error: ratingValue is 4\.7, but ratingValue in aggregateRating/,
  ],
  [
    "latitude and longitude swapped",
    COTTAGE,
    '"latitude": 54.26835, "longitude": -2.16417',
    '"latitude": -2.16417, "longitude": 54.26835',
    /warning: entry 1 of map places .* km from the cottage: check for .* latitude and longitude the wrong way round/,
  ],
  [
    "a place far away",
    SITE,
    '"longitude": -2.06777',
    '"longitude": 2.06777',
    /warning: entry 6 of map places Carrow Dairy 2\d\d km from the cottage/,
  ],
  [
    "HTML",
    ABOUT,
    "Wrenfold was never",
    "Wrenfold <b>was</b> never",
    /about\.md:9:10: error: HTML and <addresses> do not work here/,
  ],
  [
    "a fact misspelt",
    ABOUT,
    "Wrenfold was never",
    "{{cottage.nmae}} was never",
    /about\.md:9:\d+: error: \{\{cottage\.nmae\}\} has no value; did you mean cottage\.name\?/,
  ],
  [
    "a door code",
    ABOUT,
    "Wrenfold was never",
    "The door code is 4711. Wrenfold was never",
    /about\.md:9:10: warning: this line mentions "code is 4711"/,
  ],
  [
    "a link to no page",
    ABOUT,
    "Wrenfold was never",
    "[Write](/contacts). Wrenfold was never",
    /about\.md:9:9: error: the link to \/contacts leads nowhere: .*; did you mean \/contact\?/,
  ],
];

for (const [name, file, from, to, expected] of MISTAKES) {
  test(`${name} in ${file} is reported with its cause`, () => {
    const path = join(FOLDER, file);
    const text = readFileSync(path, "utf8");
    assert.ok(text.includes(from), from);
    try {
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      assertFound(expected);
    } finally {
      writeFileSync(path, text);
    }
  });
}

const RENAMED: readonly (readonly [from: string, to: string, finding: RegExp])[] = [
  [
    COTTAGE,
    "data/cottage.json.txt",
    sequence(
      /^data\/cottage\.json: error: this file is missing from .*, /,
      /but there is a file named cottage\.json\.txt: rename it to cottage\.json$/,
    ),
  ],
  [
    REVIEWS,
    "data/Reviews.json",
    sequence(
      /^data\/reviews\.json: error: this file is missing from .*, /,
      /but there is a file named Reviews\.json: rename it to reviews\.json$/,
    ),
  ],
  [
    ABOUT,
    "content/About.md",
    /there is a file named About\.md: rename it to about\.md$/,
  ],
];

for (const [from, to, expected] of RENAMED) {
  test(`${to} instead of ${from} is reported`, () => {
    try {
      renameSync(join(FOLDER, from), join(FOLDER, to));
      assertFound(expected);
    } finally {
      renameSync(join(FOLDER, to), join(FOLDER, from));
    }
  });
}

for (const name of ["index", "welcome", "about", "contact", "privacy"]) {
  test(`without content/${name}.md the message says where to get it`, () => {
    const path = join(FOLDER, "content", `${name}.md`);
    const text = readFileSync(path, "utf8");
    try {
      rmSync(path);
      const source = "from the program folder \\(scripts/template, then the folder for your language\\)";
      const advice = `copy ${name}\\.md into content ${source}`;
      assertFound(new RegExp(`^content/${name}\\.md: error: this page is required but missing: ${advice}$`));
    } finally {
      writeFileSync(path, text);
    }
  });
}

test("the host's portrait does not count as unused", () => {
  const path = join(FOLDER, SITE);
  const text = readFileSync(path, "utf8");
  const portrait = join(FOLDER, "content/images/marian.png");
  cpSync(join(FOLDER, "content/images/share.png"), portrait);
  try {
    assertFound(/^content\/images\/marian\.png: warning: this picture is not used anywhere/);
    writeFileSync(path, text.replace('"contact": {', '"contact": { "portrait": "marian.png",'));
    assert.ok(!checkCopy().some((line) => line.startsWith("content/images/marian.png")));
  } finally {
    writeFileSync(path, text);
    rmSync(portrait);
  }
});

test("an unknown data file is reported", () => {
  const path = join(FOLDER, "data", "prices.json");
  try {
    writeFileSync(path, "{}");
    assertFound(/^data\/prices\.json: warning: this file is not used: .* a name such as data\/site\.json /);
  } finally {
    rmSync(path);
  }
});

test("mistakes in all data files are reported together, and the pages are checked once there are none", () => {
  const edits = [
    [COTTAGE, '"bedrooms": 3', '"bedrooms": "3"'],
    [REVIEWS, '"ratingValue": 4.8', '"ratingValue": 4,8'],
    [SITE, '"file": "cottage.svg"', '"file": "Photo été.jpg"'],
    [ABOUT, "Wrenfold was", "{{reviews.nmae}} was"],
  ] as const;
  const before = edits.map(([file]) => [join(FOLDER, file), readFileSync(join(FOLDER, file), "utf8")] as const);
  try {
    for (const [file, from, to] of edits)
      writeFileSync(join(FOLDER, file), readFileSync(join(FOLDER, file), "utf8").replace(from, to));
    const filesWithErrors = () => {
      const errors = checkCopy().filter((line) => line.includes(": error: "));
      return errors.map((line) => line.split(":", 1).join());
    };
    assert.deepEqual(filesWithErrors(), [COTTAGE, REVIEWS, SITE]);
    for (const [path, text] of before.slice(0, 3)) writeFileSync(path, text);
    assert.deepEqual(filesWithErrors(), [ABOUT]);
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
});

test("the site's own address may be left out", () => {
  const path = join(FOLDER, COTTAGE);
  const text = readFileSync(path, "utf8");
  try {
    writeFileSync(path, text.replace('  "url": "https://wrenfold.example/",\n', ""));
    assert.ok(!checkCopy().some((line) => line.includes("error")));
  } finally {
    writeFileSync(path, text);
  }
});
