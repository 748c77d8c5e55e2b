/**
 * What a client is told of its rate limit: fields on every answer that only it will see, and the refusal.
 *
 * It counts nothing; it words the decisions of a limiter.
 */
import { failure } from "./failure.ts";
import type { FieldLines, HttpResponse } from "./message.ts";
import type { Decision } from "./rate-limit.ts";

/** Of `draft-ietf-httpapi-ratelimit-headers-10`, whose successors rename them: nobody should build on them yet. */
const POLICY_FIELD = "RateLimit-Policy";
const STATE_FIELD = "RateLimit";

export interface Quota {
  /** An answer's fields, and after them what the client has left. */
  readonly told: (fields: FieldLines, decision: Decision) => FieldLines;
  readonly refusal: (decision: Decision) => HttpResponse;
}

export function quota(perMinute: number): Quota {
  const policy = `"default";q=${perMinute};w=60`;
  /** By seconds to wait, made when first needed: a flood must not cost more than what it asks for. */
  const refusals = new Map<number, HttpResponse>();

  const refuse = (wait: number): HttpResponse => {
    const hint = `Wait ${wait} s, keep answers as long as Cache-Control says, and revalidate with If-None-Match`;
    const refusal = failure("rate_limited", `More than ${perMinute} requests a minute`, hint, ["Retry-After", String(wait)]);
    refusals.set(wait, refusal);
    return refusal;
  };

  return {
    told: (fields, { remaining, wait }) => [
      ...fields,
      POLICY_FIELD,
      policy,
      STATE_FIELD,
      `"default";r=${remaining};t=${wait}`,
    ],
    refusal: ({ wait }) => refusals.get(wait) ?? refuse(wait),
  };
}
