import assert from "node:assert/strict";
import { test } from "node:test";
import { lintFacts } from "../../../src/author/lint/facts.ts";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { lintText, TEXT_RULES } from "../../../src/author/lint/text-rules.ts";
import { formatMessage } from "../../../src/compile/messages.ts";
import { sampleFacts } from "../../support/sample.ts";
import { stopwatch } from "../../support/stopwatch.ts";

const TODAY = "2026-11-20";
const sample = sampleFacts();

/** The sample without the names and addresses by which it is recognised as the sample. */
const own: Facts = {
  ...JSON.parse(
    JSON.stringify({ ...sample, booking: { ...sample.booking, channels: [] } }).replaceAll(
      /Wrenfold|Hathersby|Sillerdale|Kirkby Siller|[\w.-]*\.?example(?:\.com|\.org|\.net)?|wrenfold/gi,
      "brook.co.uk",
    ),
  ),
};
/** Facts about which there is no advice. */
const good: Facts = {
  ...own,
  cottage: { ...own.cottage, url: "https://brook.co.uk/" },
  attractions: { ...own.attractions, attractions: own.attractions.attractions.slice(0, own.site.map?.length) },
  site: { ...own.site, photos: Array.from({ length: 8 }, (_, index) => ({ file: `${index}.jpg`, alt: "A room" })) },
};

/** Formats each piece of advice as `level file/field message`. */
function adviceLines(facts: Facts): string[] {
  const advice = [...lintFacts(facts, TODAY, "https://brook.co.uk")];
  return advice.map(({ level, file, pointer, code, values }) => {
    const name = file.replace(/^data\/|\.json$/g, "");
    return `${level} ${name}${pointer} ${formatMessage({ code, values: { ...values, field: "" } }).trim()}`;
  });
}

test("a cottage that lacks nothing is given no advice", () => {
  assert.deepEqual(adviceLines(good), []);
});

test("the sample is recognised as the sample, once for each file", () => {
  const notices = adviceLines(sample).filter((each) => /comes from the sample/.test(each));
  assert.equal(notices.length, 4);
});

const { cottage, reviews, site } = good;
const [first] = reviews.reviews;
assert.ok(first !== undefined);
const { photos: _photos, ...withoutPhotos } = site;

const CASES: readonly [name: string, facts: Facts, expected: RegExp][] = [
  [
    "a door code",
    { ...good, cottage: { ...cottage, description: `${cottage.description} The door code is on the gate.` } },
    /^warning cottage\/description mentions "door code"/,
  ],
  [
    "words to fill in",
    { ...good, cottage: { ...cottage, name: "FILL IN name" } },
    /^warning cottage\/name still says "FILL IN name"/,
  ],
  [
    "a telephone number in a review",
    { ...good, reviews: { ...reviews, reviews: [{ ...first, body: "Ring me: 01632 960 123" }] } },
    /^warning reviews\/reviews\/0\/body contains "01632 960 123"/,
  ],
  [
    "coordinates not filled in",
    { ...good, cottage: { ...cottage, geo: { latitude: 0, longitude: 0 } } },
    /^warning cottage\/geo has a latitude and longitude of 0/,
  ],
  [
    "a review from the future",
    { ...good, reviews: { ...reviews, reviews: [{ ...first, datePublished: "2026-11-21" }] } },
    /^warning reviews\/reviews\/0\/datePublished is 2026-11-21, which is in the future/,
  ],
  [
    "files changed in the future",
    { ...good, site: { ...site, updated: "2027-01-01" } },
    /^warning site\/updated is 2027-01-01/,
  ],
  ["no photographs", { ...good, site: { ...site, photos: [] } }, /^warning site\/photos the site has no photos yet, /],
  ["no list of photographs", { ...good, site: withoutPhotos }, /^warning site\/photos the site has no photos yet, /],
  [
    "few photographs",
    { ...good, site: { ...site, photos: [{ file: "a.jpg", alt: "A room" }] } },
    /^notice site\/photos search engines .* contains 1:/,
  ],
  [
    "a photograph described by its file",
    { ...good, site: { ...site, photos: [...(good.site.photos ?? []), { file: "a.jpg", alt: "a.jpg" }] } },
    /^warning site\/photos\/8\/alt is "a.jpg", which is a file name:/,
  ],
  [
    "a placeholder address",
    { ...good, site: { ...site, contact: { ...site.contact, email: "fill-in@example.com" } } },
    /^warning site\/contact\/email still says "fill-in@example.com"/,
  ],
];

for (const [name, facts, expected] of CASES) {
  test(`${name} is one piece of advice`, () => {
    const [only, ...others] = adviceLines(facts);
    assert.match(only ?? "", expected);
    assert.deepEqual(others, []);
  });
}

test("today is not in the future", () => {
  const newReviews = { ...reviews, reviews: [{ ...first, datePublished: TODAY }] };
  assert.deepEqual(adviceLines({ ...good, reviews: newReviews, site: { ...site, updated: TODAY } }), []);
});

const HERE = { name: "Here", latitude: 54, longitude: -2 };
const THERE = { name: "There", latitude: 40, longitude: 20 };

const POSITIONS: readonly [latitude: number, longitude: number, map: Facts["site"]["map"], ...advice: RegExp[]][] = [
  [54.1, -2.1, [HERE]],
  [54.1, -2.1, undefined],
  [0, 30, [{ name: "Beach", latitude: 0.1, longitude: 30 }]], // on the equator
  [54.8, -2, [HERE]],
  [55, -2, [HERE], /^warning site\/map\/0 places Here 111 km from/],
  [54.1, -2.1, [HERE, THERE], /^warning site\/map\/1 places There \d+ km from/],
  [-2, 54, [HERE], /^warning cottage\/geo seems to have latitude and longitude the wrong way round/],
  [-2, 54, [HERE, THERE], /^warning site\/map\/0 places Here/, /^warning site\/map\/1 places There/],
];

for (const [latitude, longitude, map, ...advice] of POSITIONS) {
  const places = (map ?? []).map(({ name }) => name).join(" and ") || "no places";
  test(`the advice for a cottage at ${latitude}, ${longitude} with ${places} has ${advice.length} lines`, () => {
    const { map: _, ...withoutMap } = site;
    const lines = adviceLines({
      ...good,
      cottage: { ...cottage, geo: { latitude, longitude } },
      site: map === undefined ? withoutMap : { ...withoutMap, map },
    });
    assert.equal(lines.length, advice.length, lines.join());
    for (const [index, pattern] of advice.entries()) assert.match(lines[index] ?? "", pattern);
  });
}

const URLS: readonly [url: string, baseUrl: string, isReported: boolean][] = [
  ["https://brook.co.uk/house", "https://brook.co.uk", false],
  ["https://www.brook.co.uk/", "https://brook.co.uk", true],
  ["https://www.brook.co.uk/", "http://localhost:3000", false], // a trial run
  ["https://cottage.example/", "https://brook.co.uk", false], // reported as belonging to the sample
];

for (const [url, baseUrl, isReported] of URLS) {
  test(`the address ${url} is ${isReported ? "" : "not "}reported if BASE_URL is ${baseUrl}`, () => {
    const advice = [...lintFacts({ ...good, cottage: { ...cottage, url } }, TODAY, baseUrl)];
    assert.equal(
      advice.some(({ code }) => code === "advice-url-differs"),
      isReported,
    );
  });
}

const TEXTS: readonly [text: string, isFit: boolean][] = [
  ["The door code is 4711.", false],
  ["Wi-Fi password: hunter2", false],
  ["wifi key on the fridge", false],
  ["The key safe is by the door", false],
  ["Lockbox code", false],
  ["Gate pin 1234", false],
  ["WPA2", false],
  ["Der Türcode lautet 4712.", false],
  ["Code für den Schlüsselsafe: 4712", false],
  ["WLAN-Passwort: regen", false],
  ["Das WLAN-Kennwort hängt im Flur", false],
  ["Le code de la boîte à clés est 4712.", false],
  ["Digicode 47A12", false],
  ["Le mot de passe du Wi-Fi est au dos de la box", false],
  ["La clé Wi-Fi : 8F3A", false],
  ["Code d’accès : 4712", false],
  ["El código de la puerta es 4712", false],
  ["La contraseña del wifi está en la nevera", false],
  ["Clave del wifi: lluvia", false],
  ["Il codice del portone è 4712", false],
  ["Il codice della cassetta delle chiavi: 4712", false],
  ["La password del Wi-Fi è pioggia", false],
  ["De code van het sleutelkastje is 4712", false],
  ["Sleutelkluiscode 4712", false],
  ["Het wifi-wachtwoord is regen", false],
  ["Wifi-Code: 4712", false],
  ["Die Küche hat eine neue Tür.", true],
  ["Schlüssel bekommen Sie von uns persönlich.", true],
  ["Postleitzahl und Ort stehen im Impressum", true],
  ["Le code postal est 29770", true],
  ["La clé est remise en main propre", true],
  ["El código postal es 28013", true],
  ["Wifi gratis en toda la casa", true],
  ["Il codice fiscale del gestore", true],
  ["CIN: codice identificativo nazionale IT012345", true],
  ["Le chiavi si ritirano al bar", true],
  ["De postcode is 1234 AB", true],
  ["De deur aan de achterkant", true],
  ["The network and the way in are on the card on the kitchen table.", true],
  ["Fibre Wi-Fi (70 Mbit/s)", true],
  ["A good key to the walled garden", true],
  ["Postcode QX4 7WF", true],
  ["Fill in the visitors' book, please", true],
  ["The postal code is QX4 7WF", true],
  ["The dress code is casual", true],
  ["Passwords are not needed", true],
  ["A password is not needed", true],
  ["Portishead's code of conduct", true],
  ["The doorman is code-savvy", true],
  ["The code is 4711", false],
  ["Der Code lautet 4712", false],
  ["Password: rain", false],
  ["Das Passwort ist regen", false],
  ["Hasło do Wi-Fi: Szrenica2026", false],
  ["Wifi (hela huset): sommar99", false],
  ["WLAN: 100Mbit/s", true],
  ["Wi-Fi: w całym domu", true],
  ["Wi-Fi w kuchni. Parking: miejsce24", true],
  ["PIN do skrytki: 1234", false],
  ["PIN: 400001", true],
  ["Spin: 1234", true],
];

for (const [text, isFit] of TEXTS) {
  test(`${JSON.stringify(text)} ${isFit ? "may" : "should not"} be published`, () =>
    assert.equal(lintText(text, TEXT_RULES) === undefined, isFit));
}

test("a message repeats at most 500 characters of a text", () => {
  const repeated = (length: number) => {
    const text = `FILL IN ${"x".repeat(length - "FILL IN ".length)}`;
    return lintText(text, TEXT_RULES)?.values?.["text"];
  };
  assert.equal(String(repeated(500)).length, 500);
  assert.equal(repeated(501), repeated(500));
});

const RUNS = [
  "a",
  "a ",
  "1",
  "1(",
  "@",
  "a@",
  "schlüssel",
  "code ",
  "code de ",
  "sleutel",
  "{cottage.",
  "https://",
  "www.",
  ".example",
  "mot de ",
  "l’",
  "-",
];

test("lintFacts() takes linear time", () => {
  for (const run of RUNS) {
    const body = run.repeat(200_000 / run.length);
    const elapsed = stopwatch();
    adviceLines({
      ...good,
      cottage: { ...cottage, description: body },
      reviews: { ...reviews, reviews: [{ ...first, body }] },
    });
    assert.ok(elapsed() < 2000, run);
  }
});
