import assert from "node:assert/strict";
import { test } from "node:test";
import { promiseCache, promiseLimit } from "./support/cache-promises.ts";
import type { CacheKind } from "./support/cache-promises.ts";
import { promiseMcp } from "./support/mcp-promises.ts";
import { startOrigin } from "./support/origin.ts";
import { until } from "./support/program.ts";
import { startNginx } from "./support/nginx.ts";

const NGINX: CacheKind = {
  name: "nginx",
  start: (port) => startNginx({ name: "holiday-cottage", upstream: [port] }),
  isStale: ({ fields }) => /STALE|UPDATING/.test(fields["cache-status"] ?? ""),
};

promiseCache(NGINX);
promiseLimit(NGINX);
promiseMcp("nginx", NGINX.start);

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
