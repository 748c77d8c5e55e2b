import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, conform } from "../support/conform.ts";
import { run } from "../support/running.ts";
import type { WireAnswer } from "../support/wire.ts";
import { answersIn, exchange, get, post } from "../support/wire.ts";
import { TELLS_HEAP, descriptors, figures, shown, until } from "./support/figures.ts";
import { REQUESTS } from "./support/load.ts";

const REQUESTS_MUTATED = 10_000;
const BODIES_MUTATED = 5000;
const AT_ONCE = 100;
const HEAP_GROWTH_MAX = 3;

/** The same numbers each time, evenly from 0 up to 1. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SEEDS: readonly string[] = [
  ...REQUESTS,
  get(
    "/about",
    'If-None-Match: "x", W/"y"\r\nAccept: text/html;q=0.5, */*;q=0.1\r\nAccept-Encoding: br;q=1.0, gzip, *;q=0\r\n',
  ),
  get("http://localhost/?a=b#c", "Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n"),
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n",
  post("{}", "Expect: 100-continue\r\nX-Forwarded-For: 192.0.2.1, [2001:db8::1]:443\r\nOrigin: http://localhost\r\n"),
  "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Method: POST\r\n\r\n",
  get("/healthz").repeat(3),
  "DELETE /api/v1/%63ottage/%2e%2e?x=%zz HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
];

/** What stands where something else should: the ends of lines and numbers, and whatever a parser splits at. */
const SPLINTERS: readonly string[] = [
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

/** A text with one thing done to it, or two. */
function mutated(text: string, chance: () => number): string {
  const place = (length: number) => Math.floor(chance() * length);
  let result = text;
  for (let left = chance() < 0.7 ? 1 : 2; left > 0; left -= 1) {
    const from = place(result.length);
    const to = from + place(20);
    const [before, middle, after] = [result.slice(0, from), result.slice(from, to), result.slice(to)];
    const splinter = SPLINTERS[place(SPLINTERS.length)] ?? "";
    const ways = [
      before + after,
      before + splinter + after,
      before + splinter + middle + after,
      before + middle + middle + after,
      before,
    ];
    result = ways[place(ways.length)] ?? result;
  }
  return result;
}

/** Server errors that are the client's fault: methods, codings and versions that are not spoken. */
const BLAMELESS = new Set([501, 505]);

function assertFine(answers: readonly WireAnswer[], sent: string): void {
  for (const answer of answers) {
    assert.ok(answer.status < 500 || BLAMELESS.has(answer.status), `${answer.status} to ${JSON.stringify(sent)}`);
    if (answer.status >= 400) assert.notEqual(codeOf(conform(answer)), "internal_error");
  }
}

/** Does it for all, some at once. */
async function forAll<T>(all: readonly T[], task: (each: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) await task(all[at] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function countOf(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`).join(", ");
}

test(`${REQUESTS_MUTATED} mutated requests are answered or closed, and leave nothing behind`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: TELLS_HEAP });
  const chance = chances(20_260_731);
  const all = Array.from({ length: REQUESTS_MUTATED }, (_, index) =>
    mutated(SEEDS[index % SEEDS.length] ?? "", chance),
  );
  await forAll(all.slice(0, 1000), async (text) => void (await exchange(server.port, text, { halfClose: true })));
  await until("the connections are closed", () => descriptors(server.pid) < 30);
  const before = await figures(server);
  const statuses: number[] = [];
  await forAll(all, async (text) => {
    const answers = answersIn(await exchange(server.port, text, { halfClose: true }));
    assertFine(answers, text);
    statuses.push(...answers.map(({ status }) => status));
  });
  await until("the connections are closed", () => descriptors(server.pid) <= before.descriptors);
  const after = await figures(server);
  assert.ok(after.heap - before.heap < HEAP_GROWTH_MAX, `the heap grew from ${before.heap} to ${after.heap} MB`);
  server.kill("SIGTERM");
  const { status, stdout } = await server.ended;
  assert.equal(status, 0);
  assert.doesNotMatch(stdout, /"level":"(?:error|warning)"/);
  context.diagnostic(`${countOf(statuses)}; heap ${shown(before.heap)} to ${shown(after.heap)} MB`);
});

const BODIES: readonly string[] = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
  '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"get-cottage","arguments":{}}}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"","_meta":{"progressToken":1}}}',
  '[{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]',
  '{"jsonrpc":"2.0","id":4,"result":{}}',
  `${"[".repeat(60)}${"]".repeat(60)}`,
];

test(`${BODIES_MUTATED} mutated MCP bodies are answered, and leave nothing behind`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: TELLS_HEAP });
  const chance = chances(5000);
  const all = Array.from({ length: BODIES_MUTATED }, (_, index) => {
    const text = mutated(BODIES[index % BODIES.length] ?? "", chance);
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    return `${head}Content-Length: ${text.length}\r\n\r\n${text}`;
  });
  await forAll(all.slice(0, 500), async (text) => void (await exchange(server.port, text)));
  const before = await figures(server);
  const statuses: number[] = [];
  await forAll(all, async (text) => {
    const [answer, ...rest] = answersIn(await exchange(server.port, text));
    assert.ok(answer !== undefined);
    assert.deepEqual(rest, []);
    assertFine([answer], text);
    statuses.push(answer.status);
  });
  const after = await figures(server);
  assert.ok(after.heap - before.heap < HEAP_GROWTH_MAX, `the heap grew from ${before.heap} to ${after.heap} MB`);
  context.diagnostic(`${countOf(statuses)}; heap ${shown(before.heap)} to ${shown(after.heap)} MB`);
});
