/**
 * Who a request is counted for: an address, of the connection or told by proxies that we run.
 *
 * IPv6 is counted by /64, the block of one subscriber; what is no address is never a key.
 */

import { isIPv4, isIPv6 } from "node:net";

/** Proxies add ports, brackets and quotes: `"[2001:db8::1]:443"`. */
const DECORATED = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/;

export function addressKey(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const match = DECORATED.exec(text);
  const address = match?.[1] ?? match?.[2] ?? text;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  // A URL writes it in one way, and IPv4 inside it in hexadecimal. What comes after % is no part of the address.
  const groups = new URL(`http://[${address.replace(/%.*/, "")}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:(\w+):(\w+)$/.exec(groups)?.slice(1).map((group) => Number.parseInt(group, 16));
  if (mapped !== undefined) return mapped.flatMap((each) => [each >> 8, each & 255]).join(".");
  const [left = [], right = []] = groups.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

/** A connection that is gone has no address. */
export function peerKey(address = ""): string {
  return addressKey(address) ?? "unknown";
}

/**
 * Each proxy appends the address it saw to `X-Forwarded-For`: the last `hops` entries are of machines we run, whatever is
 * further left is the client's own claim.
 */
export function clientKey(peer: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || forwardedFor === undefined) return peer;
  return addressKey(forwardedFor.split(",").at(-hops)?.trim() ?? "") ?? peer;
}

const PRIVATE = /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0::|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;

export function isPrivate(key: string): boolean {
  return PRIVATE.test(key);
}
