/**
 * Requests that try to make a shared cache store a response that harms other clients.
 */
import type { RequestOptions } from "./client.ts";

const EVIL = "evil.example";

function attackWith(name: string, value: string): Readonly<Record<string, RequestOptions>> {
  return { [`${name}: ${value.length > 40 ? `${value.length} characters` : value}`]: { fields: { [name]: value } } };
}

export const ATTACKS: Readonly<Record<string, RequestOptions>> = {
  ...attackWith("Host", EVIL),
  ...attackWith("X-Forwarded-Host", EVIL),
  ...attackWith("X-Host", EVIL),
  ...attackWith("X-Forwarded-Server", EVIL),
  ...attackWith("Forwarded", `for=192.0.2.1;host=${EVIL};proto=http`),
  ...attackWith("X-Forwarded-Proto", "http"),
  ...attackWith("X-Forwarded-Scheme", "http"),
  ...attackWith("X-Forwarded-Port", "1337"),
  ...attackWith("X-Forwarded-Prefix", "/evil"),
  ...attackWith("X-Forwarded-For", '"><script>'),
  ...attackWith("X-Original-URL", "/nowhere"),
  ...attackWith("X-Rewrite-URL", "/nowhere"),
  ...attackWith("X-HTTP-Method-Override", "DELETE"),
  ...attackWith("X-Method-Override", "POST"),
  ...attackWith("Origin", `https://${EVIL}`),
  ...attackWith("Referer", `https://${EVIL}/`),
  ...attackWith("Accept", "application/json;q=0, text/html;q=0"),
  ...attackWith("Accept", "text/markdown;q=1"),
  ...attackWith("Accept-Encoding", "identity;q=0, *;q=0"),
  ...attackWith("Accept-Encoding", "br;q=0.1"),
  ...attackWith("Accept-Language", "xx"),
  ...attackWith("Accept-Charset", "utf-16"),
  ...attackWith("Authorization", "Bearer token"),
  ...attackWith("Cookie", "session=1"),
  ...attackWith("Range", "bytes=0-3"),
  ...attackWith("If-Range", '"x"'),
  ...attackWith("If-None-Match", "*"),
  ...attackWith("If-Match", '"x"'),
  ...attackWith("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT"),
  ...attackWith("Cache-Control", "no-store"),
  ...attackWith("Pragma", "no-cache"),
  ...attackWith("Content-Type", "text/evil"),
  ...attackWith("Expect", "nonsense"),
  ...attackWith("TE", "trailers"),
  ...attackWith("Upgrade", "h2c"),
  ...attackWith("Max-Forwards", "0"),
  ...attackWith("Via", `1.1 ${EVIL}`),
  ...attackWith("User-Agent", "<script>"),
  ...attackWith("X-Metacharacter", "a\tb"),
  ...attackWith("X-Oversized", "a".repeat(7000)),
  "two lines of Accept": { fields: { Accept: ["text/html;q=0.9", "text/markdown"] } },
  "two lines of Accept-Encoding": { fields: { "Accept-Encoding": ["gzip", "br"] } },
  "three oversized fields": {
    fields: { "X-One": "a".repeat(7000), "X-Two": "a".repeat(7000), "X-Three": "a".repeat(7000) },
  },
  "a hundred fields": { fields: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`X-${index}`, "a"])) },
  HEAD: { method: "HEAD" },
  OPTIONS: { method: "OPTIONS" },
  PURGE: { method: "PURGE" },
  "GET with a body": { body: "evil" },
};
