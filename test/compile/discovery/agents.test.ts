/** What guests ask an agent, and where a client that sees the list of tools and their results alone finds the answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { houseWords, mcpSettings, terms } from "../../../src/compile/discovery/llms.ts";
import { wholeBody } from "../../../src/serve/http/message.ts";
import { respond } from "../../../src/serve/http/router.ts";
import { request } from "../../support/conform.ts";
import { BASE_URL, ask, sampleFacts, sampleRouter } from "../../support/sample.ts";

const facts = sampleFacts();
const router = sampleRouter();

function mcp(method: string, params: object = {}): unknown {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const headers = { host: "cottage.example", "content-type": "application/json" };
  const { result } = JSON.parse(wholeBody(respond(router, request({ method: "POST", path: "/mcp", headers, body }))).toString());
  return result;
}

/** All that such a client sees: `get-cottage` is how the list describes the tool, `get-cottage()` what it returns. */
const SEEN = new Map<string, string>(
  Object(mcp("tools/list")).tools.flatMap(({ name, description }: { readonly name: string; readonly description: string }) => [
    [name, description],
    [`${name}()`, Object(mcp("tools/call", { name })).content[0].text],
  ]),
);

/** Question, where its answer is, and the words that are the answer, that lead to it, or that say it is not to be had. */
const QUESTIONS: readonly [question: string, place: string, answer: RegExp][] = [
  ["How many does it sleep?", "get-cottage", /sleeps 6/],
  ["Are there single beds?", "get-cottage", /beds: 1 king .*1 double \(Back bedroom\), and no others/],
  ["May we bring the dogs?", "get-cottage()", /"petsAllowed":true/],
  ["When may we arrive, and when must we leave?", "get-cottage", /Arrival from 16:00, departure by 10:00/],
  ["Is there parking?", "get-cottage()", /Private parking for two cars/],
  ["Can we charge the car?", "get-cottage()", /Electric car charger/],
  ["Where is the nearest pub?", "list-attractions()", /"The Tup and Tally","distanceFromCottage":"8 minutes/],
  ["How do we come from the station?", "get-cottage", /Guest guide, \S+\/welcome\.md: Getting to /],
  ["Is there Wi-Fi?", "get-cottage()", /Wi-Fi/],
  ["Can it be done in a wheelchair?", "get-cottage", /What neither says, ask the host and do not guess/],
  ["May we smoke?", "get-cottage()", /"smokingAllowed":false/],
  ["Is it good for small children?", "get-cottage()", /Travel cot and high chair/],
  ["What are the house rules?", "get-cottage", /\/welcome\.md: .*house rules/],
  ["Whom do we ring in an emergency?", "get-cottage", /Emergency number: 999/],
  ["Who is the host?", "get-cottage", /Host: Marian at Wrenfold, hello@wrenfold\.example, \+44 1632 960147 \(speaks en, de\)/],
  ["What do reviews below four stars say?", "list-reviews()", /"rating":3/],
  ["Is it free in May?", "get-booking-options", /free dates are found there only/],
  ["What is the price for a week?", "get-booking-options", /Prices and .* are found there only/],
  ["Can we cancel?", "get-booking-options", /terms also say how to cancel/],
  ["Will you book it for me?", "get-booking-options", /Nothing can be booked.*give the guest a link/],
  ["May I quote this?", "list-reviews", /Licence of the facts: CC-BY-4\.0; name Wrenfold Cottage/],
];

for (const [question, place, answer] of QUESTIONS) {
  test(`${question} ${place} answers`, () => assert.match(SEEN.get(place) ?? "", answer));
}

test("where the words lead to the guest guide, it has the answers", () => {
  const guide = ask(router, "GET", "/welcome.md").body.toString();
  for (const words of [/By train and bus/, /## House rules/, /Bins/]) assert.match(guide, words);
});

test("the instructions say the same of the house, second", () => {
  const { instructions } = Object(mcp("initialize"));
  for (const words of [...houseWords(facts), terms(facts, BASE_URL)]) assert.ok(instructions.includes(words), words);
});

const { beds: _beds, licence, reviewsFrom: _reviewsFrom, contentSignals: _signals, ...required } = facts.site;

/** The sample, with what its owner must say and with this. */
function withSite(site: Partial<Facts["site"]>): Facts {
  return { ...facts, site: { ...required, ...site } };
}

/** Words of the house for facts that the sample does not have. */
const WORDS: readonly [facts: Facts, said: RegExp][] = [
  [withSite({}), /beds: 2 king, 1 double\.$/m],
  [withSite({ beds: [{ kind: "single", count: 4 }] }), /beds: 4 single, and no others\.$/m],
  [{ ...withSite({}), cottage: { ...facts.cottage, bedTypes: { king: 0, double: 0 } } }, /beds: ask the host\.$/m],
  [withSite({ contact: { name: "Ida", email: "ida@brook.example" } }), /^Host: Ida, ida@brook\.example \(speaks en, de\)\.$/m],
  [withSite({ floorArea: 85 }), /^Floor area: 85 m²\.$/m],
  [withSite({ registrations: [{ name: "CIN", number: "IT123" }] }), /^CIN: IT123\.$/m],
  [{ ...facts, cottage: { ...facts.cottage, petsAllowed: false, smokingAllowed: true } }, /^Pets are not allowed; smoking indoors is allowed\.$/m],
];

for (const [house, said] of WORDS) {
  test(`the words of the house say ${said}`, () => assert.match(houseWords(house).join("\n"), said));
}

const TERMS: readonly [site: Partial<Facts["site"]>, said: RegExp][] = [
  [{}, /^No licence is stated: ask the owner, hello@wrenfold\.example, before /],
  [{ licence: { name: "House terms", url: "https://a.example/terms" } }, /^Licence of the facts: House terms; name Wrenfold Cottage, https/],
  [{ ...(licence && { licence }), contentSignals: { aiTrain: false } }, /source\. The owner does not want them used to train AI\.$/],
  [{ contentSignals: { search: false, aiInput: false, aiTrain: false } }, /used in answers of AI or to train AI\.$/],
];

for (const [site, said] of TERMS) {
  test(`for ${JSON.stringify(site)} the terms are ${said}`, () => assert.match(terms(withSite(site), BASE_URL), said));
}

test("no words are longer than what hosts show, and what is too long is left out whole", () => {
  const { contact } = facts.site;
  const long = withSite({ contact: { ...contact, name: "x".repeat(1900) } });
  for (const each of [facts, long]) {
    const { instructions, tools } = mcpSettings({ facts: each, pages: [], baseUrl: BASE_URL, rateLimit: 60 });
    for (const text of [instructions, ...tools.map(({ description }) => description)]) {
      assert.ok(text.length <= 2000, `${text.length}`);
      assert.match(text, /\.$/);
    }
  }
  assert.match(mcpSettings({ facts: long, pages: [], baseUrl: BASE_URL, rateLimit: 60 }).tools[0]?.description ?? "", /Emergency number: 999\. What neither says/);
});
