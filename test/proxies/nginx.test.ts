import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { join } from "node:path";
import { test } from "node:test";
import type { RequestOptions } from "./support/client.ts";
import { createClient, HOST } from "./support/client.ts";
import { testCache, testLimit } from "./support/cache-tests.ts";
import type { CacheKind } from "./support/cache-tests.ts";
import { testMcp } from "./support/mcp-tests.ts";
import { startOrigin } from "./support/origin.ts";
import { assertUnavailable, assertFailure } from "./support/assertions.ts";
import { until } from "../support/program.ts";
import { startNginx } from "./support/nginx.ts";

const NGINX: CacheKind = {
  name: "nginx",
  start: (port) => startNginx({ name: "holiday-cottage", upstream: [port] }),
  isStale: ({ fields }) => /STALE|UPDATING/.test(fields["cache-status"] ?? ""),
};

testCache(NGINX);
testLimit(NGINX);
testMcp("nginx", NGINX.start);

const LONG_STRING = "a".repeat(9000);

/** Requests that nginx rejects without the service. */
const REJECTED: readonly (readonly [path: string, options: RequestOptions, status: number, code: string])[] = [
  ["/", { fields: { Host: "a b" } }, 400, "bad_request"],
  ["/%zz", {}, 400, "bad_request"],
  ["/nginx-refused", {}, 404, "not_found"],
  ["/", { method: "TRACE" }, 405, "method_not_allowed"],
  ["/llms.txt", { fields: { "If-Match": '"x"' } }, 412, "precondition_failed"],
  [`/${LONG_STRING}`, {}, 414, "target_too_long"],
  ["/", { fields: { "X-Long": LONG_STRING } }, 431, "fields_too_large"],
];

test("nginx: its own error responses have the service's error format", async () => {
  const origin = await startOrigin();
  const nginx = await startNginx({ name: "holiday-cottage", upstream: [origin.port] });
  for (const [path, options, status, code] of REJECTED) {
    assertFailure(await nginx.requestFrom("127.0.0.1")(path, options), status, code);
  }
  await nginx.stop();
  await origin.stop();
});

test("nginx: plain HTTP serves certificate challenges and redirects to HTTPS, which offers HTTP/2", async () => {
  const origin = await startOrigin();
  const nginx = await startNginx({ name: "holiday-cottage", upstream: [origin.port] });
  const plain = createClient({ port: nginx.plainPort });
  const { status, fields } = await plain("/about?x");
  assert.equal(status, 308);
  assert.equal(fields["location"], "https://cottage.example/about?x");
  const challenge = join(nginx.webRoot, ".well-known", "acme-challenge");
  mkdirSync(challenge, { recursive: true });
  writeFileSync(join(challenge, "token"), "proof");
  assert.equal((await plain("/.well-known/acme-challenge/token")).body.toString(), "proof");

  const session = connect(`https://127.0.0.1:${nginx.securePort}`, { ca: nginx.certificate, servername: HOST });
  const [response]: unknown[] = await once(
    session.request({ ":path": "/about.md", ":authority": HOST }).end(),
    "response",
  );
  assert.ok(typeof response === "object" && response !== null);
  assert.equal(new Map<string, unknown>(Object.entries(response)).get(":status"), 200);
  session.close();
  await nginx.stop();
  await origin.stop();
});

test("nginx: www redirects to the main name, and an unknown name gets the site", async () => {
  const origin = await startOrigin();
  const nginx = await startNginx({ name: "holiday-cottage", upstream: [origin.port] });
  const www = { fields: { Host: "www.cottage.example" } };
  for (const request of [nginx.request, createClient({ port: nginx.plainPort })]) {
    const { status, fields } = await request("/about?x", www);
    assert.equal(status, 308);
    assert.equal(fields["location"], "https://cottage.example/about?x");
  }
  assert.equal((await nginx.request("/about", { fields: { Host: "127.0.0.1" } })).status, 200);
  await nginx.stop();
  await origin.stop();
});

test("nginx: no request is written to an access log", async () => {
  const origin = await startOrigin();
  const nginx = await startNginx({ name: "holiday-cottage", upstream: [origin.port] });
  for (const Host of ["cottage.example", "www.cottage.example"]) {
    for (const request of [nginx.request, createClient({ port: nginx.plainPort })])
      await request("/about?x", { fields: { Host } });
  }
  await nginx.request("/%zz");
  await nginx.stop();
  assert.equal(readFileSync(nginx.accessLog, "utf8"), "");
  await origin.stop();
});

test("nginx: a stale response is served at once, while it is revalidated", async () => {
  const origin = await startOrigin();
  const nginx = await NGINX.start(origin.port);
  const statuses = new Set<string>();
  origin.setFreshness(1);
  await until("the stored response was revalidated twice", async () => {
    statuses.add(/detail=(.*)/.exec((await nginx.request("/api/")).fields["cache-status"] ?? "")?.[1] ?? "");
    return origin.exchanges.filter(({ status }) => status === 304).length === 2;
  });
  statuses.delete("UPDATING");
  assert.deepEqual(statuses, new Set(["MISS", "HIT", "STALE"]));
  await nginx.stop();
  await origin.stop();
});

test("nginx: while the service is up, no response is older than Cache-Control allows", async () => {
  const origin = await startOrigin({ RATE_LIMIT: "60" });
  const nginx = await NGINX.start(origin.port);
  const statuses: string[] = [];
  origin.setFreshness(1, 0);
  await until("the stored response was revalidated twice", async () => {
    const { fields } = await nginx.request("/api/");
    statuses.push(/detail=(.*)/.exec(fields["cache-status"] ?? "")?.[1] ?? "");
    return origin.exchanges.filter(({ status }) => status === 304).length === 2;
  });
  assert.deepEqual(new Set(statuses), new Set(["MISS", "HIT", "REVALIDATED"]));

  const { fields } = await nginx.request("/nowhere");
  assert.notEqual(fields["ratelimit-policy"], undefined);
  assert.equal(fields["ratelimit"], undefined, "the count of one client is not stored for others");
  await nginx.stop();
  await origin.stop();
});

test("nginx: while the service is down, browsers get a page and programs get a JSON error", async () => {
  const origin = await startOrigin();
  const nginx = await NGINX.start(origin.port);
  await origin.stopListening();
  await assertUnavailable(nginx.request);
  await nginx.stop();
  await origin.stop();
});
