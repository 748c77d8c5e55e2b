import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
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

const LONG = "a".repeat(9000);

const REFUSED: readonly (readonly [path: string, options: RequestOptions, status: number, code: string])[] = [
  ["/", { fields: { Host: "a b" } }, 400, "bad_request"],
  ["/%zz", {}, 400, "bad_request"],
  ["/nginx-refused", {}, 404, "not_found"],
  ["/", { method: "TRACE" }, 405, "method_not_allowed"],
  ["/llms.txt", { fields: { "If-Match": '"x"' } }, 412, "precondition_failed"],
  [`/${LONG}`, {}, 414, "target_too_long"],
  ["/", { fields: { "X-Long": LONG } }, 431, "fields_too_large"],
];

test("nginx: what it refuses by itself is told in the Error shape", async () => {
  const origin = await startOrigin();
  const nginx = await startNginx({ name: "holiday-cottage", upstream: [origin.port] });
  for (const [path, options, status, code] of REFUSED) {
    assertFailure(await nginx.askFrom("127.0.0.1")(path, options), status, code);
  }
  await nginx.stop();
  await origin.stop();
});

test("nginx: plain HTTP is for certificates and leads to HTTPS, where HTTP/2 is spoken", async () => {
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
  const [answer]: unknown[] = await once(
    session.request({ ":path": "/about.md", ":authority": HOST }).end(),
    "response",
  );
  assert.ok(typeof answer === "object" && answer !== null);
  assert.equal(new Map<string, unknown>(Object.entries(answer)).get(":status"), 200);
  session.close();
  await nginx.stop();
  await origin.stop();
});

test("nginx: who asks for an old answer gets it at once, and does not wait until the service was asked", async () => {
  const origin = await startOrigin();
  const nginx = await NGINX.start(origin.port);
  const statuses = new Set<string>();
  origin.freshFor(1);
  await until("the stored answer was asked about twice", async () => {
    statuses.add(/detail=(.*)/.exec((await nginx.ask("/api/")).fields["cache-status"] ?? "")?.[1] ?? "");
    return origin.exchanges.filter(({ status }) => status === 304).length === 2;
  });
  statuses.delete("UPDATING");
  assert.deepEqual(statuses, new Set(["MISS", "HIT", "STALE"]));
  await nginx.stop();
  await origin.stop();
});

test("nginx: with the service up, nothing is served that is older than Cache-Control says", async () => {
  const origin = await startOrigin({ RATE_LIMIT: "60" });
  const nginx = await NGINX.start(origin.port);
  const statuses: string[] = [];
  origin.freshFor(1, 0);
  await until("the stored answer was asked about twice", async () => {
    const { fields } = await nginx.ask("/api/");
    statuses.push(/detail=(.*)/.exec(fields["cache-status"] ?? "")?.[1] ?? "");
    return origin.exchanges.filter(({ status }) => status === 304).length === 2;
  });
  assert.deepEqual(new Set(statuses), new Set(["MISS", "HIT", "REVALIDATED"]));

  const { fields } = await nginx.ask("/nowhere");
  assert.notEqual(fields["ratelimit-policy"], undefined);
  assert.equal(fields["ratelimit"], undefined, "a count is one client's");
  await nginx.stop();
  await origin.stop();
});

test("nginx: while the service is away people are shown a page, and programs the Error shape", async () => {
  const origin = await startOrigin();
  const nginx = await NGINX.start(origin.port);
  await origin.cut();
  await assertUnavailable(nginx.ask);
  await nginx.stop();
  await origin.stop();
});
