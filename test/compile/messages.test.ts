import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatMessage, type Message } from "../../src/compile/messages.ts";
import { ROOT } from "../support/sample.ts";
import { filesBelow } from "../support/suites.ts";

const ENGLISH: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, "content/messages/en.json"), "utf8"),
);

test("every sentence of the English table is used", () => {
  const source = ["src", "scripts"]
    .flatMap((folder) => filesBelow(join(ROOT, folder), ".ts").map((path) => join(ROOT, folder, path)))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const unused = Object.keys(ENGLISH).filter((code) => !source.includes(`"${code}"`));
  assert.deepEqual(unused.filter((code) => !/^(?:level-|expected-(?:number|integer)$)/.test(code)), []);
});

const FIELD: Message = {
  code: "field-in-group",
  values: { name: "rating", group: { code: "field-entry", values: { number: 4, list: "reviews" } } },
};
const MISSING: Message = { code: "field-missing", values: { field: FIELD, name: "{stars}" } };

test("a message among the values is formatted too, and braces in a value are not a placeholder", () => {
  assert.equal(formatMessage(MISSING), 'the field "{stars}" is missing from rating in entry 4 of reviews: add it');
});

test("a message that a table lacks is in English", () => {
  const german = { "field-missing": 'In {field} fehlt "{name}"', "field-in-group": "{name} in {group}" };
  assert.equal(formatMessage(MISSING, german), 'In rating in entry 4 of reviews fehlt "{stars}"');
});

test("a placeholder without a value stays as it is", () => {
  const message: Message = { code: "field-missing", values: { field: "reviews" } };
  assert.equal(formatMessage(message), 'the field "{name}" is missing from reviews: add it');
});
