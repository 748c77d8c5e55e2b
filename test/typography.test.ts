/** Typographic rules of each language: spaces and quotation marks. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "./support/sample.ts";
import { filesBelow } from "./support/suites.ts";
import { TABLES } from "./support/tables.ts";

const LANGUAGES = [...TABLES.keys()];

interface Text {
  readonly place: string;
  readonly text: string;
}

function textsIn(value: unknown, place: string): Text[] {
  if (typeof value === "string") return [{ place, text: value }];
  return Object.entries(value ?? {}).flatMap(([name, member]) => textsIn(member, `${place} ${name}`));
}

function jsonTexts(path: string): Text[] {
  return textsIn(JSON.parse(readFileSync(join(ROOT, path), "utf8")), path);
}

/** Lines of pages, without addresses, code and placeholders. */
function pageTexts(folder: string): Text[] {
  return filesBelow(join(ROOT, folder), ".md").flatMap((file) => {
    const text = readFileSync(join(ROOT, folder, file), "utf8");
    return text.split("\n").map((line, index) => ({ place: `${folder}/${file}:${index + 1}`, text: line }));
  });
}

/** Replaces placeholders, addresses, code and names of front matter fields with "x". */
function prose(text: string): string {
  const placeholders = text.replaceAll(/\{\{.*?\}\}|\{\w+\}/g, "x");
  const addresses = placeholders.replaceAll(/\]\([^)]*\)|<[^>]*>|\b(?:mailto|tel|geo):/g, "x");
  return addresses.replaceAll(/`[^`]*`|\b(?:title|description|label): |"\w+: …"|"\w+": (?=["\dx])/g, "x");
}

function guestTexts(language: string): Text[] {
  return [...jsonTexts(`content/words/${language}.json`), ...pageTexts(`scripts/template/${language}`)];
}

/** Returns the texts for owners, in which straight quotation marks are allowed, because some contain JSON. */
function ownerTexts(language: string): Text[] {
  const messages = language === "en" ? [] : jsonTexts(`content/messages/${language}.json`);
  const questions = jsonTexts(`scripts/template/${language}.json`);
  return [...questions, ...jsonTexts(`scripts/template/fields/${language}.json`), ...messages];
}

function assertNoMatch(texts: readonly Text[], forbidden: RegExp): void {
  const found = texts.filter(({ text }) => forbidden.test(prose(text))).map(({ place, text }) => `${place}: ${text}`);
  assert.deepEqual(found, []);
}

for (const language of LANGUAGES) {
  test(`${language}: texts for guests have no straight quotation marks, double spaces or three full stops`, () => {
    assertNoMatch(guestTexts(language), /['"]|[^ \n] {2,}[^ ]|\.\.\./);
  });
}

test("fr: there is a no-break space before a colon, and a narrow one before ; ? and !", () => {
  const texts = [...guestTexts("fr"), ...ownerTexts("fr")];
  assert.ok(texts.length > 400);
  assertNoMatch(texts, /(?<!\u202f)[;?!](?=\s|$)|(?<!\u00a0):(?=\s|$)/);
});

test("fr: guillemets have no-break spaces inside", () => {
  assertNoMatch([...guestTexts("fr"), ...ownerTexts("fr")], /«(?!\u00a0)|(?<!\u00a0)»|[“”„]/);
});

test("de: quotation marks are „ and “", () => {
  const texts = [...guestTexts("de"), ...ownerTexts("de")];
  assertNoMatch(texts, /[”«»]|“[^“„]*“(?![^“]*$)/);
  for (const { place, text } of texts) {
    assert.equal(text.split("„").length, text.split("“").length, `${place}: ${text}`);
  }
});

test("es: questions and exclamations are opened as well as closed", () => {
  for (const { place, text } of [...guestTexts("es"), ...ownerTexts("es")]) {
    const plain = prose(text);
    assert.equal(plain.split("¿").length, plain.split("?").length, `${place}: ${text}`);
    assert.equal(plain.split("¡").length, plain.replaceAll(/!(?=[[=])/g, "").split("!").length, `${place}: ${text}`);
  }
});

for (const language of LANGUAGES) {
  test(`${language}: a number and its unit have a no-break space between them`, () => {
    assertNoMatch([...guestTexts(language), ...ownerTexts(language)], /(?:\}|\d) (?:km|m²|€)(?!\p{L})|€ \d/u);
  });
}
