/**
 * The rate limit: one token bucket per client in bounded memory, and the response fields that report it.
 *
 * Clients are stored in two generations. When the young one is full, it replaces the old one. A client is remembered
 * while fewer than `clientsMax / 2` others come between two of its requests.
 */

import { failure } from "./failure.ts";
import type { Failure, FieldLines } from "./message.ts";

export type Decision = Readonly<{
  /** Requests per minute. */
  limit: number;
  allowed: boolean;
  /** Whole tokens. */
  remaining: number;
  /** Seconds until a refused request is allowed, or until the next token. */
  wait: number;
}>;

interface Bucket {
  tokens: number;
  updatedAt: number;
}

/** @param perMinute capacity of a bucket, and tokens added to it per minute */
export function tokenBucket(perMinute: number, clientsMax = 20_000) {
  const tokensPerMs = perMinute / 60_000;
  const generationMax = Math.ceil(clientsMax / 2);
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();

  const remember = (client: string, bucket: Bucket) => {
    if (young.size >= generationMax) {
      old = young;
      young = new Map();
    }
    // V8 would keep the whole header field alive for a slice of it, so copy the key.
    young.set(Buffer.from(client, "latin1").toString("latin1"), bucket);
    return bucket;
  };

  /** @param alreadyTaken tokens charged before for the same request; a retry needs them again */
  return (client: string, tokens: number, now: number, alreadyTaken = 0): Decision => {
    const bucket = young.get(client) ?? remember(client, old.get(client) ?? { tokens: perMinute, updatedAt: now });
    const available = Math.min(perMinute, bucket.tokens + (now - bucket.updatedAt) * tokensPerMs);
    // A full bucket is enough for any request.
    const needed = Math.min(tokens, perMinute - alreadyTaken);
    const allowed = available >= needed;
    bucket.tokens = allowed ? available - needed : available;
    bucket.updatedAt = now;
    const remaining = Math.floor(bucket.tokens);
    const missing = (allowed ? remaining + 1 : needed + alreadyTaken) - bucket.tokens;
    return { limit: perMinute, allowed, remaining, wait: Math.ceil(missing / tokensPerMs / 1000) };
  };
}

/** Fields of draft-ietf-httpapi-ratelimit-headers-11. A later draft may rename them. */
export function rateLimitFields({ limit, remaining, wait }: Decision): FieldLines {
  return ["RateLimit-Policy", `"default";q=${limit};w=60`, "RateLimit", `"default";r=${remaining};t=${wait}`];
}

const READ_ADVICE = "cache responses as long as Cache-Control allows, and revalidate with If-None-Match";
const CALL_ADVICE = "reuse the results of earlier calls, and send no batch: each of its messages counts as a request";

export function rateLimited({ limit, wait }: Decision, method: string): Failure {
  const message = `More than ${limit} requests a minute`;
  const hint = `Wait ${wait} s, ${method === "POST" ? CALL_ADVICE : READ_ADVICE}`;
  return failure("rate_limited", message, hint, { fields: ["Retry-After", String(wait)] });
}
