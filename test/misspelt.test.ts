/** Proposals for a misspelt flag or folder on the command line. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { describeMisspelling } from "../scripts/misspelt.ts";
import { temporaryFolder } from "./support/folder.ts";

const PARENT = temporaryFolder();
for (const name of ["haus-hansen", "casale conti", "holiday-cottage"]) {
  mkdirSync(join(PARENT, name, "data"), { recursive: true });
}
for (const name of ["haus-hansen", "casale conti"]) writeFileSync(join(PARENT, name, "data", "site.json"), "{}");

const HANSEN = join(PARENT, "haus-hansen");
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
  [[join(PARENT, "holiday-cotage")], undefined], // not the folder of a cottage
  [[join(PARENT, "bergblick")], undefined],
  [[MISSPELT, "hansen"], undefined], // the program asks for quotation marks
  [[join(HANSEN, "data", "site.json", "x")], undefined],
  [[join(PARENT, "nowhere", "haus-hansen")], undefined],
];

for (const [words, message] of LINES) {
  const line = words.map((word) => word.replace(PARENT, "")).join(" ");
  test(`node holiday-cottage ${line}`, () => assert.equal(describeMisspelling(words), message));
}
