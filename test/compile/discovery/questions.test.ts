/**
 * Questions of guests to an agent. Most answers are in the instructions, the list of tools and their results, so that
 * an MCP client need not read any page.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { respond } from "../../support/respond.ts";
import { request } from "../../support/conform.ts";
import { sampleFacts, sampleRouter, send } from "../../support/sample.ts";

type Members = Readonly<Record<string, unknown>>;

const router = sampleRouter();

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function mcp(method: string, params: object = {}): Members {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const headers = { host: "cottage.example", "content-type": "application/json" };
  const answer = respond(router, request({ method: "POST", path: "/mcp", headers, body }));
  const message: unknown = JSON.parse(answer.body.toString());
  assert.ok(isMembers(message) && isMembers(message["result"]));
  return message["result"];
}

function tools(): readonly Members[] {
  const { tools: list } = mcp("tools/list");
  assert.ok(Array.isArray(list));
  return list.filter(isMembers);
}

/** Returns the text that a client sees: `get-cottage` is the tool's description, `get-cottage()` its result. */
function visibleTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { name, description } of tools()) {
    const { structuredContent } = mcp("tools/call", { name });
    texts.set(String(name), String(description));
    texts.set(`${String(name)}()`, JSON.stringify(structuredContent));
  }
  return texts;
}

const TEXTS = visibleTexts();

type Evidence = readonly [text: string, words: RegExp];

/** Questions whose answer is in the text, with the words of the answer. */
const ANSWERED: Readonly<Record<string, readonly Evidence[]>> = {
  "How many does it sleep?": [["get-cottage", /sleeps 6\./]],
  "Which beds are in which room?": [
    ["get-cottage", /Beds: 1 king \(Front bedroom\), 1 king \(Garden bedroom\), 1 double \(Back bedroom\)\./],
  ],
  "Is there a cot?": [
    ["get-cottage()", /"Travel cot and high chair"/],
  ],
  "How many dogs may we bring?": [
    ["get-cottage()", /"petsAllowed":true/],
    ["get-cottage", /Two dogs are welcome downstairs/],
  ],
  "May we smoke?": [["get-cottage()", /"smokingAllowed":false/]],
  "When is check-in, and when check-out?": [["get-cottage", /Check-in is from 16:00, check-out by 10:00/]],
  "How fast is the Wi-Fi?": [["get-cottage()", /Fibre Wi-Fi \(70 Mbit\/s\)/]],
  "Can we park two cars?": [["get-cottage", /park two cars beside the house/]],
  "Can we charge an electric car?": [["get-cottage()", /Electric car charger \(7 kW\)/]],
  "Where are the nearest shop and pub?": [
    ["list-attractions()", /"The Tup and Tally","distanceFromCottage":"8 minutes.*Hathersby Stores/],
  ],
  "Where is the nearest station?": [["get-cottage", /nearest railway station is Kirkby Siller, 13 km away/]],
  "Are there steps?": [["get-cottage", /Two steps lead up to the front door\. The three bedrooms are upstairs/]],
  "Is there a washing machine?": [["get-cottage()", /"Washing machine and tumble dryer"/]],
  "Are linen and towels included?": [["get-cottage", /Bed linen, towels and logs are included/]],
  "How is it heated, and is firewood included?": [
    ["get-cottage()", /Wood-burning stove, logs included","Central heating/],
  ],
  "What is a night in August, roughly?": [
    ["get-cottage()", /"priceRange":"£145–£260 a night"/],
    ["get-cottage", /priceRange is approximate, not an offer/],
  ],
  "What is the minimum stay?": [["get-cottage", /three nights or more; in July and August a week/]],
  "Is there a deposit?": [["get-cottage", /There is no deposit/]],
  "What is the host's telephone number?": [
    ["get-cottage", /Host: Marian at Wrenfold, hello@wrenfold\.example, \+44 1632 960147/],
  ],
  "Which languages does the host speak?": [["get-cottage", /speaks en, de/]],
  "What is the emergency number?": [["get-cottage", /Emergency number: 999/]],
  "May we arrive late at night?": [["get-cottage", /You are welcome to arrive late, even after ten at night/]],
  "What are the terms of cancellation?": [["get-cottage", /cancel free of charge up to 30 days before you arrive/]],
  "Whom do we call at night?": [
    ["get-cottage", /answers email within 12 h.*Guests in the house can phone us day and night/],
  ],
  "What are the best and the worst review, and why?": [
    ["list-reviews()", /"rating":5,.*"rating":3,[^}]*the boiler went off/],
  ],
  "What is the average rating, and of how many?": [
    ["get-cottage()", /"ratingValue":4\.8,"reviewCount":47/],
    ["list-reviews", /16 of 47 reviews are listed; the average rating of all 47 is 4\.8 out of 5/],
  ],
  "What can children do on a rainy day?": [
    ["list-attractions()", /Dripping Nell Cavern.*children under four stay above/],
  ],
  "May I publish the facts and quote the reviews?": [
    [
      "list-reviews",
      /The facts, but not the guests' reviews or photographs, are licensed under CC-BY-4\.0; source: Wrenfold Cottage/,
    ],
  ],
  "Can we book at once?": [["get-booking-options()", /"Example Stays[^}]*"supportsInstantBook":true/]],
  "What is the address for the sat nav?": [
    ["get-cottage", /use the coordinates 54\.26835, -2\.16417, not the postcode/],
  ],
  "Where are the website and the guest guide?": [
    ["get-cottage()", /"url":"https:\/\/wrenfold\.example\/"/],
    [
      "get-cottage",
      /Guest guide: https:\/\/cottage\.example\/welcome \(markdown: \/welcome\.md\)\. Getting to .* house rules/,
    ],
  ],
};

/** Questions whose answer is not in the sample, with the words that say where to find it. */
const ELSEWHERE: Readonly<Record<string, readonly Evidence[]>> = {
  "Is it registered?": [["get-cottage", /The host answers all other questions/]],
  "Is there a cleaning fee?": [["get-booking-options", /the channels state fees, /]],
  "Is it free in week 32?": [["get-booking-options", /Only they have free dates and prices for dates/]],
};

const QUESTIONS = [...Object.entries(ANSWERED), ...Object.entries(ELSEWHERE)];

for (const [question, evidence] of QUESTIONS) {
  test(question, () => {
    for (const [text, words] of evidence) assert.match(TEXTS.get(text) ?? "", words);
  });
}

test("of 34 questions at least 31 are answered", () => {
  assert.equal(QUESTIONS.length, 34);
  assert.ok(Object.keys(ANSWERED).length >= 31);
});

/** Phrases that misled models, and instructions, for which directories of MCP servers reject a server. */
const FORBIDDEN: readonly RegExp[] = [
  /beds: ,/i,
  /no prices/i,
  /booking endpoint/,
  /\b(?:do not|don't|never|always|make sure|you (?:must|should)|ask the host|give the guest)\b/i,
];

const { goodToKnow = [] } = sampleFacts().site;

/** Removes the owner's sentences, which may contain instructions to guests. */
function withoutOwnerTexts(text: string): string {
  return goodToKnow.reduce((rest, note) => rest.replace(note, ""), text);
}

test("no description contains a misleading phrase or an instruction", () => {
  const texts = [...tools().map(({ description }) => String(description)), String(mcp("initialize")["instructions"])];
  for (const text of texts) {
    for (const expression of FORBIDDEN) assert.doesNotMatch(withoutOwnerTexts(text), expression);
  }
});

/** Estimated at four characters per token. */
const LIST_TOKENS_MAX = 2500;

test(`the list of tools takes at most ${LIST_TOKENS_MAX} tokens of a model's context`, () => {
  const tokens = JSON.stringify(mcp("tools/list")).length / 4;
  const advice = "shorten summaries, notes or descriptions of fields, or see Size limits in CONTRIBUTING.md";
  assert.ok(tokens <= LIST_TOKENS_MAX, `${tokens} tokens, but the limit is ${LIST_TOKENS_MAX}: ${advice}`);
});

test("the guest guide has the sections that the description mentions", () => {
  const guide = send(router, "GET", "/welcome.md").body.toString();
  for (const words of [/By train and bus/, /## House rules/, /Bins/]) assert.match(guide, words);
});

test("the instructions contain the tool's description without its summary", () => {
  const [, facts = ""] = (TEXTS.get("get-cottage") ?? "").split("overall rating. ");
  assert.ok(facts.length > 1000);
  assert.ok(String(mcp("initialize")["instructions"]).includes(facts));
});
