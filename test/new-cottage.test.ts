/** New folders in each language: they can be served, `--check` lists what is left to do, and nothing is invented. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type Answers,
  defaultAnswers,
  LANGUAGES,
  languageOf,
  parseAnswer,
  parseAnswers,
  textsIn,
} from "../scripts/new/answers.ts";
import type { Language } from "../scripts/new/answers.ts";
import { makeFolder } from "../scripts/new/folder.ts";
import { newCottage } from "../scripts/new-cottage.ts";
import { renew } from "../scripts/renew.ts";
import { checkFolder } from "../src/author/check.ts";
import { readFolderConfig } from "../src/author/folder.ts";
import { compile } from "../src/compile/compile.ts";
import { formatMessage, loadMessages } from "../src/compile/messages.ts";
import { respond } from "./support/respond.ts";
import { siteRouter } from "../src/serve/site.ts";
import { request } from "./support/conform.ts";
import { RUNNING, send, ROOT } from "./support/sample.ts";
import { temporaryFolder } from "./support/folder.ts";

const NOW = Date.UTC(2026, 10, 20);

function newFolder(language: Language, answers: Partial<Answers> = {}) {
  const folder = join(temporaryFolder(), "mine");
  const texts = textsIn(language);
  makeFolder(folder, { ...defaultAnswers(texts), ...answers }, texts, "2026-11-20");
  const environment = {
    DATA_DIR: join(folder, "data"),
    CONTENT_DIR: join(folder, "content"),
    BASE_URL: "https://cottage.example",
  };
  return { folder, texts, configured: readFolderConfig(environment) };
}

const ODD = {
  name: 'Ty’r "Môr" & *Mynydd*',
  country: "FR",
  bedrooms: "0",
  sleeps: "1",
  telephone: "+33 1 99 00 12 34",
  licence: "yes",
};

for (const [language, answers] of [...LANGUAGES.map((each) => [each, {}] as const), ["en", ODD] as const]) {
  const given = JSON.stringify(answers);
  test(`a folder laid out in ${language} for ${given} can be served, and its placeholders are reported`, () => {
    const { folder, texts, configured } = newFolder(language, answers);
    const { ok, findings } = checkFolder(configured.config, NOW);
    assert.equal(ok, true, JSON.stringify(findings, null, 2));
    const unfilled = findings
      .filter(({ message }) => message.includes(`says "${texts.fillIn}`))
      .map(({ file }) => file);
    for (const name of ["cottage", "attractions", "booking", "site"])
      assert.ok(unfilled.includes(`data/${name}.json`), name);
    for (const file of readdirSync(join(folder, "content")).filter(
      (name) => name.endsWith(".md") && !/^(?:contact|index)/.test(name),
    )) {
      assert.ok(unfilled.includes(`content/${file}`), file);
    }
    assert.deepEqual(
      readdirSync(join(folder, "content")).filter((name) => !name.endsWith(".md")),
      ["images"],
    );
  });
}

/** Returns every page, in HTML and in Markdown. */
function pagesOf(language: Language): { readonly path: string; readonly text: string }[] {
  const { folder, configured } = newFolder(language, {
    name: "Xanadu",
    street: "1",
    locality: "Xtown",
    postcode: "1",
    region: "Xshire",
    telephone: "+33 1 99 00 12 34",
  });
  const { site } = compile(configured.config);
  const router = site && siteRouter(site, { ...RUNNING, now: () => NOW });
  assert.ok(router !== undefined);
  const names = new Set([
    ...readdirSync(join(folder, "content")).filter((name) => name.endsWith(".md")),
    "developers.md",
  ]);
  const shown = { accept: "text/html", "sec-fetch-dest": "document" };
  return [
    ...[...names]
      .flatMap((name) => [name === "index.md" ? "/" : `/${name.replace(".md", "")}`, `/${name}`])
      .map((path) => ({ path, text: send(router, "GET", path).body.toString() })),
    { path: "/nothing", text: String(respond(router, request({ path: "/nothing", headers: shown })).body) },
  ];
}

/** Returns the words that a person reads or hears, without addresses and codes. */
function wordsOf(whole: string): string[] {
  const text = whole.replace(/<main id="main" lang="en" dir="ltr">[^]*<\/main>/, "");
  const attributes = [
    ...text.matchAll(
      / (?:alt|title|aria-label|(?:name="|property="og:)(?:description|title|site_name|image:alt)" content)="([^"]*)"/g,
    ),
  ].map(([, value]) => value);
  const plain = text.replace(/<(script|style|code)[^]*?<\/\1>/g, " ").replace(/<[^>]*>/g, " ");
  const prose = [plain, ...attributes]
    .join(" ")
    .replace(/https?:\/\/\S+|\S+@\S+|\/[\w./-]+|\{[^}]*\}|`[^`]*`|\b[\w-]+\.(?:md|txt|json|html)\b/g, " ");
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

/** More than a thousand English words, from the sample's pages, the UI texts and the templates. */
const ENGLISH = new Set(
  everyWord(
    ["index", "welcome", "about", "contact", "privacy", "developers"]
      .map((name) => readFileSync(join(ROOT, `content/${name}.md`), "utf8"))
      .join(" ") +
      read("scripts/template/en") +
      readFileSync(join(ROOT, "content/words/en.json"), "utf8"),
  ),
);

/** Names of formats and programs, and words that other languages share. */
const NAMES = [
  "website",
  "json",
  "mcp",
  "api",
  "openapi",
  "xanadu",
  "llms",
  "summary",
  "maps",
  "example",
  "tel",
  "mailto",
];

/** Words that exist in English only. */
const ENGLISH_ONLY = /^(?:the|and|this|with|from|you|your|there|have|has|them|what|when|which)$/;

for (const language of LANGUAGES.slice(1)) {
  test(`a site in ${language} has no English word on any page`, () => {
    const own = new Set(
      everyWord(
        read(`scripts/template/${language}`) +
          readFileSync(join(ROOT, `content/words/${language}.json`), "utf8").replace(/"[^"]*":/g, " ") +
          JSON.stringify(textsIn(language).texts),
      ),
    );
    assert.ok(ENGLISH.size > 1000);
    for (const { path, text } of pagesOf(language)) {
      if (path === "/developers.md") continue; // English, and marked as English in the HTML
      assert.doesNotMatch(text, />Developers</, path);
      // The developers page is listed by its English title.
      const foreign = [...new Set(wordsOf(text.replace(/^- \[.*\/developers\.md\)$/m, "")))].filter(
        (word) => ENGLISH_ONLY.test(word) || (ENGLISH.has(word) && !own.has(word)),
      );
      // The developers page has an English title, and the cottage a name.
      const allowed =
        path === "/developers"
          ? wordsOf(
              "and with the for developers a keyless read-only JSON API and MCP server facts of endpoints, fields, " +
                "examples, errors and limits",
            )
          : [];
      assert.deepEqual(
        foreign.filter((word) => !allowed.includes(word) && !NAMES.includes(word)),
        [],
        path,
      );
    }
  });
}

/** Claims of the sample that may not appear on a new cottage before its owner makes them. */
const CLAIMS: readonly RegExp[] = [
  /\b(?:verified|short-term rental|marketplace|CC-BY|creativecommons|under CC)\b/i,
  /\b(?:king|queen|double|wi-?fi|sheep|Wrenfold|out of 5|parking|heating)\b/i,
  /★|"Free"|"petsAllowed":true/i,
];

test("a new cottage makes no claims", () => {
  const { configured } = newFolder("en");
  const { site } = compile(configured.config);
  const router = site && siteRouter(site, { ...RUNNING, now: () => NOW });
  assert.ok(router !== undefined);
  const pages = [
    "/",
    "/about",
    "/contact",
    "/legal-notice",
    "/accessibility",
    "/index.md",
    "/contact.md",
    "/llms.txt",
    "/api/v1/reviews",
    "/api/v1/booking",
    "/robots.txt",
  ];
  for (const path of pages) {
    const text: string = send(router, "GET", path)
      .body.toString()
      .replace(/"bedTypes":\{[^}]*\}| class="[^"]*"/g, "");
    for (const claim of CLAIMS) assert.equal(claim.exec(text)?.[0], undefined, path);
  }
});

const ANSWERS: readonly (readonly [
  language: Language,
  form: Parameters<typeof parseAnswer>[1],
  answer: string,
  expected: string | undefined,
])[] = [
  ["en", "text", " Gull Cottage ", "Gull Cottage"],
  ["en", "text", "", undefined],
  ["en", "text", "-", "-"],
  ["de", "house", "eine Wohnung", "Ferienwohnung"],
  ["de", "house", "Apartment", "Ferienwohnung"],
  ["de", "house", "Bauernhaus", "Ferienhaus"],
  ["fr", "house", "Gite", "gîte"],
  ["en", "house", "farmhouse", "holiday home"],
  ["en", "house", "castle", undefined],
  ["de", "postcode", "25924", "25924"],
  ["de", "postcode", "AUSFÜLLEN", "AUSFÜLLEN"],
  ["de", "postcode", "Emmelsbüll-Horsbüll", undefined],
  ["de", "region", "25924", undefined],
  ["en", "country", "fr", "FR"],
  ["en", "country", "France", "FR"],
  ["en", "country", "UK", "GB"],
  ["en", "country", "Allemagne", "DE"],
  ["en", "country", "Polska", "PL"],
  ["en", "country", "polen", "PL"],
  ["en", "country", "Espana", "ES"],
  ["en", "country", "Cesko", "CZ"],
  ["en", "country", "Atlantis", undefined],
  ["de", "country", "Österreich", "AT"],
  ["de", "country", "osterreich", "AT"],
  ["de", "country", "Schleswig-Holstein", undefined],
  ["de", "country", "QQ", undefined],
  ["de", "country", "D", undefined],
  ["de", "country", "DD", "DE"],
  ["en", "number", "3", "3"],
  ["de", "number", "6 Personen", "6"],
  ["de", "number", "2 (davon 1 Gäste-WC)", "2"],
  ["de", "number", "4-6", undefined],
  ["de", "number", "4 bis 6", undefined],
  ["en", "number", "three", undefined],
  ["en", "number", "100", undefined],
  ["en", "number", "2.5", undefined],
  ["en", "time", "16", "16:00"],
  ["en", "time", "9:30", "09:30"],
  ["fr", "time", "16h30", "16:30"],
  ["fr", "time", "à partir de 16 h 30", "16:30"],
  ["en", "time", "4 pm", "16:00"],
  ["en", "time", "4:30 p.m.", "16:30"],
  ["en", "time", "12 am", "00:00"],
  ["en", "time", "13 pm", undefined],
  ["de", "time", "16 Uhr", "16:00"],
  ["de", "time", "16:00 Uhr", "16:00"],
  ["de", "time", "ab 16.00", "16:00"],
  ["it", "time", "dalle 16 alle 20", undefined],
  ["de", "time", "25", undefined],
  ["de", "time", "1600", undefined],
  ["de", "time", "mittags", undefined],
  ["de", "time", "spätestens um 10 Uhr", "10:00"],
  ["de", "time", "halb 4", undefined],
  ["de", "time", "4 Uhr nachmittags", undefined],
  ["nl", "time", "half 4", undefined],
  ["fr", "time", "16h", "16:00"],
  ["fr", "time", "jusqu’à 10 heures", "10:00"],
  ["es", "time", "las 4 de la tarde", undefined],
  ["es", "time", "a las 16:00 horas", "16:00"],
  ["it", "time", "dalle ore 16", "16:00"],
  ["en", "time", "3 μ.μ.", "15:00"],
  ["en", "time", "3μμ", "15:00"],
  ["en", "time", "11 Π.Μ.", "11:00"],
  ["en", "time", "12 π.μ.", "00:00"],
  ["en", "time", "από τις 15:00", "15:00"],
  ["en", "time", "3 το μεσημέρι", undefined],
  ["en", "time", "15 και μισή", undefined],
  ["en", "time", "quarter to 4", undefined],
  ["en", "yes", "y", "yes"],
  ["en", "yes", "no", "no"],
  ["en", "yes", "oui", "yes"],
  ["en", "yes", "wahr", "yes"],
  ["en", "yes", "falso", "no"],
  ["en", "yes", "Ναι", "yes"],
  ["fr", "yes", "Όχι, δυστυχώς", "non"],
  ["es", "yes", "não", "no"],
  ["nl", "yes", "nej", "nee"],
  ["en", "yes", "perhaps", undefined],
  ["de", "yes", "Nein!", "nein"],
  ["de", "yes", "Ja, 1 Hund", "ja"],
  ["de", "yes", "auf Anfrage", undefined],
  ["es", "yes", "Si", "sí"],
  ["it", "yes", "Si", "sì"],
  ["de", "choice", "", ""],
  ["de", "choice", "-", ""],
  ["de", "choice", "j", "ja"],
  ["en", "email", "a@b.example", "a@b.example"],
  ["de", "email", "petersen(at)t-online.de", "petersen@t-online.de"],
  ["de", "email", "petersen [at] t-online.de", "petersen@t-online.de"],
  ["en", "email", "a at b", undefined],
  ["en", "telephone", "", ""],
  ["en", "telephone", "-", ""],
  ["en", "telephone", "+44 1632 960147", "+44 1632 960147"],
  ["en", "telephone", "01632 960147", "+44 1632 960147"],
  ["fr", "telephone", "02 99 00 12 34", "+33 2 99 00 12 34"],
  ["fr", "telephone", "02.99.00.12.34", "+33 2 99 00 12 34"],
  ["it", "telephone", "02 99 00 12 34", "+39 02 99 00 12 34"],
  ["it", "telephone", "+39 (0)6 1234567", "+39 06 1234567"],
  ["es", "telephone", "910 000 000", "+34 910 000 000"],
  ["de", "telephone", "04662/1234", "+49 4662 1234"],
  ["de", "telephone", "(04662) 1234", "+49 4662 1234"],
  ["de", "telephone", "0049 4662 1234", "+49 4662 1234"],
  ["de", "telephone", "+49 4662/1234", "+49 4662 1234"],
  ["de", "telephone", "+49 (0) 4662 1234", "+49 4662 1234"],
  ["de", "telephone", "4662 1234", undefined],
  ["de", "telephone", "nach 18 Uhr", undefined],
];

for (const [language, form, answer, expected] of ANSWERS) {
  const meaning = expected === undefined ? "not understood" : `"${expected}"`;
  test(`"${answer}" in ${language} is ${meaning} as ${form}`, () => {
    assert.equal(parseAnswer(answer, form, textsIn(language)), expected);
  });
}

const NATIONAL_NUMBERS: readonly (readonly [country: string, number: string, expected: string | undefined])[] = [
  ["PL", "75 717 21 00", "+48 75 717 21 00"],
  ["CZ", "602 123 456", "+420 602 123 456"],
  ["SK", "02 1234 5678", "+421 2 1234 5678"],
  ["NO", "22 12 34 56", "+47 22 12 34 56"],
  ["JP", "03-1234-5678", "+81 3-1234-5678"],
  ["HU", "06 30 123 4567", undefined],
];

for (const [country, number, expected] of NATIONAL_NUMBERS) {
  test(`the telephone number ${number} in ${country} is ${expected ?? "not understood"}`, () => {
    assert.equal(parseAnswer(number, "telephone", textsIn("en"), country), expected);
  });
}

const IDENTIFIERS: readonly (readonly [name: string, identifier: string])[] = [
  ["Chałupa pod Świerkami", "chalupa-pod-swierkami"],
  ["Sølyst på Øya", "solyst-pa-oya"],
  ["Weißes Haus", "weisses-haus"],
  ["Þórsmörk", "thorsmork"],
  ["Το σπίτι του Γιώργου", "to-spiti-tou-giorgou"],
  ["Вила Лозенец", "vila-lozenets"],
  ["湖の家", "hakone"],
  ["1", "hakone"],
];

for (const [name, identifier] of IDENTIFIERS) {
  test(`the identifier of ${name} is ${identifier}`, () => {
    const { folder } = newFolder("en", { name, locality: "Hakone" });
    const site = JSON.parse(readFileSync(join(folder, "data", "site.json"), "utf8"));
    assert.equal(site.identifier, identifier);
  });
}

const LANGUAGE_NAMES: readonly (readonly [answer: string, expected: Language | undefined])[] = [
  ["de", "de"],
  ["Deutsch", "de"],
  ["german", "de"],
  ["Nederlands", "nl"],
  ["Dutch", "nl"],
  ["espanol", "es"],
  ["Italienisch", "it"],
  ["neerlandés", "nl"],
  ["de-AT", "de"],
  ["pt", undefined],
  ["Polski", undefined],
  ["denglish", undefined],
  ["", undefined],
];

for (const [answer, expected] of LANGUAGE_NAMES) {
  test(`"${answer}" is ${expected ?? "not understood"} as a language`, () => {
    assert.equal(languageOf(answer), expected);
  });
}

test("answers by name may be numbers, true and false, and every mistake in them is reported at once", () => {
  const texts = textsIn("it");
  const good = {
    language: "it",
    name: "Casa Rossa",
    region: "Liguria",
    country: "Italia",
    bedrooms: 2,
    pets: true,
    aiAnswers: "sì",
    telephone: null,
  };
  const { answers, problems } = parseAnswers(good, texts);
  assert.deepEqual(problems, []);
  const { name, area, country, bedrooms, pets, smoking, aiAnswers, aiTraining } = answers;
  assert.deepEqual(
    { name, area, country, bedrooms, pets, smoking, aiAnswers, aiTraining },
    {
      name: "Casa Rossa",
      area: "Liguria",
      country: "IT",
      bedrooms: "2",
      pets: "sì",
      smoking: "no",
      aiAnswers: "sì",
      aiTraining: "",
    },
  );
  const bad = parseAnswers({ bedroms: 2, checkin: "notte", sleeps: [4] }, texts).problems;
  assert.equal(bad.length, 3);
  assert.match(bad[0] ?? "", /^"bedroms" is not a question; did you mean "bedrooms"\?$/);
  assert.match(bad[2] ?? "", /^checkin: "notte"\. .*\? Scriva/);
});

const EMERGENCY_NUMBERS: readonly (readonly [country: string, expected: RegExp])[] = [
  ["DE", /^112$/],
  ["GB", /^999$/],
  ["US", /^911$/],
  ["KE", /^FILL IN: /],
];

for (const [country, expected] of EMERGENCY_NUMBERS) {
  test(`the emergency number in ${country} matches ${expected}`, () => {
    const { folder } = newFolder("en", { country });
    assert.match(JSON.parse(readFileSync(join(folder, "data/site.json"), "utf8")).emergencyNumber, expected);
  });
}

test("content signals for robots appear only if the owner answers the questions", () => {
  const signals = (answers: Partial<Answers>) =>
    JSON.parse(readFileSync(join(newFolder("en", answers).folder, "data/site.json"), "utf8")).contentSignals;
  assert.equal(signals({}), undefined);
  assert.deepEqual(signals({ aiAnswers: "yes", aiTraining: "no" }), { aiInput: true, aiTrain: false });
});

test("an existing folder is not changed", () => {
  const { folder, texts } = newFolder("en");
  assert.throws(() => makeFolder(folder, defaultAnswers(texts), texts, "2026-11-20"), { code: "EEXIST" });
  assert.ok(readdirSync(folder).includes("data"));
});

test("questions and texts are the same in each language", () => {
  const names = (value: object): unknown =>
    // Each language has its own words for a house.
    Object.entries(value)
      .filter(([name]) => name !== "houseTypes" && name !== "flat")
      .map(([name, each]) => [name, typeof each === "object" ? names(each) : typeof each]);
  for (const language of LANGUAGES) assert.deepEqual(names(textsIn(language)), names(textsIn("en")), language);
});

/** Words for a house that may not appear on the site of a flat. */
const HOUSE: Readonly<Record<Language, RegExp>> = {
  en: /holiday cottage|\bthe (?:house|cottage)\b/i,
  de: /\bHaus(?:es)?\b|Ferienhaus/,
  fr: /\bmaison\b/i,
  es: /\b(?:la|de|una) casa\b/i,
  it: /\b(?:la|della|una) casa\b|casa vacanze/i,
  nl: /\bhuis\b|vakantiehuis/i,
};

for (const language of LANGUAGES) {
  test(`the pages of a flat in ${language} do not call it a house, and those of a house do`, () => {
    const { houseTypes } = textsIn(language);
    const [flat = ""] = houseTypes["Apartment"] ?? [];
    const pagesOfType = (answers: Partial<Answers>) => {
      const { folder } = newFolder(language, answers);
      const names = readdirSync(join(folder, "content")).filter((name) => name.endsWith(".md"));
      const pages = names.map((name) => readFileSync(join(folder, "content", name), "utf8")).join("\n");
      return { pages, site: JSON.parse(readFileSync(join(folder, "data/site.json"), "utf8")) };
    };
    const ofFlat = pagesOfType({ houseType: flat });
    assert.equal(ofFlat.site.houseType, "Apartment");
    assert.equal(HOUSE[language].exec(ofFlat.pages)?.[0], undefined);
    assert.match(ofFlat.pages, new RegExp(`^title: \\{\\{cottage.name\\}\\},.* ${flat} `, "m"));
    const ofHouse = pagesOfType({});
    assert.equal(ofHouse.site.houseType, language === "en" ? "Cottage" : "House");
    assert.match(ofHouse.pages, HOUSE[language]);
  });

  test(`every type of house has words in ${language}`, () => {
    const schema = JSON.parse(readFileSync(join(ROOT, "data/schema/site.schema.json"), "utf8"));
    const types: string[] = schema.properties.houseType.enum;
    const words = JSON.parse(readFileSync(join(ROOT, `content/words/${language}.json`), "utf8"));
    assert.deepEqual(Object.keys(textsIn(language).houseTypes).toSorted(), types.toSorted());
    for (const type of types) assert.ok(words[`place.${type}`], type);
    // The hero and the title use the same word.
    const [type = "", [word = ""] = []] = Object.entries(textsIn(language).houseTypes)[0] ?? [];
    assert.match(words[`place.${type}`], new RegExp(word, "i"));
  });
}

test("a new folder shows a landscape, also as its link preview, and --check reports that photos are missing", () => {
  const { configured } = newFolder("en");
  const { site } = compile(configured.config);
  const router = site && siteRouter(site, { ...RUNNING, now: () => NOW });
  assert.ok(router !== undefined);
  const html = send(router, "GET", "/").body.toString();
  assert.match(html, /<img src="\/images\/landscape\.\w+\.svg" alt="" /);
  assert.match(html, /"og:image" content="https:\/\/cottage\.example\/images\/share\.\w+\.png"/);
  const warnings = checkFolder(configured.config, NOW).findings.filter(({ code }) => code === "advice-photos-none");
  assert.deepEqual(
    warnings.map(({ level }) => level),
    ["warning"],
  );
});

test("the pages of a new folder link the country's emergency number, the route and the host", () => {
  const page = (country: string, file: string) =>
    readFileSync(join(newFolder("en", { country }).folder, "content", file), "utf8");
  const guide = (country: string) => page(country, "welcome.md");
  assert.ok(page("GB", "contact.md").includes("[{{site.emergencyNumber}}](tel:999)"));
  assert.ok(guide("GB").includes("[{{site.emergencyNumber}}](tel:999)"));
  assert.ok(guide("KE").includes("**Call {{site.emergencyNumber}}.**"));
  // Printed pages have the coordinates, but not the links to the route.
  assert.ok(guide("GB").includes(" Use these coordinates:\n\n{{cottage.directions}}\n\n"));
  assert.ok(guide("GB").includes("\n\n{{contact.details}}\n\n"));
});

const RENEWED: readonly (readonly [language: Language, message: string])[] = [
  ["en", "Updated data/schema"],
  ["de", "Aktualisiert: data/schema"],
  ["fr", "Mis à jour\u00a0: data/schema"],
];

for (const [language, message] of RENEWED) {
  test(`the messages on a folder in ${language} are in its language`, async (context) => {
    const { folder } = newFolder(language);
    const stdout = context.mock.method(process.stdout, "write", () => true);
    assert.equal(renew(folder), 0);
    const [renewed] = stdout.mock.calls.map(({ arguments: [text] }) => String(text));
    stdout.mock.restore();
    assert.ok(renewed?.startsWith(message), renewed);
    const stderr = context.mock.method(process.stderr, "write", () => true);
    assert.equal(await newCottage([folder, "--new"], "."), 1);
    const [refused] = stderr.mock.calls.map(({ arguments: [text] }) => String(text));
    stderr.mock.restore();
    assert.equal(refused, `${formatMessage({ code: "folder-exists", values: { folder } }, loadMessages(language))}\n`);
  });
}

test("the program's own folder is not renewed", (context) => {
  const guide = readFileSync(join(ROOT, "AGENTS.md"), "utf8");
  const stderr = context.mock.method(process.stderr, "write", () => true);
  assert.equal(renew(ROOT), 1);
  assert.match(String(stderr.mock.calls[0]?.arguments[0]), /is the folder of the program: name the folder/);
  assert.equal(readFileSync(join(ROOT, "AGENTS.md"), "utf8"), guide);
});
