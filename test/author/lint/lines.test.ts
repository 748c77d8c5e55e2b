/** Advice about single lines of the owner's data files and pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lintLines, readTextFiles, type TextFile } from "../../../src/author/lint/lines.ts";
import { type Finding, formatFinding } from "../../../src/compile/messages.ts";
import { sampleConfig } from "../../support/sample.ts";
import { stopwatch } from "../../support/stopwatch.ts";

function page(text: string): TextFile {
  return { path: "content/about.md", lines: text.split("\n") };
}

function lintPage(text: string, cottageName = "Gull Cottage"): Finding[] {
  return lintLines([page(text)], cottageName);
}

const LINES: readonly [line: string, finding: string | undefined][] = [
  ["The door code is 1234.", '10: warning: this line mentions "code is 1234", and anyone can read this: '],
  ["FILL IN", '1: warning: this line still says "FILL IN": replace it with '],
  ["Call us: FILL IN the number", '10: warning: this line still says "FILL IN the number": replace it with '],
  ["AUSFÜLLEN: die letzten Kurven | und mehr", '1: warning: this line still says "AUSFÜLLEN: die letzten Kurven": '],
  ['  "name": "À COMPLÉTER : le nom",', '12: warning: this line still says "À COMPLÉTER : le nom": replace it with '],
  ['  "email": "fill-in@example.com"', '13: warning: this line still says "fill-in@example.com": replace it with '],
  ["Welcome to Wrenfold", '12: warning: this line contains "Wrenfold", which comes from the sample '],
  ['  "url": "https://stays.example.com/"', '19: warning: this line contains "stays.example", which comes from '],
  ["See www.gull.example", '9: warning: this line contains "gull.example", which comes from the sample '],
  ["Welcome to Gull Cottage", undefined],
];

for (const [line, finding] of LINES) {
  test(`the line ${JSON.stringify(line)} has ${finding === undefined ? "no finding" : "one finding"}`, () => {
    const [first, ...others] = lintPage(`# About\n\n${line}\n`).map((each) => formatFinding(each));
    if (finding === undefined) assert.equal(first, undefined);
    else assert.ok(first?.startsWith(`content/about.md:3:${finding}`), first);
    assert.deepEqual(others, []);
  });
}

test("the sample may contain its own names, and no other site may", () => {
  const files = readTextFiles(sampleConfig());
  assert.deepEqual(lintLines(files, "Wrenfold Cottage"), []);
  const paths = new Set(lintLines(files, "Gull Cottage").map(({ file }) => file));
  for (const path of ["data/cottage.json", "data/site.json", "content/about.md"]) assert.ok(paths.has(path), path);
});

const TEXTS: readonly [text: string, isSecret: boolean][] = [
  ["The door code is 4711.", true],
  ["The code is 4711", true],
  ["Gate pin 1234", true],
  ["PIN do skrytki: 1234", true],
  ["Wi-Fi password: hunter2", true],
  ["Wi-Fi password: hunter2, for all devices", true],
  ["The Wi-Fi password is hunter2.", true],
  ["Password: rain", true],
  ['    "Password: rain",', true],
  ["Der Türcode lautet 4712.", true],
  ["Der Code lautet 4712", true],
  ["Code für den Schlüsselsafe: 471200", true],
  ["WLAN-Passwort: regen", true],
  ["Das Passwort ist regen", true],
  ["Le code de la boîte à clés est 4712.", true],
  ["Digicode 47A12", true],
  ["Code d’accès : 4712", true],
  ["Le mot de passe du Wi-Fi : pluie", true],
  ["El código de la puerta es 4712", true],
  ["Clave del wifi: lluvia", true],
  ["La contraseña del wifi es lluvia7", true],
  ["Il codice del portone è 4712", true],
  ["Il codice della cassetta delle chiavi: 4712", true],
  ["La password del Wi-Fi è pioggia", true],
  ["De code van het sleutelkastje is 4712", true],
  ["Sleutelkluiscode 4712", true],
  ["Het wifi-wachtwoord is regen", true],
  ["Wifi-Code: 4712", true],
  ["Hasło do Wi-Fi: Szrenica2026", true],
  ["Wifi (hela huset): sommar99", true],
  ["Wi-Fi password: ask us", false],
  ["The Wi-Fi password is on the card on the kitchen table.", false],
  ["Das WLAN-Kennwort hängt im Flur", false],
  ["La contraseña del wifi está en la nevera", false],
  ["Passwords are not needed", false],
  ["A password is not needed", false],
  ["Discount code SUMMER24", false],
  ["Rabattcode: SOMMER2026", false],
  ["The door code is sent to you by text message", false],
  ["Postcode QX4 7WF", false],
  ["The postal code is 28013", false],
  ['    "postalCode": "28013",', false],
  ["The area code is 01632", false],
  ["ZIP code 97201", false],
  ["De postcode is 1234 AB", false],
  ["Postleitzahl und Ort stehen im Impressum", false],
  ["Le code postal est 29770", false],
  ["El código postal es 28013", false],
  ["Il codice postale è 00118", false],
  ["Il codice fiscale del gestore", false],
  ["CIN: codice identificativo nazionale IT012345", false],
  ["The dress code is casual", false],
  ["Portishead's code of conduct", false],
  ["A good key to the walled garden", false],
  ["Fibre Wi-Fi (70 Mbit/s)", false],
  ["WLAN: 100Mbit/s", false],
  ["Wi-Fi: w całym domu", false],
  ["Wi-Fi w kuchni. Parking: miejsce24", false],
  ["Wifi gratis en toda la casa", false],
  ["Spin: 1234", false],
  ["Fill in the visitors' book, please", false],
];

for (const [text, isSecret] of TEXTS) {
  test(`${JSON.stringify(text)} ${isSecret ? "should not" : "may"} be published`, () => {
    const codes = lintPage(text).map(({ code }) => code);
    assert.deepEqual(codes, isSecret ? ["advice-secret"] : []);
  });
}

const RUNS = [
  ...["a", "a ", "1", "1(", "@", "a@", "code ", "code de ", "password:", "password is ", "wifi ", "wifi:", "FILL IN "],
  ...[".example", "mot de ", "l’", "-", " ", ": "],
];

test("lintLines() takes linear time", () => {
  for (const run of RUNS) {
    const elapsed = stopwatch();
    lintPage(run.repeat(200_000 / run.length));
    assert.ok(elapsed() < 2000, run);
  }
});
