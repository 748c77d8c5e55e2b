import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, test } from "node:test";
import { PUBLIC_FIELDS } from "../../../src/serve/http/failure.ts";
import { closeIdle, createListener } from "../../../src/serve/http/listener.ts";
import type { HttpResponse } from "../../../src/serve/http/message.ts";
import { bodyLength } from "../../../src/serve/http/message.ts";
import { createRouter } from "../../../src/serve/http/router.ts";
import { codeOf, conform } from "../../support/conform.ts";
import { allFrom, answersIn, exchange } from "../../support/wire.ts";

function plain(text: string): HttpResponse {
  const body = Buffer.from(text);
  const headers = ["Content-Type", "text/plain", "Content-Length", String(body.length), "Cache-Control", "no-store"];
  return { kind: "response", status: 200, headers: [...headers, ...PUBLIC_FIELDS], body };
}

let dearMade = 0;

const router = createRouter([
  { path: "/tenth", methods: { GET: () => plain("tenth") }, cost: 0.1 },
  {
    path: "/dear",
    methods: { POST: () => ({ kind: "deferred", cost: 3, respond: () => plain(`made ${(dearMade += 1)}`) }) },
  },
  { path: "/page", methods: { GET: () => plain("page") } },
  { path: "/begun", methods: { GET: () => ({ ...plain("a page"), prefix: ["a", Buffer.from(" ")], body: Buffer.from("page") }) } },
  { path: "/long", methods: { GET: () => plain("x".repeat(20_000_000)) } },
  { path: "/body", methods: { POST: ({ body }) => plain(`${body.length} bytes`) } },
  {
    path: "/throws",
    methods: {
      GET: () => {
        throw new Error("a secret");
      },
    },
  },
  { path: "*", methods: { OPTIONS: () => plain("") } },
]);

const exchanges: { method: string | undefined; route: string | undefined; status: number; reason: string | undefined; bytes: number }[] = [];
const errors: unknown[] = [];

/** Listens on a free port until the tests are over. */
async function listening(perMinute?: number, hops = 0): Promise<number> {
  const { listen, close } = createListener({
    router: () => router,
    perMinute,
    hops,
    onExchange: ({ method, route, response }) => {
      const { status, reason } = response;
      exchanges.push({ method, route, status, reason, bytes: bodyLength(response) });
    },
    onError: (error) => errors.push(error),
    onUndeclaredProxy: () => undefined,
    onMoreHops: () => undefined,
    onExcess: () => undefined,
  });
  after(() => close());
  return listen(0, "127.0.0.1");
}

const port = await listening();

const HOST = "Host: cottage.example\r\n";
const GET = `GET /page HTTP/1.1\r\n${HOST}\r\n`;
/** Sent after every case: it is answered exactly when the connection is still good. */
const LAST = `GET /page HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
const LONG = "x".repeat(20_000);

function get(target: string, fields = HOST): string {
  return `GET ${target} HTTP/1.1\r\n${fields}\r\n`;
}

function post(fields: string, body: string): string {
  return `POST /body HTTP/1.1\r\n${HOST}${fields}\r\n${body}`;
}

const chunked = (body: string) => post("Transfer-Encoding: chunked\r\n", body);

/** What is sent, what answers it, and whether the connection goes on. */
const CASES: readonly [name: string, sent: string, outcome: string, goesOn?: "goes on"][] = [
  ["GET", GET, "200", "goes on"],
  ["three at once", GET.repeat(3), "200 200 200", "goes on"],
  ["line ends before the request line", `\r\n\r\n${GET}`, "200", "goes on"],
  ["a target in absolute form", get("http://other.example/page"), "200", "goes on"],
  ["the same with another authority in Host", get("http://other.example/page", "Host: x.example\r\n"), "200", "goes on"],
  ["a body with GET", get("/page", `${HOST}Content-Length: 5\r\n`) + "hello", "200", "goes on"],
  ["Expect: 100-continue without a body", get("/page", `${HOST}Expect: 100-continue\r\n`), "100 200", "goes on"],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, "200", "goes on"],
  ["an unknown path", get("/nope"), "404 not_found", "goes on"],
  ["TRACE", `TRACE /page HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed", "goes on"],
  ["PROPFIND", `PROPFIND /page HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed", "goes on"],
  ["fields named like properties", get("/page", `${HOST}__proto__: x\r\nconstructor: y\r\n`), "200", "goes on"],
  ["POST without a body", post("", ""), "200", "goes on"],
  ["POST with a body of no bytes", post("Content-Length: 0\r\n", ""), "200", "goes on"],
  ["POST with a body of no bytes, written oddly", post("Content-Length: 00\r\n", ""), "200", "goes on"],
  ["POST with an empty chunked body", chunked("0\r\n\r\n"), "200", "goes on"],
  ["a chunked body with a trailer", chunked("2\r\n{}\r\n0\r\nX: y\r\n\r\n"), "200", "goes on"],
  ["100 fields", get("/page", HOST + "a: b\r\n".repeat(99)), "200", "goes on"],
  ["a method that is allowed elsewhere", `DELETE /body HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed", "goes on"],

  ["no Host", get("/page", ""), "400 bad_request"],
  ["Host twice", get("/page", HOST + HOST), "400 bad_request"],
  ["a Host that is none", get("/page", "Host: a b/c@d\r\n"), "400 bad_request"],
  ["a target with a fragment", get("/page#top"), "400 bad_request", "goes on"],
  ["a target that is no path", get("*"), "400 bad_request", "goes on"],
  ["HTTP/0.9", "GET /page\r\n\r\n", "505 version_not_supported"],
  ["HTTP/1.2", `GET /page HTTP/1.2\r\n${HOST}\r\n`, "400 bad_request"],
  ["HTTP/2.0 as text", `GET /page HTTP/2.0\r\n${HOST}\r\n`, "505 version_not_supported"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 bad_request"],
  ["a TLS client", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400 bad_request"],
  ["an unknown method", `BREW /page HTTP/1.1\r\n${HOST}\r\n`, "501 not_implemented"],
  ["a method in lower case", `get /page HTTP/1.1\r\n${HOST}\r\n`, "501 not_implemented"],
  ["CONNECT", `CONNECT cottage.example:443 HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed"],
  ["101 fields", get("/page", HOST + "a: b\r\n".repeat(100)), "431 fields_too_large"],
  ["a Content-Length behind 1,100 fields", post("a: b\r\n".repeat(1100) + "Content-Length: 99\r\n", GET), "431 fields_too_large"],
  ["a long field", get("/page", `${HOST}X: ${LONG}\r\n`), "431 fields_too_large"],
  ["a target longer than we take", get(`/${"x".repeat(9000)}`), "414 target_too_long"],
  ["a target longer than the parser takes", get(`/${LONG}`), "431 fields_too_large"],
  ["a long trailer", chunked(`2\r\n{}\r\n0\r\nX: ${LONG}\r\n\r\n`), "431 fields_too_large"],
  ["long chunk extensions", chunked(`2;${LONG}\r\nab\r\n0\r\n\r\n`), "413 body_too_large"],

  ["Content-Length and Transfer-Encoding", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), "400 bad_request"],
  ["Content-Length twice", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), "400 bad_request"],
  ["Content-Length as a list", post("Content-Length: 3, 3\r\n", "abc"), "400 bad_request"],
  ["Content-Length with a sign", post("Content-Length: +3\r\n", "abc"), "400 bad_request"],
  ["Content-Length below zero", post("Content-Length: -3\r\n", "abc"), "400 bad_request"],
  ["Content-Length without a number", post("Content-Length:\r\n", "abc"), "400 bad_request"],
  ["Content-Length beyond all bounds", post("Content-Length: 99999999999999999999999\r\n", "abc"), "400 bad_request"],
  ["a transfer coding besides chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), "501 not_implemented"],
  ["chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), "400 bad_request"],
  ["chunked in HTTP/1.0", `POST /body HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, "400 bad_request"],
  ["a chunk size that is none", chunked("zz\r\nab\r\n0\r\n\r\n"), "400 bad_request"],
  ["a chunk size below zero", chunked("-1\r\nab\r\n0\r\n\r\n"), "400 bad_request"],
  ["a chunk size beyond all bounds", chunked("ffffffffffffffffff\r\nab\r\n"), "400 bad_request"],
  ["chunks with bare line feeds", chunked("2\nab\n0\n\n"), "400 bad_request"],
  ["bare line feeds", "GET /page HTTP/1.1\nHost: a\n\n", "400 bad_request"],
  ["a bare carriage return", get("/page", "Host: a\rX: b\r\n"), "400 bad_request"],
  ["a folded line", get("/page", `${HOST}X: a\r\n b\r\n`), "400 bad_request"],
  ["NUL in a field", get("/page", `${HOST}X: a\0b\r\n`), "400 bad_request"],
  ["NUL in the target", get("/pa\0ge"), "400 bad_request"],
  ["a space before the colon", get("/page", "Host : a\r\n"), "400 bad_request"],

  ["an expectation that cannot be met", post("Expect: 200-ok\r\nContent-Length: 3\r\n", "abc"), "417 expectation_failed"],
  ["leave to send a body", post("Expect: 100-continue\r\nContent-Length: 3\r\n", "abc"), "100 200", "goes on"],
  ["leave to send too large a body", post("Expect: 100-continue\r\nContent-Length: 999999\r\n", ""), "100 413 body_too_large"],
  ["an exception in a handler", get("/throws"), "500 internal_error"],

  ["no more after Connection: close", LAST + GET, "200"],
  ["no more after a refusal", get("/page", "") + GET, "400 bad_request"],
  ["garbage after answers", `${GET}${GET}GARBAGE\r\n\r\n`, "200 200 400 bad_request"],
  ["HTTP/1.0 ends with its answer", "GET /page HTTP/1.0\r\n\r\n", "200"],
  ["HTTP/1.0 may ask to go on", "GET /page HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "200", "goes on"],
];

/** Statuses in their order, and the code of the failure among them. */
function outcomeOf(bytes: Buffer): string {
  const answers = answersIn(bytes);
  const words = answers.map((answer) => {
    const code = answer.status >= 400 ? codeOf(conform(answer)) : undefined;
    return code === undefined ? String(answer.status) : `${answer.status} ${String(code)}`;
  });
  return words.join(" ");
}

// All begin at once: some answers linger for a second before their connection ends.
const results = new Map(CASES.map(([name, sent]) => [name, exchange(port, sent + LAST).then(outcomeOf)]));

for (const [name, , outcome, goesOn] of CASES) {
  test(`${name}: ${outcome}, ${goesOn ?? "ends"}`, async () => {
    assert.equal(await results.get(name), goesOn === undefined ? outcome : `${outcome} 200`);
  });
}

for (const [place, hops, seconds] of [["alone", 0, 5], ["behind a proxy", 1, 65]] as const) {
  test(`${place}, idle connections are kept for ${seconds} s`, async () => {
    const bytes = await exchange(await listening(undefined, hops), GET + LAST);
    assert.match(bytes.toString("latin1"), new RegExp(`^Keep-Alive: timeout=${seconds}\r$`, "m"));
  });
}

test("a connection is not closed as idle if input is pending", async () => {
  for (const bytesRead of [0, 7]) {
    const socket = { bytesRead: 0, isDestroyed: false, destroy: () => void (socket.isDestroyed = true) };
    const checked = closeIdle(socket);
    socket.bytesRead = bytesRead;
    await checked;
    assert.equal(socket.isDestroyed, bytesRead === 0);
  }
});

test("an Upgrade is ignored", async () => {
  const socket = connect(port, "127.0.0.1");
  const all = allFrom(socket);
  socket.write(get("/page", `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`));
  await once(socket, "data");
  socket.write(LAST);
  assert.equal(outcomeOf(await all), "200 200");
});

test("HEAD is GET without the body", async () => {
  const bytes = await exchange(port, `HEAD /page HTTP/1.1\r\n${HOST}\r\n${LAST}`);
  const [head, whole] = answersIn(bytes, [0]);
  assert.deepEqual(head?.headers, whole?.headers);
  assert.equal(head?.body.length, 0);
});

test("what begins an answer goes out before its body, and counts in the log", async () => {
  exchanges.length = 0;
  const bytes = await exchange(port, `${get("/begun").repeat(3)}HEAD /begun HTTP/1.1\r\n${HOST}\r\n${LAST}`);
  const bodies = answersIn(bytes, [3]).map(({ body }) => body.toString());
  assert.deepEqual(bodies, ["a page", "a page", "a page", "", "page"]);
  assert.deepEqual(exchanges.map((each) => each.bytes), [6, 6, 6, 6, 4]);
});

test("who closes its half after its requests has them all answered", async () => {
  assert.equal(outcomeOf(await exchange(port, GET.repeat(30), { halfClose: true })), Array(30).fill("200").join(" "));
});

test("who closes its half within a request is told", async () => {
  assert.equal(outcomeOf(await exchange(port, "GET /page HTT", { halfClose: true })), "400 bad_request");
  assert.equal(outcomeOf(await exchange(port, post("Content-Length: 5\r\n", "he"), { halfClose: true })), "400 bad_request");
});

for (const [name, fields] of [
  ["declared", "Content-Length: 8000000\r\n"],
  ["chunked", "Transfer-Encoding: chunked\r\n"],
] as const) {
  test(`413 reaches a client that goes on sending a ${name} body before it reads`, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.pause().write(post(fields, ""));
    const chunk = `${(100_000).toString(16)}\r\n${"x".repeat(100_000)}\r\n`;
    for (let sent = 0; sent < 80; sent += 1) if (!socket.write(chunk)) await once(socket, "drain");
    const [answer, ...rest] = answersIn(await allFrom(socket.resume()));
    assert.ok(answer !== undefined);
    assert.equal(codeOf(conform(answer)), "body_too_large");
    assert.equal(answer.connection, "close");
    assert.deepEqual(rest, []);
  });
}

test("what follows a request that ends its connection does not cut its answer short", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.pause().write(get("/long", `${HOST}Connection: close\r\n`));
  await once(socket, "readable");
  socket.write(GET);
  const [answer, ...rest] = answersIn(await allFrom(socket.resume()));
  assert.equal(answer?.body.length, 20_000_000);
  assert.deepEqual(rest, []);
});

test("what follows a refusal is not looked at", async () => {
  exchanges.length = 0;
  await exchange(port, get("/page", "") + GET);
  assert.deepEqual(exchanges.map(({ status }) => status), [400]);
});

/** With no token left: what is sent with a request that must wait, and whether the connection goes on. */
const REFUSED: readonly [name: string, sent: string, outcome: string][] = [
  ["GET", GET, "429 rate_limited 429 rate_limited"],
  ["a short body", post("Content-Length: 3\r\n", "abc"), "429 rate_limited 429 rate_limited"],
  ["a body after 100", post("Content-Length: 3\r\nExpect: 100-continue\r\n", "abc"), "100 429 rate_limited 429 rate_limited"],
  ["a body of no known length", chunked("3\r\nabc\r\n0\r\n\r\n"), "429 rate_limited"],
  ["a body that is too large", post("Content-Length: 999999\r\n", ""), "429 rate_limited"],
];

for (const [name, sent, outcome] of REFUSED) {
  test(`${name} from who must wait: ${outcome}`, async () => {
    const limited = await listening(1);
    assert.equal(outcomeOf(await exchange(limited, LAST)), "200");
    assert.equal(outcomeOf(await exchange(limited, sent + LAST)), outcome);
  });
}

test("what costs more than one request is paid for before it is made", async () => {
  const limited = await listening(4);
  const dear = `POST /dear HTTP/1.1\r\n${HOST}\r\n`;
  assert.equal(outcomeOf(await exchange(limited, dear.repeat(2) + LAST)), "200 429 rate_limited 429 rate_limited");
  assert.equal(dearMade, 1);
});

test("what costs a tenth is answered ten times as often", async () => {
  const limited = await listening(2);
  const outcome = `${"200 ".repeat(20)}429 rate_limited 429 rate_limited`;
  assert.equal(outcomeOf(await exchange(limited, get("/tenth").repeat(21) + LAST)), outcome);
});

test("a body in thousands of tiny chunks is gathered, and one in many thousands refused", async () => {
  const bytes = await exchange(port, chunked(`${"1\r\nx\r\n".repeat(4000)}0\r\n\r\n`) + LAST);
  assert.equal(answersIn(bytes)[0]?.body.toString(), "4000 bytes");
  const more = await exchange(port, chunked(`${"1\r\nx\r\n".repeat(5000)}0\r\n\r\n`) + LAST);
  assert.equal(outcomeOf(more), "413 body_too_large");
});

const NOT_READ: readonly [name: string, head: string, status: number][] = [
  ["OPTIONS", "OPTIONS /page", 204],
  ["GET", "GET /page", 200],
  ["POST to a route without POST", "POST /page", 405],
  ["POST to an unknown path", "POST /none", 404],
];

for (const [name, head, status] of NOT_READ) {
  test(`${name} is answered before its body has arrived`, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head} HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\nhello`);
    const [bytes]: unknown[] = await once(socket, "data");
    socket.destroy();
    assert.ok(Buffer.isBuffer(bytes));
    assert.equal(bytes.toString("latin1", 9, 12), String(status));
  });
}

test("what failed is told to the log and not to the client", async () => {
  const bytes = await exchange(port, get("/throws"));
  assert.ok(!bytes.includes("secret"));
  assert.ok(errors.some((error) => error instanceof Error && error.message === "a secret"));
});

test("every answer is an exchange for the log, that of a parser failure too", async () => {
  exchanges.length = 0;
  await exchange(port, `HEAD /page HTTP/1.1\r\n${HOST}\r\n${get("/nope?x=secret")}GARBAGE\r\n\r\n`);
  const told = [...exchanges];
  const failed = told.at(-1);
  assert.deepEqual(told.slice(0, 2), [
    { method: "HEAD", route: "/page", status: 200, reason: undefined, bytes: 4 },
    { method: "GET", route: undefined, status: 404, reason: "not_found", bytes: told[1]?.bytes },
  ]);
  assert.deepEqual(failed, { method: undefined, route: undefined, status: 400, reason: "bad_request", bytes: failed?.bytes });
  assert.equal(told.length, 3);
});
