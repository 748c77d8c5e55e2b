/** Every program on the developer page runs as a reader copies it, against the server that it names. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { bodyOf } from "./support/conform.ts";
import { blocks } from "./support/developers.ts";
import type { RunningServer } from "./support/running.ts";
import { startServer } from "./support/running.ts";
import { ask, sampleFacts, sampleRouter } from "./support/sample.ts";

const FACTS = sampleFacts();

let server: RunningServer;
let baseUrl = "";
let page = "";

before(async () => {
  server = await startServer();
  baseUrl = server.origin;
  page = await (await fetch(`${baseUrl}/developers.md`)).text();
});

after(() => server.stop());

interface Ran {
  readonly status: number;
  readonly output: string;
}

const RUN: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sh: ["bash", "-euc"],
  js: [process.execPath, "--input-type=module", "--eval"],
  python: ["python3", "-c"],
};

async function run(language: string, text: string): Promise<Ran> {
  const [program, ...options] = RUN[language] ?? ["false"];
  const child = spawn(program, [...options, text], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (output += data.toString()));
  const [status]: unknown[] = await once(child, "close");
  return { status: Number(status), output };
}

const { cottage, reviews, attractions } = FACTS;

/** Output of each program, section by section. */
const PRINTS: readonly [heading: string, index: number, expected: RegExp][] = [
  ["Quick start", 0, new RegExp(`"name":"${cottage.name}"`)],
  [
    "Quick start",
    1,
    new RegExp(`^${reviews.ratingValue} from ${reviews.reviewCount} reviews\n5/5 ${reviews.reviews[0]?.author}: `),
  ],
  ["Quick start", 2, new RegExp(`^${attractions.attractions[0]?.name} - 8 minutes’ walk`)],
  ["Errors", 0, /^[^{]*\{"error":\{"code":"not_found"/],
  ["Caching", 0, /^304\n$/],
  ["Caching", 1, new RegExp(`^${cottage.name}: nothing new\n$`)],
  ["Caching", 2, /^304\n$/],
  ["Pages as markdown", 0, /# A shepherd’s house, kept/],
  ["Pages as markdown", 1, new RegExp(`# ${cottage.name}`)],
  ["MCP", 0, new RegExp(`"structuredContent":\\{"object":"cottage","name":"${cottage.name}"`)],
  ["MCP", 1, new RegExp(`"resultType":"complete".*"structuredContent":\\{"object":"cottage","name":"${cottage.name}"`)],
];

for (const [heading, index, expected] of PRINTS) {
  test(`${heading}: program ${index + 1} runs and prints what it should`, async () => {
    const block = blocks(page, heading)[index];
    assert.ok(block !== undefined);
    assert.ok(block.text.includes(baseUrl), "it has the real address");
    const { status, output } = await run(block.language, block.text);
    assert.equal(status, 0, output);
    assert.match(output, expected);
  });
}

test("no program of these sections is left out", () => {
  const headings = [...new Set(PRINTS.map(([heading]) => heading))];
  const programs = headings.flatMap((heading) => blocks(page, heading).filter(({ language }) => language in RUN));
  assert.equal(programs.length, PRINTS.length);
});

const CLIENTS = ["Claude", "ChatGPT", "Claude Code", "Codex", "VS Code", "Cursor", "MCP Inspector"];

test("every client that people ask for has its paragraph, and only one", () => {
  const [, section = ""] = page.split("\n## Set up an MCP client\n");
  const named = [...section.matchAll(/^\*\*(.+?)\.\*\* /gm)].flatMap(([, names = ""]) => names.split(", "));
  for (const client of CLIENTS) assert.equal(named.filter((name) => name === client).length, 1, client);
});

test("the one address in each text that sets up a client is that of the endpoint", () => {
  const texts = blocks(page, "Set up an MCP client");
  assert.equal(texts.length, 7);
  for (const { language, text } of texts) {
    assert.ok(language !== "json" || isObject(JSON.parse(text)));
    assert.deepEqual(text.match(/https?:[^\s"]*/g), [`${baseUrl}/mcp`], text);
  }
});

test("the examples are the responses of the server", async () => {
  const shown = blocks(page, "Fields and responses").map(({ text }): unknown => JSON.parse(text));
  const live = await Promise.all(
    ["cottage", "reviews", "attractions", "booking"].map(async (name) =>
      (await fetch(`${baseUrl}/api/v1/${name}`)).json(),
    ),
  );
  assert.equal(shown.length, live.length);
  for (const [index, example] of shown.entries()) assert.deepEqual(example, abridgedLike(live[index], example));
  const [index] = blocks(page, "Endpoints").map(({ text }): unknown => JSON.parse(text));
  assert.deepEqual(index, await (await fetch(`${baseUrl}/api/`)).json());
  const [, error] = blocks(page, "Errors");
  assert.deepEqual(JSON.parse(error?.text ?? ""), await (await fetch(`${baseUrl}/api/v1/prices`)).json());
});

/** The live answer with its lists cut to the length of the example's. */
function abridgedLike(live: unknown, example: unknown): unknown {
  assert.ok(isObject(live) && isObject(example));
  return Object.fromEntries(
    Object.entries(live).map(([name, value]) => {
      const shown = example[name];
      return [name, Array.isArray(value) && Array.isArray(shown) ? value.slice(0, shown.length) : value];
    }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

test("every field of every response has a row, and every other row is optional", () => {
  const router = sampleRouter();
  for (const { title, path } of [
    { title: "Cottage profile", path: "/api/v1/cottage" },
    { title: "Guest reviews", path: "/api/v1/reviews" },
    { title: "Local attractions", path: "/api/v1/attractions" },
    { title: "Booking options", path: "/api/v1/booking" },
  ]) {
    const [, section = ""] = page.split(`\n### ${title}\n`);
    const [fields = ""] = section.split("```");
    const rows = [...fields.matchAll(/^- \*\*`([^`]+)`:\*\* ([^.]*)/gm)].map(([, field = "", type = ""]) => ({
      field,
      type,
    }));
    const present = [...new Set(fieldsOf(bodyOf(ask(router, "GET", path)), ""))];
    assert.deepEqual(
      rows.map(({ field }) => field).filter((field) => present.includes(field)),
      present,
      path,
    );
    for (const { field, type } of rows)
      assert.ok(present.includes(field) || type.endsWith(", optional"), `${path} ${field}`);
  }
});

function fieldsOf(value: unknown, prefix: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOf(each, `${prefix.slice(0, -1)}[].`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [prefix + name, ...fieldsOf(member, `${prefix}${name}.`)]);
}
