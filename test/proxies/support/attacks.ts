/**
 * Requests that try to make a shared cache store a response that harms other clients.
 */
import type { RequestOptions } from "./client.ts";

const EVIL = "evil.example";

function field(name: string, value: string): Readonly<Record<string, RequestOptions>> {
  return { [`${name}: ${value.length > 40 ? `${value.length} characters` : value}`]: { fields: { [name]: value } } };
}

export const ATTACKS: Readonly<Record<string, RequestOptions>> = {
  ...field("Host", EVIL),
  ...field("X-Forwarded-Host", EVIL),
  ...field("X-Host", EVIL),
  ...field("X-Forwarded-Server", EVIL),
  ...field("Forwarded", `for=192.0.2.1;host=${EVIL};proto=http`),
  ...field("X-Forwarded-Proto", "http"),
  ...field("X-Forwarded-Scheme", "http"),
  ...field("X-Forwarded-Port", "1337"),
  ...field("X-Forwarded-Prefix", "/evil"),
  ...field("X-Forwarded-For", '"><script>'),
  ...field("X-Original-URL", "/nowhere"),
  ...field("X-Rewrite-URL", "/nowhere"),
  ...field("X-HTTP-Method-Override", "DELETE"),
  ...field("X-Method-Override", "POST"),
  ...field("Origin", `https://${EVIL}`),
  ...field("Referer", `https://${EVIL}/`),
  ...field("Accept", "application/json;q=0, text/html;q=0"),
  ...field("Accept", "text/markdown;q=1"),
  ...field("Accept-Encoding", "identity;q=0, *;q=0"),
  ...field("Accept-Encoding", "br;q=0.1"),
  ...field("Accept-Language", "xx"),
  ...field("Accept-Charset", "utf-16"),
  ...field("Authorization", "Bearer token"),
  ...field("Cookie", "session=1"),
  ...field("Range", "bytes=0-3"),
  ...field("If-Range", '"x"'),
  ...field("If-None-Match", "*"),
  ...field("If-Match", '"x"'),
  ...field("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT"),
  ...field("Cache-Control", "no-store"),
  ...field("Pragma", "no-cache"),
  ...field("Content-Type", "text/evil"),
  ...field("Expect", "nonsense"),
  ...field("TE", "trailers"),
  ...field("Upgrade", "h2c"),
  ...field("Max-Forwards", "0"),
  ...field("Via", `1.1 ${EVIL}`),
  ...field("User-Agent", "<script>"),
  ...field("X-Metacharacter", "a\tb"),
  ...field("X-Oversized", "a".repeat(7000)),
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
