/**
 * The rate limit: one token bucket per client, and the response fields that report its state.
 *
 * It does not know how clients are identified.
 */

import { failure } from "./failure.ts";
import type { Failure, FieldLines } from "./message.ts";

export type Decision = Readonly<{
  /** Requests per minute. */
  limit: number;
  allowed: boolean;
  /** Whole tokens in the bucket. */
  remaining: number;
  /** Seconds until the request is allowed or, for an allowed request, until the next whole token. */
  wait: number;
}>;

interface Bucket {
  tokens: number;
  /** In milliseconds, on the same clock as `now`. */
  updatedAt: number;
}

/**
 * Creates the token buckets of all clients, in bounded memory: when the young map is full, it replaces the old map. A
 * bucket is lost only if `clientsMax / 2` other clients come between two requests of its client.
 *
 * @param perMinute capacity of a bucket, and tokens added to it per minute
 */
export function tokenBucket(perMinute: number, clientsMax = 20_000) {
  const tokensPerMs = perMinute / 60_000;
  const generationMax = Math.ceil(clientsMax / 2);
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();

  const store = (client: string, bucket: Bucket) => {
    if (young.size >= generationMax) {
      old = young;
      young = new Map();
    }
    // Copy the key, because a slice would keep the whole header field in memory.
    young.set(Buffer.from(client, "latin1").toString("latin1"), bucket);
    return bucket;
  };

  /**
   * Takes tokens from the bucket of a client, or none if it has too few.
   *
   * @param alreadyTaken tokens that an earlier call took for the same request; a retry needs them again
   */
  return (client: string, tokens: number, now: number, alreadyTaken = 0): Decision => {
    const bucket = young.get(client) ?? store(client, old.get(client) ?? { tokens: perMinute, updatedAt: now });
    const available = Math.min(perMinute, bucket.tokens + (now - bucket.updatedAt) * tokensPerMs);
    // A full bucket suffices for any request. Otherwise large batches could never be sent.
    const needed = Math.min(tokens, perMinute - alreadyTaken);
    const allowed = available >= needed;
    bucket.tokens = allowed ? available - needed : available;
    bucket.updatedAt = now;
    const remaining = Math.floor(bucket.tokens);
    const awaitedTokens = allowed ? remaining + 1 : needed + alreadyTaken;
    const wait = Math.ceil((awaitedTokens - bucket.tokens) / tokensPerMs / 1000);
    return { limit: perMinute, allowed, remaining, wait };
  };
}

/** Returns the fields of draft-ietf-httpapi-ratelimit-headers-11. Later drafts may rename them. */
export function rateLimitFields({ limit, remaining, wait }: Decision): FieldLines {
  return ["RateLimit-Policy", `"default";q=${limit};w=60`, "RateLimit", `"default";r=${remaining};t=${wait}`];
}

export function rateLimited({ limit, wait }: Decision): Failure {
  const hint = `Wait ${wait} s, and reuse earlier responses; each message of a batch counts as a request`;
  return failure("rate_limited", `More than ${limit} requests a minute`, hint, { fields: ["Retry-After", `${wait}`] });
}
