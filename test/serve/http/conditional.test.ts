import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestFields } from "../../../src/serve/http/message.ts";
import { staticHandler } from "../../../src/serve/http/static-handlers.ts";
import { request } from "../../support/conform.ts";
import { fastestMs } from "../../support/stopwatch.ts";

const TAG = '"abc"';
const body = Buffer.from("about");
const handler = staticHandler({
  mediaType: "text/plain",
  contentFields: [],
  sharedFields: [],
  representations: [{ coding: "identity", etag: TAG, body }],
});

type Outcome = "none" | "not_modified" | "failed";
const OUTCOMES: Readonly<Record<number, Outcome>> = { 200: "none", 304: "not_modified", 412: "failed" };

/** Returns which precondition, if any, decides about a response. */
function precondition(headers: RequestFields): Outcome | undefined {
  const result = handler(request({ headers }));
  return result.kind === "deferred" ? undefined : OUTCOMES[result.status];
}

const CASES: readonly [fields: RequestFields, expected: Outcome][] = [
  [{}, "none"],
  [{ "if-none-match": '"abc"' }, "not_modified"],
  [{ "if-none-match": 'W/"abc"' }, "not_modified"], // weak comparison: a proxy may have weakened it
  [{ "if-none-match": '"xyz"' }, "none"],
  [{ "if-none-match": '"xyz", "abc"' }, "not_modified"],
  [{ "if-none-match": '"xyz","abc"' }, "not_modified"],
  [{ "if-none-match": '"xyz"\t ,  W/"abc" ' }, "not_modified"],
  [{ "if-none-match": ',, "abc",' }, "not_modified"],
  [{ "if-none-match": '"x,y", "abc"' }, "not_modified"], // a comma inside a tag separates nothing
  [{ "if-none-match": '"x, "abc"' }, "none"],
  [{ "if-none-match": '"x", abc, "abc"' }, "none"], // what follows nonsense is not believed
  [{ "if-none-match": "*" }, "not_modified"],
  [{ "if-none-match": " * " }, "not_modified"],
  [{ "if-none-match": '"xyz", *' }, "none"], // "*" only alone
  [{ "if-none-match": "abc" }, "none"], // a tag is quoted
  [{ "if-none-match": 'w/"abc"' }, "none"], // W is upper case
  [{ "if-none-match": '"ABC"' }, "none"],
  [{ "if-none-match": '""' }, "none"],
  [{ "if-none-match": "" }, "none"],
  [{ "if-none-match": '"abc"', "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, "not_modified"],
  [{ "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT" }, "none"], // there is no date to compare with
  [{ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, "none"],
  [{ "if-match": '"abc"' }, "none"],
  [{ "if-match": '"xyz", "abc"' }, "none"],
  [{ "if-match": "*" }, "none"],
  [{ "if-match": 'W/"abc"' }, "failed"], // strong comparison
  [{ "if-match": '"xyz"' }, "failed"],
  [{ "if-match": '"xyz"', "if-none-match": '"abc"' }, "failed"], // If-Match is evaluated first
  [{ "if-match": '"abc"', "if-none-match": '"abc"' }, "not_modified"],
];

for (const [headers, expected] of CASES) {
  test(`${JSON.stringify(headers)} is ${expected}`, () => {
    assert.equal(precondition(headers), expected);
  });
}

test("repeated lines are joined", () => {
  assert.equal(precondition({ "if-none-match": `"xyz", ${TAG}` }), "not_modified");
});

test("a list of 16 KiB is read in linear time", () => {
  const tags = ['"a",'.repeat(4000), `"${"a".repeat(16_000)}`, 'W/"'.repeat(5000)];
  for (const field of [...tags, ",".repeat(16_000), " ".repeat(16_000)]) {
    assert.ok(fastestMs(() => precondition({ "if-none-match": field }), 5) < 100, field.slice(0, 8));
  }
});
