/**
 * The rate limit: a token bucket for each client, in bounded memory, and what a client is told of its own.
 *
 * Clients are remembered in two generations: when the young one is full it becomes the old one, and the old one is
 * forgotten. So a client is known while fewer than `clientsMax / 2` others come between two of its requests.
 */

import { failure } from "./failure.ts";
import type { FieldLines, HttpResponse } from "./message.ts";

export type Decision = ReturnType<ReturnType<typeof tokenBucket>>;

type Bucket = { tokens: number; at: number };

/** @param perMinute both the size of a bucket and what flows in */
export function tokenBucket(perMinute: number, clientsMax = 20_000) {
  const perMillisecond = perMinute / 60_000;
  const generationMax = Math.ceil(clientsMax / 2);
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();

  const remember = (client: string, bucket: Bucket) => {
    if (young.size >= generationMax) {
      old = young;
      young = new Map();
    }
    // A copy: a slice would hold on to the long field it was cut from.
    young.set(Buffer.from(client, "latin1").toString("latin1"), bucket);
    return bucket;
  };

  /** @param taken by the same request before: asked again, it would need them again */
  return (client: string, tokens: number, now: number, taken = 0) => {
    const bucket = young.get(client) ?? remember(client, old.get(client) ?? { tokens: perMinute, at: now });
    const filled = Math.min(perMinute, bucket.tokens + (now - bucket.at) * perMillisecond);
    const asked = Math.min(tokens, perMinute - taken);
    const allowed = filled >= asked;
    bucket.tokens = allowed ? filled - asked : filled;
    bucket.at = now;
    const remaining = Math.floor(bucket.tokens);
    // Until what was asked for is there (refused) or one more token is (allowed).
    const missing = (allowed ? remaining + 1 : asked + taken) - bucket.tokens;
    return { allowed, remaining, wait: Math.ceil(missing / perMillisecond / 1000) };
  };
}

/** As in draft-ietf-httpapi-ratelimit-headers-11; a successor may rename them. */
export function rateLimitFields(perMinute: number, { remaining, wait }: Decision): FieldLines {
  return ["RateLimit-Policy", `"default";q=${perMinute};w=60`, "RateLimit", `"default";r=${remaining};t=${wait}`];
}

export function rateLimited(perMinute: number, { wait }: Decision): HttpResponse {
  const hint = `Wait ${wait} s, keep answers as long as Cache-Control says, and revalidate with If-None-Match`;
  return failure("rate_limited", `More than ${perMinute} requests a minute`, hint, ["Retry-After", String(wait)]);
}
