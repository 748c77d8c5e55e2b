/**
 * Runs every command of the README's chapter for owners on Windows, with the real node.exe, in
 * `C:\users\Öwner\Eigene Dateien`.
 */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ROOT } from "../support/suites.ts";
import { Windows } from "./wine.ts";

const windows = new Windows();
after(() => windows.remove());

const PROGRAM = "holiday cottage";
const COTTAGE = "mein häuschen";

windows.unpack(PROGRAM);

const file = (path: string): string => join(windows.documents, COTTAGE, path);

/** Typed lines: the language first, then an answer to each question. */
const TYPED = [
  "Deutsch",
  "Mühle am Deich",
  "ein Haus",
  "Osterdeich 7",
  "Büsum",
  "25761",
  "Schleswig-Holstein",
  "Deutschland",
  "Dithmarschen",
  "3",
  "2 (davon 1 Gäste-WC)",
  "6 Personen",
  "ab 16 Uhr",
  "10.00",
  "Ja, 1 Hund",
  "Nein!",
  "muehle(at)example.com",
  "04834/1234",
  "nein",
  "ja",
  "",
];

test("--new takes the answers and writes every file, with umlauts", () => {
  const { status, stdout, stderr } = windows.node([PROGRAM, COTTAGE, "--new"], { input: `${TYPED.join("\r\n")}\r\n` });
  assert.equal(status, 0, stderr);
  assert.ok(stdout.includes(`    node "${PROGRAM}" "${COTTAGE}" --check\n`), stdout);
  const cottage = JSON.parse(readFileSync(file("data/cottage.json"), "utf8"));
  const site = JSON.parse(readFileSync(file("data/site.json"), "utf8"));
  assert.deepEqual(
    [cottage.name, cottage.address.addressCountry, cottage.bathrooms, cottage.petsAllowed, cottage.smokingAllowed],
    ["Mühle am Deich", "DE", 2, true, false],
  );
  assert.deepEqual(
    [site.checkinTime, site.contact.telephone, site.contentSignals],
    ["16:00", "+49 4834 1234", { aiInput: true }],
  );
  const pages = readdirSync(join(ROOT, "scripts/template/de"));
  assert.deepEqual(readdirSync(file("content")).sort(), [...pages, "images"].sort());
  assert.deepEqual(readdirSync(join(windows.documents, COTTAGE)).sort(), [
    "AGENTS.md",
    "ERSTE-SCHRITTE.md",
    "content",
    "data",
  ]);
});

test("--new leaves an existing folder alone", () => {
  const { status, stderr } = windows.node([PROGRAM, COTTAGE, "--new", "--language", "de"]);
  assert.equal(status, 1);
  assert.match(stderr, /gibt es schon/);
});

for (const folder of [
  `"${COTTAGE}"`,
  `"MEIN HÄUSCHEN"`,
  `"C:/users/Öwner/Eigene Dateien/${COTTAGE}"`,
  `"..\\Eigene Dateien\\${COTTAGE}"`,
]) {
  test(`the command prompt runs --check on ${folder}`, () => {
    const { status, stdout, stderr } = windows.cmd(`node "${PROGRAM}" ${folder} --check`);
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^Fehler: 0, Warnungen: \d+/m);
  });
}

test("--check --json says what is left to fill in, and --finished makes it the exit status", () => {
  const { status, stdout } = windows.node([PROGRAM, COTTAGE, "--check", "--json"]);
  const report = JSON.parse(stdout);
  assert.deepEqual([status, report.ok, report.isFinished], [0, true, false]);
  assert.equal(windows.node([PROGRAM, COTTAGE, "--check", "--finished"]).status, 1);
});

test("files saved with a byte order mark and with CRLF are read", () => {
  for (const name of ["data/site.json", "content/about.md"]) {
    const text = readFileSync(file(name), "utf8");
    writeFileSync(file(name), `\ufeff${text.replaceAll("\n", "\r\n")}`);
  }
  const { status, stdout } = windows.node([PROGRAM, COTTAGE, "--check"]);
  assert.equal(status, 0, stdout);
  assert.doesNotMatch(stdout, /: Fehler: /);
});

test("a photograph whose name differs in upper case is refused, as it would be on a Linux server", () => {
  copyFileSync(join(ROOT, "content/images/kitchen.webp"), file("content/images/Kueche.webp"));
  const original = readFileSync(file("data/site.json"), "utf8");
  writeFileSync(
    file("data/site.json"),
    original.replace('"photos": []', '"photos": [{ "file": "kueche.webp", "alt": "Die Küche" }]'),
  );
  const { status, stdout } = windows.node([PROGRAM, COTTAGE, "--check"]);
  assert.equal(status, 1, stdout);
  assert.match(stdout, /Kueche\.webp/);
  renameSync(file("content/images/Kueche.webp"), file("content/images/kueche.webp"));
  assert.equal(windows.node([PROGRAM, COTTAGE, "--check"]).status, 0);
});

test("--watch reports a saved error with its line, and serves the file once it is corrected", async () => {
  const server = windows.start([PROGRAM, COTTAGE, "--watch"], { PORT: "0" });
  try {
    const [, port = ""] = await server.until(/Listening on http:\/\/localhost:(\d+)/);
    const original = readFileSync(file("content/about.md"), "utf8");
    writeFileSync(file("content/about.md"), `${original}\r\n[Anreise](/ankunft)\r\n`);
    await server.until(/content\/about\.md:\d+:\d+: Fehler: /);
    writeFileSync(file("content/about.md"), `${original}\r\nDeichkind\r\n`);
    await server.until(/Neu geladen/);
    const page = await fetch(`http://127.0.0.1:${port}/about`, { headers: { accept: "text/html" } });
    assert.match(await page.text(), /Deichkind/);
    const second = windows.cmd(`set PORT=${port}`, `node "${PROGRAM}" "${COTTAGE}"`);
    assert.equal(second.status, 1);
    assert.match(second.stderr, /PORT \d+ wird auf 127\.0\.0\.1 schon/);
  } finally {
    server.end();
  }
});

test("--renew writes the explanations again and touches nothing else", () => {
  const facts = readFileSync(file("data/cottage.json"), "utf8");
  writeFileSync(file("data/schema/cottage.schema.json"), "{}");
  assert.equal(windows.node([PROGRAM, COTTAGE, "--renew"]).status, 0);
  assert.ok(readFileSync(file("data/schema/cottage.schema.json"), "utf8").length > 1000);
  assert.equal(readFileSync(file("data/cottage.json"), "utf8"), facts);
});

test("a folder without quotation marks is explained", () => {
  const { status, stderr } = windows.cmd(`node "${PROGRAM}" mein häuschen --check`);
  assert.equal(status, 2);
  assert.match(stderr, /"mein häuschen" in quotation marks/);
});
