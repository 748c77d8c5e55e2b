/**
 * Compiles changed copies of the sample. Links on pages are checked against the targets that are served.
 */
import assert from "node:assert/strict";
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatFinding } from "../../src/compile/messages.ts";
import { compile } from "../../src/compile/compile.ts";
import { ROOT, sampleConfig, sampleRouter, send } from "../support/sample.ts";
import { temporaryFolder } from "../support/folder.ts";

/** Compiles the sample with one more paragraph on a page. */
function compileWith(paragraph: string) {
  const directory = temporaryFolder();
  cpSync(join(ROOT, "content"), directory, { recursive: true });
  appendFileSync(join(directory, "about.md"), `\n${paragraph}\n`);
  return compile(sampleConfig({ CONTENT_DIR: directory }));
}

const SERVED = [
  "/contact",
  "/contact.md",
  "/contact#book-a-stay",
  "/api/",
  "/api/v1/booking",
  "/openapi.json",
  "/llms-full.txt",
  "/robots.txt",
  "/.well-known/security.txt",
  "/mcp/server-card",
  "/healthz",
  "/readyz",
];

for (const path of SERVED) {
  test(`a page may link to ${path}`, () => {
    const { site, findings } = compileWith(`[Here](${path})`);
    assert.deepEqual(findings.map((finding) => formatFinding(finding)), []);
    assert.notEqual(site, undefined);
  });
}

const DEAD: readonly [path: string, message: RegExp][] = [
  ["/contacts", /about\.md:\d+:\d+: error: the link to \/contacts leads nowhere: .*; did you mean \/contact\?$/],
  ["/style.css", /the link to \/style\.css leads nowhere/],
];

for (const [path, message] of DEAD) {
  test(`a page may not link to ${path}`, () => {
    const { site, findings } = compileWith(`[Here](${path})`);
    assert.equal(site, undefined);
    assert.equal(findings.length, 1);
    assert.match(findings.map((finding) => formatFinding(finding)).join(), message);
  });
}

const LANGUAGES: readonly [path: string, language: string | undefined][] = [
  ["/api/v1/cottage", "en-GB"],
  ["/about.md", "en-GB"],
  ["/openapi.json", undefined],
];

for (const [path, language] of LANGUAGES) {
  test(`the Content-Language of ${path} is ${language}`, () => {
    const { headers } = send(sampleRouter(), "GET", path);
    const index = headers.indexOf("Content-Language");
    assert.equal(index === -1 ? undefined : headers[index + 1], language);
  });
}

test("a link to an anchor with invalid percent-encoding is an error", () => {
  const { findings } = compileWith("[there](/contact#%C3)");
  assert.match(findings.map((finding) => formatFinding(finding)).join("\n"), /#%C3 leads nowhere/);
});

for (const name of ["mcp", "api", "healthz", "llms"]) {
  test(`a page called ${name}.md is ${name === "llms" ? "served" : "an error"}`, () => {
    const directory = temporaryFolder();
    cpSync(join(ROOT, "content"), directory, { recursive: true });
    const description = "A page that has the name of something else that the program serves to its clients.";
    writeFileSync(join(directory, `${name}.md`), `---\ntitle: A\ndescription: ${description}\n---\n# A\n`);
    const { findings } = compile(sampleConfig({ CONTENT_DIR: directory }));
    const message = `the address /${name} is already in use: give this file another name`;
    const expected = `content/${name}.md: error: ${message}`;
    assert.deepEqual(findings.map((finding) => formatFinding(finding)), name === "llms" ? [] : [expected]);
  });
}

test("links are checked once the pages have no errors", () => {
  const directory = temporaryFolder();
  cpSync(join(ROOT, "content"), directory, { recursive: true });
  appendFileSync(join(directory, "about.md"), "\n[Here](/welcome#wifi), [there](/nowhere)\n");
  const compileCopy = () => {
    const { findings } = compile(sampleConfig({ CONTENT_DIR: directory }));
    return findings.map(({ file, code }) => `${file} ${code}`);
  };
  const welcome = readFileSync(join(directory, "welcome.md"));
  writeFileSync(join(directory, "welcome.md"), Uint8Array.from([0xe9]));
  assert.deepEqual(compileCopy(), ["content/welcome.md file-not-utf8"]);
  writeFileSync(join(directory, "welcome.md"), welcome);
  assert.deepEqual(compileCopy(), ["content/about.md link-heading-missing", "content/about.md link-target-missing"]);
});

test("if the data has errors, only these are reported, and the pages are not checked", () => {
  const directory = temporaryFolder();
  cpSync(join(ROOT, "data"), join(directory, "data"), { recursive: true });
  writeFileSync(join(directory, "data/booking.json"), "[]");
  const folders = { DATA_DIR: join(directory, "data"), CONTENT_DIR: temporaryFolder() };
  const { site, facts, findings } = compile(sampleConfig(folders));
  assert.deepEqual([site, facts], [undefined, undefined]);
  assert.deepEqual(findings.map(({ file, code }) => `${file} ${code}`), ["data/booking.json field-invalid"]);
});
