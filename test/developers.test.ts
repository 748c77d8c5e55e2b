/** Programs of the developer page run as they are, and its examples are the responses of the server. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { codeBlocks } from "./support/developers.ts";
import type { RunningServer } from "./support/running.ts";
import { ROOT, startServer } from "./support/running.ts";
import { sampleFacts } from "./support/sample.ts";
import { isObject } from "./support/json.ts";
import { exchange, get, parseResponses, post } from "./support/wire.ts";

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

interface ProgramResult {
  readonly status: number;
  readonly output: string;
}

const INTERPRETERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sh: ["bash", "-euc"],
  js: [process.execPath, "--input-type=module", "--eval"],
  python: ["python3", "-c"],
};

async function run(language: string, text: string): Promise<ProgramResult> {
  const [program, ...options] = INTERPRETERS[language] ?? ["false"];
  const child = spawn(program, [...options, text], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  // curl reports its progress between parts of the output.
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const [status]: unknown[] = await once(child, "close");
  return { status: Number(status), output: output + errors };
}

const { cottage, reviews, attractions } = FACTS;

/** Output of each program by section. */
const OUTPUTS: readonly [heading: string, index: number, expected: RegExp][] = [
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

for (const [heading, index, expected] of OUTPUTS) {
  test(`${heading}: program ${index + 1} runs and prints the expected output`, async () => {
    const block = codeBlocks(page, heading)[index];
    assert.ok(block !== undefined);
    assert.ok(block.text.includes(baseUrl), "it has the real address");
    const { status, output } = await run(block.language, block.text);
    assert.equal(status, 0, output);
    assert.match(output, expected);
  });
}

test("no program of these sections is left out", () => {
  const headings = [...new Set(OUTPUTS.map(([heading]) => heading))];
  const programs = headings.flatMap((heading) =>
    codeBlocks(page, heading).filter(({ language }) => language in INTERPRETERS),
  );
  assert.equal(programs.length, OUTPUTS.length);
});

const CLIENTS = ["Claude", "ChatGPT", "Claude Code", "Codex", "VS Code", "Cursor", "MCP Inspector"];

test("every common client has exactly one paragraph", () => {
  const [, section = ""] = page.split("\n## Set up an MCP client\n");
  const named = [...section.matchAll(/^\*\*(.+?)\.\*\* /gm)].flatMap(([, names = ""]) => names.split(", "));
  for (const client of CLIENTS) assert.equal(named.filter((name) => name === client).length, 1, client);
});

test("the only address in each setup text is that of the endpoint", () => {
  const texts = codeBlocks(page, "Set up an MCP client");
  assert.equal(texts.length, 7);
  for (const { language, text } of texts) {
    assert.ok(language !== "json" || isObject(JSON.parse(text)));
    assert.deepEqual(text.match(/https?:[^\s"]*/g), [`${baseUrl}/mcp`], text);
  }
});

const CLOSE = "Connection: close\r\n";

/** Requests, and the entry of the list of error codes that must describe the error. */
const ERRORS: readonly [request: string, entry: RegExp][] = [
  ["GET / HTTP/0.9\r\n\r\n", /^`version_not_supported`, 505: .*0\.9/],
  ["GET / HTTP/2.0\r\n\r\n", /^`version_not_supported`, 505: .*2\.0/],
  ["GET / HTTP/1.2\r\n\r\n", /^`bad_request`, 400: .*HTTP version, such as 1\.2/],
  ["GET / HTTP/x\r\n\r\n", /^`bad_request`, 400: .*not valid HTTP/],
  [post("[]", `MCP-Protocol-Version: x\r\n${CLOSE}`), /^`bad_request`, 400: .*MCP revision/],
  // The string is sent in Latin-1, and post() counts its bytes in UTF-8.
  [post('"\xff"', CLOSE).replace("Length: 4", "Length: 3"), /^`parse_error`, 400: .*UTF-8/],
  [post("[1]", `MCP-Protocol-Version: 2026-07-28\r\n${CLOSE}`), /^`invalid_request`, 400: .*batch/],
  [
    post('[{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}]', CLOSE),
    /^`invalid_request`, 400: .*batch/,
  ],
  [post("{}", `Content-Encoding: gzip\r\n${CLOSE}`), /^`unsupported_media_type`, 415: .*compressed/],
  [get(`/${"x".repeat(8192)}`), /^`target_too_long`, 414: .* longer than 8 KiB/],
  [get(`/?${"x".repeat(8192)}`), /^`target_too_long`, 414: .*query/],
  [get(`/${"x".repeat(16384)}`), /^`fields_too_large`, 431: .*the path and the query are longer than 16 KiB/],
  [get("/", "a: b\r\n".repeat(100)), /^`fields_too_large`, 431: .*more than 100 headers/],
];

for (const [request, entry] of ERRORS) {
  test(`the list of error codes says ${entry.source} for ${JSON.stringify(request.slice(0, 60))}`, async () => {
    const [response] = parseResponses(await exchange(Number(new URL(baseUrl).port), request));
    assert.ok(response !== undefined);
    const { error } = JSON.parse(response.body.toString());
    const listed = page.split("\n- ").find((line) => line.startsWith(`\`${error.code}\`, ${response.status}: `));
    assert.match(listed ?? "", entry);
  });
}

test("the Inspector's command never asks, and runs the version that the tests run", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "test/clients/package.json"), "utf8"));
  const version = devDependencies["@modelcontextprotocol/inspector"];
  assert.ok(page.includes(`\nnpx -y @modelcontextprotocol/inspector@${version} --cli `));
});

test("the example of an error is the response of the server", async () => {
  const [, error] = codeBlocks(page, "Errors");
  assert.deepEqual(JSON.parse(error?.text ?? ""), await (await fetch(`${baseUrl}/api/v1/prices`)).json());
});
