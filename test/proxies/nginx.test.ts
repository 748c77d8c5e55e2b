import { promiseCache, promiseLimit } from "./support/cache-promises.ts";
import type { CacheKind } from "./support/cache-promises.ts";
import { promiseMcp } from "./support/mcp-promises.ts";
import { startNginx } from "./support/nginx.ts";

const NGINX: CacheKind = {
  name: "nginx",
  start: (port) => startNginx({ name: "holiday-cottage", upstream: [port] }),
  isStale: ({ fields }) => /STALE|UPDATING/.test(fields["cache-status"] ?? ""),
};

promiseCache(NGINX);
promiseLimit(NGINX);
promiseMcp("nginx", NGINX.start);
