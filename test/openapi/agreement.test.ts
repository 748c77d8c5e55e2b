/**
 * Compares the type guards for the owner's files with the published schemas, evaluated by Ajv, on thousands of mutated
 * responses.
 *
 * Two kinds of values may be rejected by the guards only. Unknown properties are typing errors in a file, but clients
 * must accept new ones. URIs without a usable host cannot be recognised by a pattern.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DATA_SETS } from "../../src/compile/data/datasets.ts";
import { validate as validateData } from "../../src/compile/data/schema.ts";
import { isObject } from "../support/json.ts";
import { jsonContent, readDescription } from "./description.ts";
import type { Description } from "./description.ts";
import { sendRequest, startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

const FILE = "data/cottage.json";

let server: RunningServer;
let description: Description;

before(async () => {
  server = await startServer();
  description = readDescription((await sendRequest(server.origin, { path: "/openapi.json" })).text);
});

after(() => server.stop());

/** Values of every type, each valid for some field. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, 3, 5, 6, 10, 11, 50, 51, 90.1, 180.1, 2.5, -1, -91, 1e6, 1e300],
  ...[
    "",
    " ",
    "\n",
    "text",
    "GB",
    "gb",
    "é",
    "cottage",
    "review_list",
    "attraction_list",
    "booking_options",
    "LodgingBusiness",
  ],
  ...["2026-07-31", "2026-02-29", "2024-02-29", "2026-13-01", "2026-7-31", "2026-07-31T00:00:00Z", "2026-07-31\n"],
  ...[
    "https://a.example/",
    "https://a.example/%20?b#c",
    "http://a.example/",
    "https://",
    "https://a b.example/",
    "https://ä.example",
  ],
  ...["HTTPS://a.example/", "a.example", "mailto:a@a.example", "https://a.example\n"],
  ...[[], {}, [1], ["text"], [null], { text: "text" }],
];

/** Yields copies of a value with one part replaced. Only the first and last items of a long array are replaced. */
function mutants(value: unknown): unknown[] {
  const found = [...VALUES];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    found.push([...items, items[0]], items.slice(1));
    for (const index of new Set([0, items.length - 1])) {
      found.push(...mutants(items[index]).map((other) => items.toSpliced(index, 1, other)));
    }
  } else if (isObject(value)) {
    found.push({ ...value, zebra: null });
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...others } = value;
      found.push(others, { ...others, [`${name}s`]: member }, { ...others, [name.toUpperCase()]: member });
      found.push(...mutants(member).map((other) => ({ ...value, [name]: other })));
    }
  }
  return found;
}

for (const { name, path, schema } of DATA_SETS) {
  test(`guard and schema of ${name} agree on every mutant`, async () => {
    const data: unknown = JSON.parse((await sendRequest(server.origin, { path })).text);
    const validate = description.schema(...jsonContent(path, "get", 200), "schema");
    assert.deepEqual(validateData(schema, data, FILE), { errors: [], normalized: data });
    assert.ok(validate(data));
    const all = mutants(data);
    const refused = all.filter((mutant) => {
      const { errors, normalized: served } = validateData(schema, mutant, FILE);
      const isUnknownOnly =
        errors.length > 0 && errors.every(({ code }) => /^field-(?:unknown|misspelt)$/.test(code));
      if (!isUnknownOnly)
        assert.equal(
          validate(errors.length === 0 ? served : mutant),
          errors.length === 0,
          disagreement(mutant, errors),
        );
      return errors.length > 0;
    });
    assert.ok(all.length > 500 && refused.length > all.length / 2, `${refused.length} of ${all.length} are refused`);
  });
}

function disagreement(mutant: unknown, errors: readonly object[]): string {
  return `${JSON.stringify(errors)}: ${JSON.stringify(mutant).slice(0, 2000)}`;
}

const NOWHERE = [
  "https://localhost/",
  "https://a.example:99999/",
  "https://-/",
  "https://[::1/",
  "https://256.256.256.256/",
];

test("the guard rejects unusable addresses, even those that the schema accepts", async () => {
  const data: unknown = JSON.parse((await sendRequest(server.origin, { path: "/api/v1/cottage" })).text);
  assert.ok(isObject(data));
  const { schema } = DATA_SETS[0];
  for (const url of NOWHERE) {
    const { errors } = validateData(schema, { ...data, url }, FILE);
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ["/url"],
      url,
    );
  }
});
