import { promiseCache, promiseLimit } from "./support/cache-promises.ts";
import type { CacheKind } from "./support/cache-promises.ts";
import { promiseMcp } from "./support/mcp-promises.ts";
import { startVarnish } from "./support/varnish.ts";

const VARNISH: CacheKind = {
  name: "Varnish",
  start: startVarnish,
  isStale: ({ fields }) => Number(fields["age"]) > 1,
};

promiseCache(VARNISH);
promiseLimit(VARNISH);
promiseMcp("Varnish", VARNISH.start);
