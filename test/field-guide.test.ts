/** The guide to fields and the first steps in each language. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fieldGuide, firstSteps, guideLanguage } from "../scripts/field-guide.ts";
import { defaultAnswers, LANGUAGES, textsIn } from "../scripts/new/answers.ts";
import { makeFolder } from "../scripts/new/folder.ts";
import { EXAMPLES } from "../scripts/owner-files.ts";
import { FILES } from "../src/compile/data/datasets.ts";
import type { JsonSchema } from "../src/compile/data/schema.ts";
import { ROOT } from "./support/suites.ts";

/** Lists every file and field, e.g. `site.contact.email`. */
function fieldPaths(schema: JsonSchema, path: string): string[] {
  const members = Object.entries({ ...schema.properties, ...schema.items?.properties });
  const own = members.filter(([, member]) => member.const === undefined);
  return [path, ...own.flatMap(([name, member]) => fieldPaths(member, `${path}.${name}`))];
}

const PATHS = FILES.flatMap(({ name, schema }) => fieldPaths(schema, name));
const ENGLISH = fieldGuide(guideLanguage("en"), EXAMPLES);

/** Every description of a schema, also those that the guide does not show. */
function descriptions({ description = "", items, properties = {} }: JsonSchema): string[] {
  const inner = [...(items === undefined ? [] : [items]), ...Object.values(properties)];
  return [description, ...inner.flatMap(descriptions)];
}

test("content/fields.json describes every field, and nothing that is not a field", () => {
  const table: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, "content/fields.json"), "utf8"));
  assert.deepEqual(FILES.flatMap(({ schema }) => descriptions(schema)), Object.values(table));
});

for (const code of LANGUAGES) {
  const language = guideLanguage(code);
  const guide = fieldGuide(language, EXAMPLES);

  test(`${code}: the guide has a row for each field, and the same fields as in English`, () => {
    const fields = (text: string) => [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, field]) => field);
    assert.deepEqual(fields(guide), fields(ENGLISH));
    assert.doesNotMatch(guide, /undefined|\| *\|/);
  });

  test(`${code}: the guide names all values of a list of choices`, () => {
    const row = guide.split("\n").find((line) => line.startsWith("| `features` |")) ?? "";
    assert.match(row, /\| [^|]+ "wifi", "washerDryer", .*, "indoorPool", "outdoorPool"/);
  });

  test(`${code}: the first steps name both commands and the folder`, () => {
    const { name, text } = firstSteps(code, '"my mill"');
    assert.match(name, /^[A-Z-]+\.md$/);
    assert.match(text, /`node holiday-cottage "my mill" --watch`/);
    assert.match(text, /`node holiday-cottage "my mill" --check`/);
    assert.doesNotMatch(text, /\{\w+\}/);
  });

  if (code !== "en") {
    test(`${code}: every field is explained, and nothing that is not a field`, () => {
      assert.deepEqual(Object.keys(language.fields).toSorted(), PATHS.toSorted());
    });
  }
}

test("hints of editors are in the owner's language", (context) => {
  const parent = mkdtempSync(join(tmpdir(), "cottage-"));
  context.after(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "haus");
  const texts = textsIn("de");
  makeFolder(folder, defaultAnswers(texts), texts, "2026-11-20");
  const schema = readFileSync(join(folder, "data/schema/site.schema.json"), "utf8");
  assert.match(schema, /"description": "Fotos, das beste zuerst"/);
});
