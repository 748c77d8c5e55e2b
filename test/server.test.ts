import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { copySample } from "./support/folder.ts";
import { run, runToEnd, startLoading } from "./support/running.ts";
import { codeOf, conform } from "./support/conform.ts";
import { readUntilClose, parseResponses, exchange, get, post } from "./support/wire.ts";
import { responseField } from "./support/field.ts";

const HOST = "Host: localhost\r\n";
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

const CLOSE = "Connection: close\r\n";

const files = copySample();

function rename(name: string): void {
  const path = join(files.dataDirectory, "cottage.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"name": "[^"]*"/, `"name": "${name}"`));
}

test("one connection carries GET, HEAD and POST with a response to each", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  const head = `HEAD /about HTTP/1.1\r\n${HOST}\r\n`;
  const requests = [get("/api/v1/cottage"), head, get("/about"), post(PING), get("/healthz"), get("/nope", CLOSE)];
  const answers = parseResponses(await exchange(server.port, requests.join("")), [1]);
  assert.deepEqual(
    answers.map(({ status, connection }) => [status, connection]),
    [...Array(5).fill([200, "keep-alive"]), [404, "close"]],
  );
  assert.deepEqual(answers[1]?.headers, answers[2]?.headers);
  assert.equal(answers[1]?.body.length, 0);
});

test("a body that is too large is refused before it is sent", async (context) => {
  const server = await run(context);
  const [answer] = parseResponses(await exchange(server.port, post("x".repeat(65_537))));
  assert.ok(answer !== undefined);
  assert.equal(codeOf(conform(answer)), "body_too_large");
  assert.equal(answer.connection, "close");
});

test("a rate-limited client receives Retry-After, and its connection stays open", async (context) => {
  const server = await run(context, { RATE_LIMIT: "3" });
  const page = get("/api/v1/cottage");
  const free = [get("/healthz"), `OPTIONS /mcp HTTP/1.1\r\n${HOST}\r\n`].join("");
  const answers = parseResponses(
    await exchange(server.port, `${free}${page}${get("/nope")}${post(PING)}${page}${get("/healthz", CLOSE)}`),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 204, 200, 404, 200, 429, 200],
  );
  const field = (at: number, name: string) => responseField(answers[at]?.headers ?? [], name);
  assert.deepEqual(
    [2, 3, 4, 5].map((at) => field(at, "ratelimit")),
    [undefined, '"default";r=1;t=20', '"default";r=0;t=20', '"default";r=0;t=20'],
  );
  assert.equal(field(5, "ratelimit-policy"), '"default";q=3;w=60');
  assert.equal(field(5, "retry-after"), "20");
});

test("a batch costs a token a message", async (context) => {
  const server = await run(context, { RATE_LIMIT: "10" });
  const batch = post(`[${Array(8).fill(PING).join(",")}]`, CLOSE);
  const [first] = parseResponses(await exchange(server.port, batch));
  const [second] = parseResponses(await exchange(server.port, batch));
  assert.equal(first?.status, 200);
  assert.equal(second?.status, 429);
  assert.equal(responseField(second?.headers ?? [], "retry-after"), "42", "8 tokens are needed, 1 is left");
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} finishes requests in flight, closes idle connections and exits with status 0`, async (context) => {
    const server = await run(context);
    const idle = connect(server.port, "127.0.0.1");
    const keepAlive = connect(server.port, "127.0.0.1");
    const halfSent = connect(server.port, "127.0.0.1");
    const received = [idle, keepAlive, halfSent].map((socket) => readUntilClose(socket));
    keepAlive.write(get("/readyz"));
    await once(keepAlive, "data");
    halfSent.write(post(PING, "Expect: 100-continue\r\n").replace(PING, ""));
    await once(halfSent, "data");
    server.kill(signal);
    await server.waitForOutput("finishing open requests");
    keepAlive.write(get("/readyz"));
    halfSent.write(PING);
    const [nothing, ready, posted] = await Promise.all(received);
    assert.equal(nothing?.length, 0);
    assert.deepEqual(
      parseResponses(ready ?? Buffer.alloc(0)).map(({ status, connection }) => [status, connection]),
      [
        [200, "keep-alive"],
        [503, "close"],
      ],
    );
    assert.deepEqual(
      parseResponses(posted ?? Buffer.alloc(0)).map(({ status, connection }) => [status, connection]),
      [
        [100, undefined],
        [200, "close"],
      ],
    );
    const { status, stdout, stderr } = await server.ended;
    assert.equal(status, 0);
    assert.match(stdout, /"Stopped"/);
    assert.equal(stderr, "");
  });
}

test("a second signal ends the program at once", async (context) => {
  const server = await run(context);
  const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  socket.write(post(PING, "Expect: 100-continue\r\n").replace(PING, ""));
  await once(socket, "data");
  server.kill("SIGTERM");
  await server.waitForOutput("finishing open requests");
  server.kill("SIGTERM");
  assert.equal((await server.ended).status, 1);
});

test("SIGHUP serves the changed files, or the previous ones if any is invalid", async (context) => {
  const server = await run(context, { ...files.environment, RATE_LIMIT: "off" });
  const name = async (): Promise<unknown> => {
    const [answer] = parseResponses(await exchange(server.port, get("/api/v1/cottage", CLOSE)));
    const cottage: unknown = JSON.parse(String(answer?.body));
    return typeof cottage === "object" && cottage !== null && "name" in cottage ? cottage.name : undefined;
  };
  rename("New Name");
  server.kill("SIGHUP");
  await server.waitForOutput('"Reloaded: ');
  assert.equal(await name(), "New Name");

  const path = join(files.dataDirectory, "reviews.json");
  const good = readFileSync(path, "utf8");
  rename("Newer Name");
  writeFileSync(path, good.replace(/"rating": \d/, '"rating": 6'));
  const check = await runToEnd(files.environment);
  server.kill("SIGHUP");
  await server.waitForOutput("was not reloaded");
  assert.equal(await name(), "New Name");
  writeFileSync(path, good);
  server.kill("SIGHUP");
  await server.waitForOutput('"Reloaded: ', 2);
  assert.equal(await name(), "Newer Name");

  server.kill("SIGTERM");
  const { status, stdout } = await server.ended;
  assert.equal(status, 0);
  assert.match(check.stderr, /^data\/reviews\.json:\d+:\d+: error: /);
  for (const line of check.stderr.trimEnd().split("\n"))
    assert.ok(stdout.includes(JSON.stringify(line)), `${line} is in the log`);
});

test("SIGHUP while the server loads its first site makes it load the site again", async () => {
  const program = startLoading(files.environment);
  await program.waitForOutput(" reads ");
  program.signal("SIGHUP");
  await program.waitForOutput(/"Listening on [^]*"Reloaded: version/);
  program.signal("SIGTERM");
  assert.equal(await program.ended, 0);
});

test("SIGTERM while the server loads its first site stops it", async () => {
  const program = startLoading(files.environment);
  await program.waitForOutput(" reads ");
  program.signal("SIGTERM");
  assert.equal(await program.ended, 0);
  assert.match(program.written.stdout, /"Stopped"/);
});

test("every request has a line in the log, including the last before the exit", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  await exchange(
    server.port,
    `${get("/about?secret=1", "User-Agent: secret\r\nReferer: secret\r\n").repeat(50)}${get("/secret", CLOSE)}`,
  );
  server.kill("SIGTERM");
  const { stdout } = await server.ended;
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const requests = lines.filter((line) => typeof line === "object" && line !== null && "route" in line);
  assert.equal(requests.length, 51);
  assert.ok(!stdout.includes("secret") && !stdout.includes('127.0.0.1"'));
});

test("the server works if nobody reads the log", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  for (let round = 0; round < 3; round += 1) {
    const answers = parseResponses(
      await exchange(server.port, `${get("/healthz").repeat(500)}${get("/healthz", CLOSE)}`),
    );
    assert.equal(answers.length, 501);
  }
  server.kill("SIGTERM");
  assert.equal((await server.ended).status, 0);
});

const NO_START: readonly [name: string, environment: Readonly<Record<string, string>>, stderr: string][] = [
  ["a PORT that is none", { PORT: "http" }, 'PORT must be a whole number from 0 to 65535, not "http"\n'],
  [
    "two bad variables",
    { PORT: "70000", TRUST_PROXY: "yes" },
    'PORT must be a whole number from 0 to 65535, not "70000"\n' +
      'TRUST_PROXY must be the number of proxies in front, from 0 to 10, not "yes"\n',
  ],
  ["an address of another machine", { HOST: "203.0.113.1" }, "Cannot listen on 203.0.113.1:0 (EADDRNOTAVAIL)\n"],
];

for (const [name, environment, stderr] of NO_START) {
  test(`${name} stops the start with one sentence`, async () => {
    const ended = await runToEnd(environment);
    assert.deepEqual({ ...ended, stdout: "" }, { status: 1, signal: null, stdout: "", stderr });
  });
}

test("a port that is in use stops the start with one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  assert.ok(address !== null && typeof address === "object");
  const { status, stderr } = await runToEnd({ PORT: String(address.port) });
  other.close();
  assert.equal(status, 1);
  const [taken, next] = [address.port, address.port + 1];
  assert.ok(stderr.startsWith(`PORT ${taken} is already in use by another program on 127.0.0.1: stop `), stderr);
  assert.ok(stderr.includes(`set PORT=${next};`), stderr);
});
