/** CPU time of the most expensive requests that a client can send, compared with an ordinary request of full size. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { run } from "../support/running.ts";
import { parseResponses, exchange, get, post } from "../support/wire.ts";
import { rounded } from "./support/measure.ts";

const REPETITIONS = 40;
/** Name of the request with an ordinary body of the maximum size. */
const ORDINARY = "an array of numbers";
/** A ratio, because the time depends on the machine. Quadratic time would take more than 100 times as long. */
const RATIO_MAX = 6;

/** Maximum size of a body, and a size close to the maximum of a field. */
const BODY_BYTES = 64 * 1024;
const FIELD_BYTES = 14_000;

/** Repeats a unit between a start and an end, up to a length. */
const fill = (start: string, unit: string, end: string, length = BODY_BYTES): string =>
  start + unit.repeat(Math.floor((length - start.length - end.length) / Buffer.byteLength(unit))) + end;
const pingWithParams = (unit: string, open = "[0", close = "]"): string =>
  fill(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${open}`, unit, `${close}}}`);
const pingWithProperties = (name: (index: number) => string, count: number): string => {
  const members = Array.from({ length: count }, (_, index) => `"${name(index)}":1`);
  return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{${members.join(",")}}}`;
};
const batchOf = (member: string): string => `[${Array.from({ length: 50 }, () => member).join(",")}]`;
const getWithField = (name: string, unit: string, path = "/about"): string =>
  get(path, `${name}: ${fill("", unit, "", FIELD_BYTES)}\r\n`);
const pingWithField = (name: string, value: string): string =>
  post('{"jsonrpc":"2.0","id":1,"method":"ping"}', `${name}: ${value}\r\n`);

const REQUESTS: Readonly<Record<string, string>> = {
  "a plain GET": get("/about"),
  "a tool call": post('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-reviews"}}'),
  "fifty tool calls": post(batchOf('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-reviews"}}')),
  "fifty long methods": post(batchOf(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(1200)}"}`)),
  "fifty long ids": post(batchOf(`{"jsonrpc":"2.0","id":"${"\\u00e9".repeat(200)}","method":"ping"}`)),
  [ORDINARY]: post(pingWithParams(",1")),
  "arrays thirty deep": post(pingWithParams(`,${"[".repeat(28)}${"]".repeat(28)}`)),
  "objects thirty deep": post(pingWithParams(`,${'{"a":'.repeat(28)}1${"}".repeat(28)}`)),
  "too many properties": post(pingWithProperties((index) => `k${index}`, 5000)),
  "properties that look like numbers": post(pingWithProperties((index) => `${index * 7919}`, 4500)),
  "escapes in a string": post(pingWithParams("\\u00e9", '"', '"')),
  "a long number": post(pingWithParams("9", "0.", "")),
  "nested brackets": post("[".repeat(BODY_BYTES / 2) + "]".repeat(BODY_BYTES / 2)),
  "media types": getWithField("Accept", "text/*;q=0.5,"),
  "malformed media types": getWithField("Accept", ";q=0."),
  "content codings": getWithField("Accept-Encoding", "br;q=0.1,"),
  "entity tags": getWithField("If-None-Match", '"x",'),
  "half an entity tag": getWithField("If-None-Match", '"'),
  "escapes in a path": get(`/${fill("", "%61", "", 6000)}`),
  "a path of slashes": get(fill("/", "/", "", 6000)),
  "forwarded addresses": getWithField("X-Forwarded-For", "1.2.3.4,"),
  "a Host of colons": `GET / HTTP/1.1\r\nHost: ${fill("", ":", "", FIELD_BYTES)}\r\n\r\n`,
  "a media type with many semicolons": post("{}").replace(
    "application/json",
    `application/json${fill("", ";", "", FIELD_BYTES)}`,
  ),
  "a long base64 name": pingWithField("Mcp-Name", `=?base64?${fill("", "QUFB", "", FIELD_BYTES)}?=`),
};

/** Returns the CPU time of a process in milliseconds, user and system. The kernel counts hundredths of a second. */
function cpuMilliseconds(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

test(`no request takes more than ${RATIO_MAX} times the CPU time of an ordinary body`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off", ACCESS_LOG: "off", TRUST_PROXY: "1" });
  const measureRequest = async (text: string): Promise<number> => {
    const before = cpuMilliseconds(server.pid);
    for (let count = 0; count < REPETITIONS; count += 1) {
      const [response] = parseResponses(
        await exchange(server.port, text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")),
      );
      assert.ok(response !== undefined && response.status < 500);
    }
    return (cpuMilliseconds(server.pid) - before) / REPETITIONS;
  };
  for (const text of Object.values(REQUESTS)) await measureRequest(text);
  const measured: Record<string, number> = {};
  for (const [name, text] of Object.entries(REQUESTS)) measured[name] = await measureRequest(text);
  const ordinary = measured[ORDINARY] ?? 0;
  for (const [name, milliseconds] of Object.entries(measured)) {
    const ratio = milliseconds / ordinary;
    context.diagnostic(`${name}: ${rounded(milliseconds)} ms, ${rounded(ratio)} times an ordinary body`);
    assert.ok(ratio <= RATIO_MAX, `${name} takes ${milliseconds} ms, and an ordinary body ${ordinary} ms`);
  }
});
