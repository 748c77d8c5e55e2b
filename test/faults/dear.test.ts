/** CPU time of the most expensive requests that a client can send. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { run } from "../support/running.ts";
import { parseResponses, exchange, get, post } from "../support/wire.ts";
import { rounded } from "./support/figures.ts";

const REPETITIONS = 40;
const MILLISECONDS_MAX = 10;

/** Maximum size of a body, and nearly that of a field, in bytes. */
const BODY = 64 * 1024;
const FIELD = 14_000;

const filled = (start: string, unit: string, end: string, length = BODY): string =>
  start + unit.repeat(Math.floor((length - start.length - end.length) / Buffer.byteLength(unit))) + end;
const params = (unit: string, open = "[0", close = "]"): string =>
  filled(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${open}`, unit, `${close}}}`);
const keys = (name: (index: number) => string, count: number): string => {
  const members = Array.from({ length: count }, (_, index) => `"${name(index)}":1`);
  return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{${members.join(",")}}}`;
};
const batch = (member: string): string => `[${Array.from({ length: 50 }, () => member).join(",")}]`;
const field = (name: string, unit: string, path = "/about"): string =>
  get(path, `${name}: ${filled("", unit, "", FIELD)}\r\n`);
const pingWith = (name: string, value: string): string =>
  post('{"jsonrpc":"2.0","id":1,"method":"ping"}', `${name}: ${value}\r\n`);

const REQUESTS: Readonly<Record<string, string>> = {
  "a plain GET": get("/about"),
  "a call": post('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-reviews"}}'),
  "fifty calls": post(batch('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-reviews"}}')),
  "fifty long methods": post(batch(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(1200)}"}`)),
  "fifty long ids": post(batch(`{"jsonrpc":"2.0","id":"${"\\u00e9".repeat(200)}","method":"ping"}`)),
  numbers: post(params(",1")),
  "arrays thirty deep": post(params(`,${"[".repeat(28)}${"]".repeat(28)}`)),
  "objects thirty deep": post(params(`,${'{"a":'.repeat(28)}1${"}".repeat(28)}`)),
  "more members than fit": post(keys((index) => `k${index}`, 5000)),
  "members that look like numbers": post(keys((index) => `${index * 7919}`, 4500)),
  escapes: post(params("\\u00e9", '"', '"')),
  digits: post(params("9", "0.", "")),
  "brackets, closed": post("[".repeat(BODY / 2) + "]".repeat(BODY / 2)),
  "media types": field("Accept", "text/*;q=0.5,"),
  "media types, nearly": field("Accept", ";q=0."),
  codings: field("Accept-Encoding", "br;q=0.1,"),
  "entity tags": field("If-None-Match", '"x",'),
  "half an entity tag": field("If-None-Match", '"'),
  "escapes in a path": get(`/${filled("", "%61", "", 6000)}`),
  slashes: get(filled("/", "/", "", 6000)),
  forwarders: field("X-Forwarded-For", "1.2.3.4,"),
  "colons for a host": `GET / HTTP/1.1\r\nHost: ${filled("", ":", "", FIELD)}\r\n\r\n`,
  "semicolons for parameters": post("{}").replace("application/json", `application/json${filled("", ";", "", FIELD)}`),
  "base64 for a name": pingWith("Mcp-Name", `=?base64?${filled("", "QUFB", "", FIELD)}?=`),
};

/** Returns the CPU time of a process in milliseconds, user and system. The kernel counts hundredths of a second. */
function cpuMilliseconds(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

test(`no request takes more than ${MILLISECONDS_MAX} ms`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off", ACCESS_LOG: "off", TRUST_PROXY: "1" });
  const measureRequest = async (text: string): Promise<number> => {
    const before = cpuMilliseconds(server.pid);
    for (let count = 0; count < REPETITIONS; count += 1) {
      const [answer] = parseResponses(
        await exchange(server.port, text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")),
      );
      assert.ok(answer !== undefined && answer.status < 500);
    }
    return (cpuMilliseconds(server.pid) - before) / REPETITIONS;
  };
  for (const text of Object.values(REQUESTS)) await measureRequest(text);
  for (const [name, text] of Object.entries(REQUESTS)) {
    const milliseconds = await measureRequest(text);
    context.diagnostic(`${name}: ${rounded(milliseconds)} ms`);
    assert.ok(milliseconds <= MILLISECONDS_MAX, `${name} takes ${milliseconds} ms`);
  }
});
