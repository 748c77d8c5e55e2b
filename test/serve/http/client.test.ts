import assert from "node:assert/strict";
import { test } from "node:test";
import { addressKey, clientKey } from "../../../src/serve/http/client-limits.ts";

const ADDRESSES: readonly [text: string, key: string | undefined][] = [
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:8080", "192.0.2.1"],
  ['"192.0.2.1:8080"', "192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:0:1:2:3:4", "2001:db8:0:0::/64"], // the block of one subscriber
  ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:0:1::", "2001:db8:0:1::/64"],
  ["2001::4:5:6:7:8", "2001:0:0:4::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:192.0.2.1", "192.0.2.1"], // IPv4 seen through an IPv6 socket
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["", undefined],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["192.0.2", undefined],
  ["192.0.2.256", undefined],
  ["1.2.3.4, 5.6.7.8", undefined],
  ["2001:db8::1::2", undefined],
  ["cottage.example", undefined],
  ["<script>", undefined],
];

for (const [text, key] of ADDRESSES) {
  test(`addressKey(${JSON.stringify(text)}) is ${key}`, () => assert.equal(addressKey(text), key));
}

const CLIENTS: readonly [hops: number, forwardedFor: string | undefined, key: string][] = [
  [0, "198.51.100.7", "192.0.2.9"],
  [1, undefined, "192.0.2.9"],
  [1, "", "192.0.2.9"],
  [1, "198.51.100.7", "198.51.100.7"],
  [1, "6.6.6.6, 198.51.100.7", "198.51.100.7"], // an unverified claim of the client
  [1, "6.6.6.6,198.51.100.7 ", "198.51.100.7"],
  [2, "6.6.6.6, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
  [2, "198.51.100.7", "192.0.2.9"], // too few addresses: a proxy in between added none
  [1, "6.6.6.6, unknown", "192.0.2.9"],
  [1, "6.6.6.6, ", "192.0.2.9"],
  [1, "2001:db8::5", "2001:db8:0:0::/64"],
];

for (const [hops, forwardedFor, key] of CLIENTS) {
  test(`with ${hops} hops X-Forwarded-For: ${forwardedFor} is ${key}`, () => {
    assert.equal(clientKey("192.0.2.9", forwardedFor, hops), key);
  });
}
