/** Mistakes on the command line: misspelt or missing flags and folders. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { describeUsageError } from "../scripts/usage.ts";
import { temporaryFolder } from "./support/folder.ts";

const PARENT = temporaryFolder();
for (const name of ["haus-hansen", "casale conti", "holiday-cottage"]) {
  mkdirSync(join(PARENT, name, "data"), { recursive: true });
}
for (const name of ["haus-hansen", "casale conti"]) writeFileSync(join(PARENT, name, "data", "site.json"), "{}");

const HANSEN = join(PARENT, "haus-hansen");
const HANSEN_DATA = join(HANSEN, "data");
const BELOW_FILE = join(HANSEN_DATA, "site.json", "x");
const BERGBLICK = join(PARENT, "bergblick");
const NOWHERE = join(PARENT, "nowhere", "haus-hansen");
const CONTY = join(PARENT, "casale-conty");
const MISSPELT = join(PARENT, "haus-hannsen");

const FLAGS =
  "--new, --renew, --card, --watch, --check, --compile, --help, --health, --version, --json, --finished";

const LINES: readonly (readonly [words: readonly string[], message: string | undefined])[] = [
  [[HANSEN, "--check"], undefined],
  [[HANSEN, "--check", "--finished"], undefined],
  [[HANSEN, "--compile", MISSPELT], undefined],
  [[HANSEN, "--chek"], "--chek is not a flag; did you mean --check?"],
  [["--wach", MISSPELT], "--wach is not a flag; did you mean --watch?"],
  [["--rennew"], "--rennew is not a flag; did you mean --renew?"],
  [["--cart"], "--cart is not a flag; did you mean --card?"],
  [["--publish"], `--publish is not a flag; the flags are ${FLAGS}`],
  [[MISSPELT, "--check"], `There is no folder ${MISSPELT}; did you mean ${HANSEN}?`],
  [[CONTY], `There is no folder ${CONTY}; did you mean ${join(PARENT, "casale conti")}?`],
  // `holiday-cottage` is not the folder of a cottage.
  [[join(PARENT, "holiday-cotage")], `There is no folder ${join(PARENT, "holiday-cotage")}`],
  [[BERGBLICK, "--card"], `There is no folder ${BERGBLICK}`],
  [
    ["haus", "hansen"],
    'Only one folder is read, not haus and hansen; if it is one name, write "haus hansen" in quotation marks',
  ],
  [[HANSEN, "\u2014check"], "\u2014check is not a flag; did you mean --check?"],
  [[HANSEN, "\u2013wach"], "\u2013wach is not a flag; did you mean --watch?"],
  [[HANSEN, "check"], "check is not a flag; did you mean --check?"],
  [["--check"], "Name the folder of your cottage: node holiday-cottage my-cottage --check"],
  [["--check", "--finished"], "Name the folder of your cottage: node holiday-cottage my-cottage --check --finished"],
  [["--card"], "Name the folder of your cottage: node holiday-cottage my-cottage --card"],
  [["--version"], undefined],
  [[HANSEN_DATA, "--check"], `${HANSEN_DATA} is only a part of your cottage's folder: name ${HANSEN} instead`],
  [[BELOW_FILE], `There is no folder ${BELOW_FILE}`],
  [[NOWHERE], `There is no folder ${NOWHERE}`],
];

for (const [words, message] of LINES) {
  const line = words.map((word) => word.replace(PARENT, "")).join(" ");
  test(`node holiday-cottage ${line}`, () => assert.equal(describeUsageError(words, {}), message));
}

test("the variables for the folders replace the folder, except for --renew and --card", () => {
  const environment = { DATA_DIR: join(HANSEN, "data") };
  assert.equal(describeUsageError(["--check"], environment), undefined);
  assert.match(describeUsageError(["--renew"], environment) ?? "", /^Name the folder of your cottage: /);
});
