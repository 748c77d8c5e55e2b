/**
 * The rate-limit key of a client: the address of its connection, or the address that trusted proxies report.
 *
 * IPv6 addresses are keyed by their /64 prefix, because one subscriber has a whole /64.
 */

import { isIPv4, isIPv6 } from "node:net";

/** An address with brackets, a port or quotes, e.g. `"[2001:db8::1]:443"`. */
const DECORATED_ADDRESS = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/;

/** An IPv4-mapped IPv6 address, e.g. `::ffff:c000:201`. */
const IPV4_MAPPED = /^::ffff:(\w+):(\w+)$/;

/** Returns the key of an address, or undefined if the text is not an address. */
export function addressKey(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const match = DECORATED_ADDRESS.exec(text);
  const address = match?.[1] ?? match?.[2] ?? text;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipv6Key(address) : undefined;
}

/** Returns the /64 prefix, e.g. `2001:db8:0:0::/64`, or the IPv4 address that is mapped to IPv6. */
function ipv6Key(address: string): string {
  const [withoutZone = ""] = address.split("%", 1);
  // URL converts to lower case and hexadecimal, and compresses zeros.
  const normalised = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const mapped = IPV4_MAPPED.exec(normalised);
  if (mapped !== null) {
    const [, high = "", low = ""] = mapped;
    return Buffer.from(high.padStart(4, "0") + low.padStart(4, "0"), "hex").join(".");
  }
  const [left = "", right = ""] = normalised.split("::");
  const before = left === "" ? [] : left.split(":");
  const after = right === "" ? [] : right.split(":");
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  const groups = [...before, ...zeros, ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Returns the key of a connection. A closed one has no address. */
export function peerKey(remoteAddress = ""): string {
  return addressKey(remoteAddress) ?? "unknown";
}

/**
 * Returns the key of the client behind `hops` trusted proxies. Each proxy appends the address of its peer to
 * X-Forwarded-For, so clients can forge all addresses but the last `hops`.
 */
export function clientKey(peer: string, addresses: readonly string[], hops: number): string {
  return addressKey(addresses.at(-hops)?.trim() ?? "") ?? peer;
}

/** Private, shared, loopback and link-local addresses (RFC 1918, 6598, 3927, 4193 and 4291). */
const PRIVATE_IPV4 =
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_IPV6 = /^(?:0:0:0:0:|f[cd][\da-f]{2}|fe[89ab][\da-f]):/;

export function isPrivate(key: string): boolean {
  return PRIVATE_IPV4.test(key) || PRIVATE_IPV6.test(key);
}
