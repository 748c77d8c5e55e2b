/** A new cottage, in each language: it can be served, is told what is left to do, and claims nothing that nobody said. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { type Answers, answered, LANGUAGES, layOut, quoted, standardAnswers, textsIn } from "../scripts/new-cottage.ts";
import { check } from "../src/author/check.ts";
import { configure } from "../src/config.ts";
import { prepare } from "../src/compile/compile.ts";
import { ask, ROOT } from "./support/sample.ts";

const NOW = Date.UTC(2026, 10, 20);

function laidOut(context: TestContext, language: string, answers: Partial<Answers> = {}) {
  const folder = join(mkdtempSync(join(tmpdir(), "cottage-")), "mine");
  context.after(() => rmSync(join(folder, ".."), { recursive: true }));
  const texts = textsIn(language);
  layOut(folder, { ...standardAnswers(texts), ...answers }, texts, "2026-11-20");
  const environment = { DATA_DIR: join(folder, "data"), CONTENT_DIR: join(folder, "content"), BASE_URL: "https://cottage.example" };
  return { folder, texts, configured: configure(environment) };
}

const ODD = { name: "Ty’r \"Môr\" & *Mynydd*", country: "FR", bedrooms: "0", sleeps: "1", telephone: "+33 1 99 00 12 34", licence: "yes" };

for (const [language, answers] of [...LANGUAGES.map((each) => [each, {}] as const), ["en", ODD] as const]) {
  test(`a folder laid out in ${language} for ${JSON.stringify(answers)} can be served, and says what is left to fill in`, (context) => {
    const { folder, texts, configured } = laidOut(context, language, answers);
    const { ok, findings } = check(configured, NOW);
    assert.equal(ok, true, JSON.stringify(findings, null, 2));
    const unfilled = findings.filter(({ message }) => message.includes(`says "${texts.fillIn}"`)).map(({ file }) => file);
    for (const name of ["cottage", "attractions", "booking", "site"]) assert.ok(unfilled.includes(`data/${name}.json`), name);
    for (const file of readdirSync(join(folder, "content")).filter((name) => name.endsWith(".md") && !/^(?:contact|index)/.test(name))) {
      assert.ok(unfilled.includes(`content/${file}`), file);
    }
    assert.deepEqual(readdirSync(join(folder, "content")).filter((name) => !name.endsWith(".md")), ["images"]);
  });
}

/** Every page, in HTML and in markdown, as people and agents are told it. */
function pagesOf(context: TestContext, language: string): { readonly path: string; readonly text: string }[] {
  const { folder, configured } = laidOut(context, language, { name: "Xanadu", street: "1", locality: "Xtown", postcode: "1", region: "Xshire", telephone: "+33 1 99 00 12 34" });
  const { router } = prepare(configured.config, { isReady: () => true, now: () => NOW });
  assert.ok(router !== undefined);
  const names = new Set([...readdirSync(join(folder, "content")).filter((name) => name.endsWith(".md")), "developers.md"]);
  const shown = { accept: "text/html", "sec-fetch-dest": "document" };
  return [
    ...[...names].flatMap((name) => [name === "index.md" ? "/" : `/${name.replace(".md", "")}`, `/${name}`]).map((path) => ({ path, text: ask(router, "GET", path).body.toString() })),
    ...["/nothing"].map((path) => ({ path, text: router.refusals({ method: "GET", path, headers: shown, body: Buffer.alloc(0) }, ask(router, "GET", path)).body.toString() })),
  ];
}

/** The words that a person reads or is read, and no names, addresses or codes. */
function wordsOf(whole: string): string[] {
  const text = whole.replace(/<main id="main" lang="en">[^]*<\/main>/, "");
  const attributes = [...text.matchAll(/ (?:alt|title|aria-label|(?:name="|property="og:)(?:description|title|site_name|image:alt)" content)="([^"]*)"/g)].map(([, value]) => value);
  const plain = text
    .replace(/<(script|style|code)[^]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ");
  const prose = [plain, ...attributes].join(" ").replace(/https?:\/\/\S+|\S+@\S+|\/[\w./-]+|\{[^}]*\}|`[^`]*`|\b[\w-]+\.(?:md|txt|json|html)\b/g, " ");
  return everyWord(prose);
}

function everyWord(text: string): string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}’]+/gu) ?? [];
}

function read(folder: string): string {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(ROOT, folder, entry.name), "utf8"))
    .join(" ");
}

/** A good thousand words of English: the sample's pages, the words and the templates. */
const ENGLISH = new Set(everyWord(["index", "welcome", "about", "contact", "privacy", "developers"].map((name) => readFileSync(join(ROOT, `content/${name}.md`), "utf8")).join(" ") + read("scripts/template/en") + readFileSync(join(ROOT, "content/words/en.json"), "utf8")));

/** Words of English that are no words of any other, wherever they stand. */
const ENGLISH_ALONE = /^(?:the|and|this|with|from|you|your|there|have|has|them|what|when|which)$/;

for (const language of LANGUAGES.slice(1)) {
  test(`a site in ${language} has no English word on any page`, (context) => {
    const own = new Set(everyWord(read(`scripts/template/${language}`) + readFileSync(join(ROOT, `content/words/${language}.json`), "utf8").replace(/"[^"]*":/g, " ") + JSON.stringify(textsIn(language).texts)));
    assert.ok(ENGLISH.size > 1000);
    for (const { path, text } of pagesOf(context, language)) {
      if (path === "/developers.md") continue; // English, and said to be so where HTML can say it
      assert.doesNotMatch(text, />Developers</, path);
      // The developers page is listed by its English title.
      const foreign = [...new Set(wordsOf(text.replace(/^- \[.*\/developers\.md\)$/m, "")))].filter((word) => ENGLISH_ALONE.test(word) || (ENGLISH.has(word) && !own.has(word)));
      // The developers page has an English title, and the cottage a name.
      const allowed = path === "/developers" ? wordsOf("and with the for developers a keyless read-only JSON API and MCP server facts of endpoints, fields, examples, errors and limits") : [];
      assert.deepEqual(foreign.filter((word) => !allowed.includes(word) && !["website", "json", "mcp", "api", "openapi", "xanadu", "llms", "summary"].includes(word)), [], path);
    }
  });
}

/** What the sample may say and a cottage may not whose owner has said nothing. */
const CLAIMS =
  /\b(?:verified|short-term rental|marketplace|CC-BY|creativecommons|under CC|king|queen|double|wi-?fi|sheep|Wrenfold|out of 5|parking|heating)\b|★|"Free"|"petsAllowed":true/i;

test("nothing is claimed of a cottage whose owner has said nothing", (context) => {
  const { configured } = laidOut(context, "en");
  const { router } = prepare(configured.config, { isReady: () => true, now: () => NOW });
  assert.ok(router !== undefined);
  const pages = ["/", "/about", "/contact", "/legal-notice", "/accessibility", "/index.md", "/contact.md", "/llms.txt", "/api/v1/reviews", "/api/v1/booking", "/robots.txt"];
  for (const path of pages) {
    const text: string = ask(router, "GET", path).body.toString().replace(/"bedTypes":\{[^}]*\}| class="[^"]*"/g, "");
    assert.equal(CLAIMS.exec(text)?.[0], undefined, path);
  }
});

const ANSWERS: readonly [answer: string, form: Parameters<typeof answered>[1], expected: string | undefined][] = [
  [" Gull Cottage ", "text", "Gull Cottage"],
  ["", "text", undefined],
  ["fr", "country", "FR"],
  ["France", "country", undefined],
  ["3", "number", "3"],
  ["three", "number", undefined],
  ["16", "time", "16:00"],
  ["9:30", "time", "09:30"],
  ["16h30", "time", "16:30"],
  ["16 h 30", "time", "16:30"],
  ["4 pm", "time", undefined],
  ["y", "yes", "yes"],
  ["no", "yes", "no"],
  ["oui", "yes", undefined],
  ["a@b.example", "email", "a@b.example"],
  ["a at b", "email", undefined],
  ["", "telephone", ""],
  ["+44 1632 960147", "telephone", "+44 1632 960147"],
  ["01632 960147", "telephone", undefined],
];

for (const [answer, form, expected] of ANSWERS) {
  test(`"${answer}" is ${expected === undefined ? "not understood" : `"${expected}"`} as ${form}`, () => {
    assert.equal(answered(answer, form, textsIn("en")), expected);
  });
}

test("what is asked and said is the same in each language", () => {
  const names = (value: object): unknown => Object.entries(value).map(([name, each]) => [name, typeof each === "object" ? names(each) : typeof each]);
  for (const language of LANGUAGES) assert.deepEqual(names(textsIn(language)), names(textsIn("en")), language);
});

test("a path with blanks is quoted as every shell reads it", () => {
  assert.equal(quoted("my cottage"), '"my cottage"');
  assert.equal(quoted("my-cottage"), "my-cottage");
  assert.equal(quoted("~/Gîte d’Éva"), '"~/Gîte d’Éva"');
});

test("a yes needs no accent", () => {
  assert.deepEqual(["es", "it"].map((language) => answered("Si", "yes", textsIn(language))), ["sí", "sì"]);
});
