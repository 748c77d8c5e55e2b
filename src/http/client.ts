/**
 * Who a request is counted for: an address, taken from the connection or from proxies that we run.
 *
 * IPv6 is counted by /64, the block one subscriber is given; what is no address is never a key.
 */

import { isIPv4, isIPv6 } from "node:net";

/** `[2001:db8::1]:443`, `192.0.2.1:443`, `"192.0.2.1"`: proxies add ports, brackets and quotes; a zone comes after %. */
const DECORATED = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/;

export function addressKey(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const match = DECORATED.exec(text);
  const address = (match?.[1] ?? match?.[2] ?? text).replace(/%.*/, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  // A URL writes it in one way, with a dotted tail in hexadecimal; only "::" is left to be filled.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const numbers = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const right = numbers(tail ?? "");
  const all = [...Array.from({ length: 8 - right.length }, (_, at) => numbers(head)[at] ?? 0), ...right];
  const mapped = all.slice(0, 6).join() === "0,0,0,0,0,65535" ? all.slice(6).flatMap((each) => [each >> 8, each & 255]) : undefined;
  return mapped?.join(".") ?? `${all.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`;
}

/** The other end of a connection may have no address any more. */
export function peerKey(address = ""): string {
  return addressKey(address) ?? "unknown";
}

/**
 * Each proxy appends the address it saw to `X-Forwarded-For`, so only the last `hops` entries were
 * written by machines we run. Anything further left is the client's own claim and is ignored.
 */
export function clientKey(peer: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || forwardedFor === undefined) return peer;
  return addressKey(forwardedFor.split(",").at(-hops)?.trim() ?? "") ?? peer;
}

const PRIVATE = /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0::|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;

export function isPrivate(key: string): boolean {
  return PRIVATE.test(key);
}
