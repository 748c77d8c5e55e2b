/**
 * Limits requests with one token bucket per client address. IPv6 addresses are grouped by /64, because one subscriber
 * controls a whole /64.
 */

import { failure, type Failure, type RawHeaders } from "./message.ts";

const { isIPv4, isIPv6 } = process.getBuiltinModule("node:net");

/** An address, optionally with brackets, a port or quotes, e.g. `"[2001:db8::1]:443"`. */
const DECORATED_ADDRESS = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/;

/** Returns the rate-limit key of an IP address, or undefined for other text. */
export function addressKey(text: string): string | undefined {
  const match = DECORATED_ADDRESS.exec(text);
  const address = match?.[1] ?? match?.[2] ?? text;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipv6RateLimitKey(address) : undefined;
}

function ipv6RateLimitKey(address: string): string {
  const groups = ipv6Groups(address);
  const isIpv4Mapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (isIpv4Mapped) return ipv4FromGroups(groups.slice(6));
  const prefix = groups.slice(0, 4).join(":");
  return `${prefix}::/64`;
}

const HEX_GROUPS = /[\da-f]+/g;

/** Returns the eight groups of an IPv6 address in lower-case hexadecimal, without leading zeros. */
function ipv6Groups(address: string): string[] {
  const [withoutZone] = address.split("%", 1);
  // The URL parser normalises the address: `0::FFFF:192.0.2.1` becomes `[::ffff:c000:201]`.
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const withoutBrackets = hostname.slice(1, -1);
  // `::` replaces groups of zeros. If there is no `::`, all eight groups are in `left`.
  const [left = "", right = ""] = withoutBrackets.split("::");
  const leftGroups = left.match(HEX_GROUPS) ?? [];
  const rightGroups = right.match(HEX_GROUPS) ?? [];
  const zeros = Array<string>(8 - leftGroups.length - rightGroups.length).fill("0");
  return [...leftGroups, ...zeros, ...rightGroups];
}

/** Converts two hexadecimal IPv6 groups to an IPv4 address: `c000` and `201` become `192.0.2.1`. */
function ipv4FromGroups(groups: readonly string[]): string {
  const hex = groups.map((group) => group.padStart(4, "0")).join("");
  return Buffer.from(hex, "hex").join(".");
}

/**
 * Returns the rate-limit key of a client behind `hops` trusted proxies. Each proxy appends the address of its own
 * client to X-Forwarded-For, so with one proxy the last address is the client's.
 */
export function clientKey(peer: string, forwardedFor: readonly string[], hops: number): string {
  if (hops === 0) return peer;
  return addressKey(forwardedFor.at(-hops)?.trim() ?? "") ?? peer;
}

/** Private, shared, loopback and link-local addresses (RFCs 1918, 6598, 3927, 4193 and 4291). */
const PRIVATE_IPV4 =
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_IPV6 = /^(?:0:0:0:0:|f[cd][\da-f]{2}|fe[89ab][\da-f]):/;

export function isPrivate(key: string) {
  return PRIVATE_IPV4.test(key) || PRIVATE_IPV6.test(key);
}

export type Decision = Readonly<{
  limit: number;
  allowed: boolean;
  remaining: number;
  /** Seconds until the bucket has one more whole token or, if the request was rejected, until the client may retry. */
  wait: number;
}>;

type Bucket = { tokens: number; updatedAtMs: number };

/**
 * Creates a rate limiter with one token bucket per client. A request moves the client's bucket from `old` to `young`.
 * When `young` is full, it replaces `old`, so that inactive clients are forgotten.
 */
export function tokenBuckets(perMinute: number, generationMax = 10_000) {
  const tokensPerMs = perMinute / 60_000;
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();

  const store = (client: string, bucket: Bucket) => {
    if (young.size >= generationMax) {
      old = young;
      young = new Map();
    }
    // Copy the key, because a slice of a header field would keep the whole field in memory.
    young.set(Buffer.from(client, "latin1").toString("latin1"), bucket);
    return bucket;
  };

  /** Takes `cost - paid` tokens from the client's bucket, or none if there are too few. */
  return (client: string, cost: number, now: number, paid = 0): Decision => {
    const bucket = young.get(client) ?? store(client, old.get(client) ?? { tokens: perMinute, updatedAtMs: now });
    const available = Math.min(perMinute, bucket.tokens + (now - bucket.updatedAtMs) * tokensPerMs);
    // Charge at most a full bucket. Otherwise, large batches would always be rejected.
    const total = Math.min(cost, perMinute);
    const due = total - paid;
    const allowed = available >= due;
    bucket.tokens = allowed ? available - due : available;
    bucket.updatedAtMs = now;
    const remaining = Math.floor(bucket.tokens);
    const awaited = allowed ? remaining + 1 : total;
    const wait = Math.ceil((awaited - bucket.tokens) / tokensPerMs / 1000);
    return { limit: perMinute, allowed, remaining, wait };
  };
}

/** See draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitFields({ limit, remaining, wait }: Decision): RawHeaders {
  return ["RateLimit-Policy", `"default";q=${limit};w=60`, "RateLimit", `"default";r=${remaining};t=${wait}`];
}

export function rateLimited({ limit, wait }: Decision): Failure {
  const hint = `Wait ${wait} s, and reuse earlier responses; each message of a batch counts as a request`;
  const headers = ["Retry-After", `${wait}`];
  return failure("rate_limited", `More than ${limit} requests a minute`, hint, { headers });
}
