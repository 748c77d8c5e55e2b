import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, conform } from "../support/conform.ts";
import { type RandomInteger, seededRandom } from "../support/random.ts";
import { until } from "../support/program.ts";
import { run } from "../support/running.ts";
import type { WireResponse } from "../support/wire.ts";
import { parseResponses, exchange, get, post } from "../support/wire.ts";
import { HEAP_REPORT_FLAGS, descriptorCount, measure, rounded } from "./support/measure.ts";
import { REQUESTS } from "./support/load.ts";

const REQUESTS_MUTATED = 10_000;
const BODIES_MUTATED = 5000;
const CONCURRENCY = 100;
const HEAP_GROWTH_MAX = 3;

const SEEDS: readonly string[] = [
  ...REQUESTS,
  get(
    "/about",
    'If-None-Match: "x", W/"y"\r\nAccept: text/html;q=0.5, */*;q=0.1\r\nAccept-Encoding: br;q=1.0, gzip, *;q=0\r\n',
  ),
  get("http://localhost/?a=b#c", "Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n"),
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
    "2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n",
  post("{}", "Expect: 100-continue\r\nX-Forwarded-For: 192.0.2.1, [2001:db8::1]:443\r\nOrigin: http://localhost\r\n"),
  "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Method: POST\r\n\r\n",
  get("/healthz").repeat(3),
  "DELETE /api/v1/%63ottage/%2e%2e?x=%zz HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
];

/** Strings to insert: line ends, delimiters, fields and numbers that a parser may reject or misread. */
const INSERTIONS: readonly string[] = [
  ..."\0\t\n\r :;,\"'/\\?#%&=@[]{}<>*+-0\x7f\x80\xff",
  "\r\n",
  "\r\n\r\n",
  "\r\n ",
  "%00",
  "HTTP/1.1",
  "Transfer-Encoding: chunked\r\n",
  "Content-Length: 5\r\n",
  "Content-Length: -1\r\n",
  "Host: a\r\n",
  "Expect: x\r\n",
  "Connection: close\r\n",
  "99999999999999999999",
  "__proto__: x\r\n",
  "x".repeat(9000),
  "a: b\r\n".repeat(120),
];

/** Mutates a request once or twice: deletes, replaces, inserts, duplicates or truncates. */
function mutate(text: string, random: RandomInteger): string {
  const mutations = random(10) < 7 ? 1 : 2;
  let result = text;
  for (let count = 0; count < mutations; count += 1) {
    const from = random(result.length);
    const to = from + random(20);
    const before = result.slice(0, from);
    const middle = result.slice(from, to);
    const after = result.slice(to);
    const insertion = INSERTIONS[random(INSERTIONS.length)] ?? "";
    const candidates = [
      before + after,
      before + insertion + after,
      before + insertion + middle + after,
      before + middle + middle + after,
      before,
    ];
    result = candidates[random(candidates.length)] ?? result;
  }
  return result;
}

/** Statuses above 500 that the client causes with unsupported transfer codings and versions. */
const CLIENT_CAUSED = new Set([501, 505]);

function assertNoInternalError(responses: readonly WireResponse[], request: string): void {
  for (const response of responses) {
    const { status } = response;
    assert.ok(status < 500 || CLIENT_CAUSED.has(status), `${status} to ${JSON.stringify(request)}`);
    if (status >= 400) assert.notEqual(codeOf(conform(response)), "internal_error");
  }
}

/** Runs a task for each item, at most `CONCURRENCY` at a time. */
async function forAll<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const remaining = items.values();
  const worker = async (): Promise<void> => {
    for (const item of remaining) await task(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Describes how often each status occurs. */
function describeCounts(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

test(`${REQUESTS_MUTATED} mutated requests get responses or are closed, and leak no memory`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  const random = seededRandom(20_260_731);
  const requests = Array.from({ length: REQUESTS_MUTATED }, (_, index) =>
    mutate(SEEDS[index % SEEDS.length] ?? "", random),
  );
  await forAll(requests.slice(0, 1000), async (text) => void (await exchange(server.port, text, { halfClose: true })));
  await until("the connections are closed", () => descriptorCount(server.pid) < 30);
  const before = await measure(server);
  const statuses: number[] = [];
  await forAll(requests, async (text) => {
    const responses = parseResponses(await exchange(server.port, text, { halfClose: true }));
    assertNoInternalError(responses, text);
    statuses.push(...responses.map(({ status }) => status));
  });
  await until("the connections are closed", () => descriptorCount(server.pid) <= before.descriptors);
  const after = await measure(server);
  assert.ok(after.heap - before.heap < HEAP_GROWTH_MAX, `the heap grew from ${before.heap} to ${after.heap} MB`);
  server.kill("SIGTERM");
  const { status, stdout } = await server.ended;
  assert.equal(status, 0);
  assert.doesNotMatch(stdout, /"level":"(?:error|warning)"/);
  context.diagnostic(`${describeCounts(statuses)}; heap ${rounded(before.heap)} to ${rounded(after.heap)} MB`);
});

const BODIES: readonly string[] = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":' +
    '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
  '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"get-cottage","arguments":{}}}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"","_meta":{"progressToken":1}}}',
  '[{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]',
  '{"jsonrpc":"2.0","id":4,"result":{}}',
  `${"[".repeat(60)}${"]".repeat(60)}`,
];

test(`${BODIES_MUTATED} mutated MCP bodies get responses, and leak no memory`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  const random = seededRandom(5000);
  const requests = Array.from({ length: BODIES_MUTATED }, (_, index) => {
    const text = mutate(BODIES[index % BODIES.length] ?? "", random);
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    return `${head}Content-Length: ${text.length}\r\n\r\n${text}`;
  });
  await forAll(requests.slice(0, 500), async (text) => void (await exchange(server.port, text)));
  const before = await measure(server);
  const statuses: number[] = [];
  await forAll(requests, async (text) => {
    const [response, ...rest] = parseResponses(await exchange(server.port, text));
    assert.ok(response !== undefined);
    assert.deepEqual(rest, []);
    assertNoInternalError([response], text);
    statuses.push(response.status);
  });
  const after = await measure(server);
  assert.ok(after.heap - before.heap < HEAP_GROWTH_MAX, `the heap grew from ${before.heap} to ${after.heap} MB`);
  context.diagnostic(`${describeCounts(statuses)}; heap ${rounded(before.heap)} to ${rounded(after.heap)} MB`);
});
