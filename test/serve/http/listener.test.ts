import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, mock, test } from "node:test";
import { BASE_FIELDS, bodyLength, type HttpResponse } from "../../../src/serve/http/message.ts";
import type { ExchangeRecord } from "../../../src/serve/http/exchange.ts";
import { closeIdle, createListener } from "../../../src/serve/http/listener.ts";
import { createRouter } from "../../../src/serve/http/router.ts";
import { createHostAndOriginCheck } from "../../../src/serve/mcp/endpoint.ts";
import { codeOf, conform } from "../../support/conform.ts";
import { readUntilClose, parseResponses, exchange } from "../../support/wire.ts";

function plain(text: string): HttpResponse {
  const body = Buffer.from(text);
  const headers = ["Content-Type", "text/plain", "Content-Length", String(body.length), "Cache-Control", "no-store"];
  return { kind: "response", status: 200, headers: [...headers, ...BASE_FIELDS], body: [body] };
}

const checkHost = createHostAndOriginCheck("http://cottage.example");
let deferredMade = 0;

const router = createRouter([
  { path: "/tenth", methods: { GET: () => plain("tenth") }, cost: 0.1 },
  {
    path: "/deferred",
    methods: { POST: () => ({ kind: "deferred", cost: 3, respond: () => plain(`made ${(deferredMade += 1)}`) }) },
  },
  { path: "/page", methods: { GET: () => plain("page") } },
  { path: "/parts", methods: { GET: () => ({ ...plain("a café"), body: ["a ", Buffer.from("ca"), "f", "é"] }) } },
  {
    path: "/guarded",
    methods: {
      GET: (request) => checkHost(request) ?? plain(request.headers["host"] ?? ""),
      POST: (request) => checkHost(request) ?? plain(request.headers["host"] ?? ""),
    },
  },
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

interface Recorded extends Pick<ExchangeRecord, "method" | "route" | "isExempt"> {
  readonly status: number;
  readonly reason: string | undefined;
  readonly bytes: number;
}

const exchanges: Recorded[] = [];
const errors: unknown[] = [];

/** Listens on a free port until the tests are over. */
async function listening(perMinute?: number, hops = 0): Promise<number> {
  const { listen, close } = createListener({
    router: () => router,
    rateLimit: perMinute,
    trustedProxies: hops,
    onExchange: ({ method, route, response, isExempt }) => {
      const { status, reason } = response;
      exchanges.push({ method, route, status, reason, bytes: bodyLength(response.body), isExempt });
    },
    onError: (error) => errors.push(error),
    onOverload: () => undefined,
  });
  after(() => close());
  return listen(0, "127.0.0.1");
}

const port = await listening();

const HOST = "Host: cottage.example\r\n";
const GET = `GET /page HTTP/1.1\r\n${HOST}\r\n`;
/** Request that is sent after every case. It gets a response only if the connection is still open. */
const LAST = `GET /page HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
const LONG = "x".repeat(20_000);

function get(target: string, fields = HOST): string {
  return `GET ${target} HTTP/1.1\r\n${fields}\r\n`;
}

function post(fields: string, body: string): string {
  return `POST /body HTTP/1.1\r\n${HOST}${fields}\r\n${body}`;
}

const chunked = (body: string) => post("Transfer-Encoding: chunked\r\n", body);

/** Bytes sent, expected responses, and whether the connection stays open. */
const CASES: readonly [name: string, sent: string, outcome: string, staysOpen?: "stays open"][] = [
  ["GET", GET, "200", "stays open"],
  ["three at once", GET.repeat(3), "200 200 200", "stays open"],
  ["empty lines before the request line", `\r\n\r\n${GET}`, "200", "stays open"],
  ["a target in absolute form", get("http://other.example/page"), "200", "stays open"],
  [
    "the same with another authority in Host",
    get("http://other.example/page", "Host: x.example\r\n"),
    "200",
    "stays open",
  ],
  ["a body with GET", get("/page", `${HOST}Content-Length: 5\r\n`) + "hello", "200", "stays open"],
  ["Expect: 100-continue without a body", get("/page", `${HOST}Expect: 100-continue\r\n`), "100 200", "stays open"],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, "200", "stays open"],
  ["an unknown path", get("/nope"), "404 not_found", "stays open"],
  ["TRACE", `TRACE /page HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed", "stays open"],
  ["PROPFIND", `PROPFIND /page HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed", "stays open"],
  ["fields named like properties", get("/page", `${HOST}__proto__: x\r\nconstructor: y\r\n`), "200", "stays open"],
  ["POST without a body", post("", ""), "200", "stays open"],
  ["POST with an empty body", post("Content-Length: 0\r\n", ""), "200", "stays open"],
  ["POST with Content-Length: 00", post("Content-Length: 00\r\n", ""), "200", "stays open"],
  ["POST with an empty chunked body", chunked("0\r\n\r\n"), "200", "stays open"],
  ["a chunked body with a trailer", chunked("2\r\n{}\r\n0\r\nX: y\r\n\r\n"), "200", "stays open"],
  ["100 fields", get("/page", HOST + "a: b\r\n".repeat(99)), "200", "stays open"],
  ["DELETE", `DELETE /body HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed", "stays open"],

  ["no Host", get("/page", ""), "400 bad_request"],
  ["Host twice", get("/page", HOST + HOST), "400 bad_request"],
  ["an invalid Host", get("/page", "Host: a b/c@d\r\n"), "400 bad_request"],
  ["a target with a fragment", get("/page#top"), "400 bad_request", "stays open"],
  ["the target * with GET", get("*"), "400 bad_request", "stays open"],
  ["HTTP/0.9", "GET /page\r\n\r\n", "505 version_not_supported"],
  ["HTTP/1.2", `GET /page HTTP/1.2\r\n${HOST}\r\n`, "400 bad_request"],
  ["HTTP/2.0 as text", `GET /page HTTP/2.0\r\n${HOST}\r\n`, "505 version_not_supported"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 bad_request"],
  ["a TLS client", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400 bad_request"],
  ["an unknown method", `BREW /page HTTP/1.1\r\n${HOST}\r\n`, "400 bad_request"],
  ["a method in lower case", `get /page HTTP/1.1\r\n${HOST}\r\n`, "400 bad_request"],
  ["CONNECT", `CONNECT cottage.example:443 HTTP/1.1\r\n${HOST}\r\n`, "405 method_not_allowed"],
  ["101 fields", get("/page", HOST + "a: b\r\n".repeat(100)), "431 fields_too_large"],
  [
    "a Content-Length after 1,100 fields",
    post("a: b\r\n".repeat(1100) + "Content-Length: 99\r\n", GET),
    "431 fields_too_large",
  ],
  ["a long field", get("/page", `${HOST}X: ${LONG}\r\n`), "431 fields_too_large"],
  ["a target above the limit", get(`/${"x".repeat(9000)}`), "414 target_too_long"],
  ["a target above the limit of the parser", get(`/${LONG}`), "431 fields_too_large"],
  ["a long trailer", chunked(`2\r\n{}\r\n0\r\nX: ${LONG}\r\n\r\n`), "431 fields_too_large"],
  ["long chunk extensions", chunked(`2;${LONG}\r\nab\r\n0\r\n\r\n`), "413 body_too_large"],

  [
    "Content-Length and Transfer-Encoding",
    post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    "400 bad_request",
  ],
  ["Content-Length twice", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), "400 bad_request"],
  ["Content-Length as a list", post("Content-Length: 3, 3\r\n", "abc"), "400 bad_request"],
  ["Content-Length with a sign", post("Content-Length: +3\r\n", "abc"), "400 bad_request"],
  ["a negative Content-Length", post("Content-Length: -3\r\n", "abc"), "400 bad_request"],
  ["Content-Length without a number", post("Content-Length:\r\n", "abc"), "400 bad_request"],
  ["a huge Content-Length", post("Content-Length: 99999999999999999999999\r\n", "abc"), "400 bad_request"],
  ["another transfer coding", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), "501 not_implemented"],
  [
    "chunked twice",
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    "400 bad_request",
  ],
  ["chunked in HTTP/1.0", `POST /body HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, "400 bad_request"],
  ["an invalid chunk size", chunked("zz\r\nab\r\n0\r\n\r\n"), "400 bad_request"],
  ["a negative chunk size", chunked("-1\r\nab\r\n0\r\n\r\n"), "400 bad_request"],
  ["a huge chunk size", chunked("ffffffffffffffffff\r\nab\r\n"), "400 bad_request"],
  ["chunks with bare line feeds", chunked("2\nab\n0\n\n"), "400 bad_request"],
  ["bare line feeds", "GET /page HTTP/1.1\nHost: a\n\n", "400 bad_request"],
  ["a bare carriage return", get("/page", "Host: a\rX: b\r\n"), "400 bad_request"],
  ["a folded line", get("/page", `${HOST}X: a\r\n b\r\n`), "400 bad_request"],
  ["NUL in a field", get("/page", `${HOST}X: a\0b\r\n`), "400 bad_request"],
  ["NUL in the target", get("/pa\0ge"), "400 bad_request"],
  ["a space before the colon", get("/page", "Host : a\r\n"), "400 bad_request"],

  ["an unsupported expectation", post("Expect: 200-ok\r\nContent-Length: 3\r\n", "abc"), "417 expectation_failed"],
  ["Expect: 100-continue", post("Expect: 100-continue\r\nContent-Length: 3\r\n", "abc"), "100 200", "stays open"],
  [
    "Expect: 100-continue with too large a body",
    post("Expect: 100-continue\r\nContent-Length: 999999\r\n", ""),
    "100 413 body_too_large",
  ],
  ["an exception in a handler", get("/throws"), "500 internal_error"],

  ["input after Connection: close", LAST + GET, "200"],
  ["input after a refusal", get("/page", "") + GET, "400 bad_request"],
  ["garbage after requests", `${GET}${GET}GARBAGE\r\n\r\n`, "200 200 400 bad_request"],
  ["HTTP/1.0 closes after its response", "GET /page HTTP/1.0\r\n\r\n", "200"],
  ["HTTP/1.0 with keep-alive", "GET /page HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "200", "stays open"],
];

/** Returns the statuses in order, with the codes of failures. */
function outcomeOf(bytes: Buffer): string {
  const answers = parseResponses(bytes);
  const words = answers.map((answer) => {
    const code = answer.status >= 400 ? codeOf(conform(answer)) : undefined;
    return code === undefined ? String(answer.status) : `${answer.status} ${String(code)}`;
  });
  return words.join(" ");
}

// All start at once, because some connections close only after a second.
const results = new Map(CASES.map(([name, sent]) => [name, exchange(port, sent + LAST).then(outcomeOf)]));

for (const [name, , outcome, staysOpen] of CASES) {
  test(`${name}: ${outcome}, ${staysOpen ?? "closes"}`, async () => {
    assert.equal(await results.get(name), staysOpen === undefined ? outcome : `${outcome} 200`);
  });
}

for (const [place, hops, seconds] of [["alone", 0, 5], ["behind a proxy", 1, 65]] as const) {
  test(`${place}, idle connections are kept for ${seconds} s`, async () => {
    const bytes = await exchange(await listening(undefined, hops), GET + LAST);
    assert.match(bytes.toString("latin1"), new RegExp(`^Keep-Alive: timeout=${seconds}\r$`, "m"));
  });
}

/** The target, the Host field, and the expected outcome of a route that checks the host. */
const AUTHORITIES: readonly [target: string, host: string, outcome: string][] = [
  ["/guarded", "cottage.example", "200"],
  ["/guarded", "evil.example", "403 forbidden_host"],
  ["http://cottage.example/guarded", "evil.example", "200"],
  ["http://cottage.example:8080/guarded", "cottage.example", "200"],
  ["http://evil.example/guarded", "cottage.example", "403 forbidden_host"],
  ["http://evil.example:80/guarded?x", "cottage.example", "403 forbidden_host"],
];

for (const [target, host, outcome] of AUTHORITIES) {
  test(`the host check of target ${target} with Host: ${host} has the outcome ${outcome}`, async () => {
    const fields = `Host: ${host}\r\n`;
    const post = `POST ${target} HTTP/1.1\r\n${fields}Content-Length: 2\r\n\r\n{}`;
    assert.equal(outcomeOf(await exchange(port, get(target, fields) + post + LAST)), `${outcome} ${outcome} 200`);
  });
}

test("handlers get the authority of a target in absolute form as the Host field", async () => {
  const [response] = parseResponses(await exchange(port, get("http://cottage.example:8080/guarded") + LAST));
  assert.equal(response?.body.toString(), "cottage.example:8080");
});

test("a connection is not closed as idle if input is pending", async () => {
  for (const bytesRead of [0, 7]) {
    const socket = { bytesRead: 0, isDestroyed: false, destroy: () => void (socket.isDestroyed = true) };
    closeIdle(socket);
    socket.bytesRead = bytesRead;
    await new Promise(setImmediate);
    assert.equal(socket.isDestroyed, bytesRead === 0);
  }
});

test("an Upgrade is ignored, and the connection closes, because Node drops a request in the same packet", async () => {
  const upgrade = get("/page", `${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`);
  for (const bytes of [upgrade, upgrade + GET]) {
    const [response, ...others] = parseResponses(await exchange(port, bytes));
    assert.equal(response?.status, 200);
    assert.equal(response?.connection, "close");
    assert.deepEqual(others, []);
  }
});

test("HEAD is GET without the body", async () => {
  const bytes = await exchange(port, `HEAD /page HTTP/1.1\r\n${HOST}\r\n${LAST}`);
  const [head, whole] = parseResponses(bytes, [0]);
  assert.deepEqual(head?.headers, whole?.headers);
  assert.equal(head?.body.length, 0);
});

test("the parts of a body are sent in order, and counted in the log", async () => {
  exchanges.length = 0;
  const path = "/parts";
  const bytes = await exchange(port, `${get(path).repeat(3)}HEAD ${path} HTTP/1.1\r\n${HOST}\r\n${LAST}`);
  const bodies = parseResponses(bytes, [3]).map(({ body }) => body.toString());
  assert.deepEqual(bodies, ["a café", "a café", "a café", "", "page"]);
  assert.deepEqual(exchanges.map(({ bytes }) => bytes), [7, 7, 7, 7, 4]);
});

test("a client that half-closes after its requests gets all responses", async () => {
  assert.equal(outcomeOf(await exchange(port, GET.repeat(30), { halfClose: true })), Array(30).fill("200").join(" "));
});

test("a client that half-closes within a request gets a 400", async () => {
  assert.equal(outcomeOf(await exchange(port, "GET /page HTT", { halfClose: true })), "400 bad_request");
  const halfBody = post("Content-Length: 5\r\n", "he");
  assert.equal(outcomeOf(await exchange(port, halfBody, { halfClose: true })), "400 bad_request");
});

for (const [name, fields] of [
  ["declared", "Content-Length: 8000000\r\n"],
  ["chunked", "Transfer-Encoding: chunked\r\n"],
] as const) {
  test(`413 reaches a client that sends a whole ${name} body before it reads`, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.pause().write(post(fields, ""));
    const chunk = `${(100_000).toString(16)}\r\n${"x".repeat(100_000)}\r\n`;
    for (let sent = 0; sent < 80; sent += 1) if (!socket.write(chunk)) await once(socket, "drain");
    const [answer, ...rest] = parseResponses(await readUntilClose(socket.resume()));
    assert.ok(answer !== undefined);
    assert.equal(codeOf(conform(answer)), "body_too_large");
    assert.equal(answer.connection, "close");
    assert.deepEqual(rest, []);
  });
}

test("400 reaches a client that sends megabytes of malformed input before it reads", async () => {
  exchanges.length = 0;
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  for (let sent = 0; sent < 30; sent += 1) if (!socket.write("GARBAGE ".repeat(12_500))) await once(socket, "drain");
  assert.equal(outcomeOf(await readUntilClose(socket.resume())), "400 bad_request");
  assert.deepEqual(exchanges.map(({ status }) => status), [400]);
});

test("input after the final request does not truncate its response", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.pause().write(get("/long", `${HOST}Connection: close\r\n`));
  await once(socket, "readable");
  socket.write(GET);
  const [answer, ...rest] = parseResponses(await readUntilClose(socket.resume()));
  assert.equal(answer?.body.length, 20_000_000);
  assert.deepEqual(rest, []);
});

test("input after a refusal that closes the connection is ignored", async () => {
  exchanges.length = 0;
  await exchange(port, get("/page", "") + GET);
  assert.deepEqual(exchanges.map(({ status }) => status), [400]);
});

/** Requests of a client without tokens, and the responses to them and to the next request. */
const REFUSED: readonly [name: string, sent: string, outcome: string][] = [
  ["GET", GET, "429 rate_limited 429 rate_limited"],
  ["a short body", post("Content-Length: 3\r\n", "abc"), "429 rate_limited 429 rate_limited"],
  [
    "a body after 100",
    post("Content-Length: 3\r\nExpect: 100-continue\r\n", "abc"),
    "100 429 rate_limited 429 rate_limited",
  ],
  ["a chunked body", chunked("3\r\nabc\r\n0\r\n\r\n"), "429 rate_limited"],
  ["a body that is too large", post("Content-Length: 999999\r\n", ""), "429 rate_limited"],
];

for (const [name, sent, outcome] of REFUSED) {
  test(`${name} without tokens: ${outcome}`, async () => {
    const limited = await listening(1);
    assert.equal(outcomeOf(await exchange(limited, LAST)), "200");
    assert.equal(outcomeOf(await exchange(limited, sent + LAST)), outcome);
  });
}

test("a deferred response is computed only after it was charged", async () => {
  const limited = await listening(4);
  const deferred = `POST /deferred HTTP/1.1\r\n${HOST}\r\n`;
  assert.equal(outcomeOf(await exchange(limited, deferred.repeat(2) + LAST)), "200 429 rate_limited 429 rate_limited");
  assert.equal(deferredMade, 1);
});

test("a route that costs a tenth allows ten times as many requests", async () => {
  const limited = await listening(2);
  const outcome = `${"200 ".repeat(20)}429 rate_limited 429 rate_limited`;
  assert.equal(outcomeOf(await exchange(limited, get("/tenth").repeat(21) + LAST)), outcome);
});

test("a body in 5,000 chunks is read", async () => {
  const bytes = await exchange(port, chunked(`${"1\r\nx\r\n".repeat(5000)}0\r\n\r\n`) + LAST);
  assert.equal(parseResponses(bytes)[0]?.body.toString(), "5000 bytes");
});

const NOT_READ: readonly [name: string, head: string, status: number][] = [
  ["OPTIONS", "OPTIONS /page", 204],
  ["GET", "GET /page", 200],
  ["POST to a route without POST", "POST /page", 405],
  ["POST to an unknown path", "POST /none", 404],
];

for (const [name, head, status] of NOT_READ) {
  test(`${name} gets its response before its body has arrived`, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head} HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\nhello`);
    const [bytes]: unknown[] = await once(socket, "data");
    socket.destroy();
    assert.ok(Buffer.isBuffer(bytes));
    assert.equal(bytes.toString("latin1", 9, 12), String(status));
  });
}

test("an exception is reported to the operator and not to the client", async () => {
  const bytes = await exchange(port, get("/throws"));
  assert.ok(!bytes.includes("secret"));
  assert.ok(errors.some((error) => error instanceof Error && error.message === "a secret"));
});

test("every response is recorded for the access log, also after a parser error", async () => {
  exchanges.length = 0;
  const [head, options] = ["HEAD", "OPTIONS"].map((method) => `${method} /page HTTP/1.1\r\n${HOST}\r\n`);
  await exchange(port, `${head}${options}${get("/nope?x=secret")}GARBAGE\r\n\r\n`);
  const records = [...exchanges];
  const failed = records.at(-1);
  assert.deepEqual(records.slice(0, 3), [
    { method: "HEAD", route: "/page", status: 200, reason: undefined, bytes: 4, isExempt: false },
    { method: "OPTIONS", route: "/page", status: 204, reason: undefined, bytes: 0, isExempt: true },
    { method: "GET", route: undefined, status: 404, reason: "not_found", bytes: records[2]?.bytes, isExempt: false },
  ]);
  const unparsed = { method: undefined, route: undefined, status: 400, reason: "bad_request", isExempt: true };
  assert.deepEqual(failed, { ...unparsed, bytes: failed?.bytes });
  assert.equal(records.length, 4);
});

test("a body that arrives during a shutdown still gets a response, however long the server has run", async () => {
  const uptime = process.uptime.bind(process);
  const clock = mock.method(process, "uptime", () => uptime() + 100_000);
  const { listen, close } = createListener({
    router: () => router,
    rateLimit: undefined,
    trustedProxies: 0,
    onExchange: undefined,
    onError: (error) => errors.push(error),
    onOverload: () => undefined,
  });
  const socket = connect(await listen(0, "127.0.0.1"), "127.0.0.1");
  socket.write("POST /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nab");
  await once(socket, "data");
  const closed = close();
  // Longer than the hold, after which the server checks for the first time which connections to close.
  setTimeout(() => socket.write("cd"), 300);
  assert.match(String(await readUntilClose(socket)), /^HTTP\/1\.1 200 [^]*4 bytes$/);
  await closed;
  clock.mock.restore();
});
