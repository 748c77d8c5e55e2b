import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { responseField } from "../support/field.ts";
import { CompileCache } from "../../src/compile/files.ts";
import { createVariant, type Source } from "../../src/compile/targets.ts";
import { BASE_FIELDS } from "../../src/serve/http/message.ts";
import { describeContent } from "../../src/serve/http/static-handlers.ts";
import { conform } from "../support/conform.ts";
import { stopwatch } from "../support/stopwatch.ts";

const CACHING = { cacheControl: "public, max-age=300" };
const SOURCE = { mediaType: "application/json", content: JSON.stringify({ text: "£".repeat(400) }), ...CACHING };
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

function variantOf(source: Source, cache = new CompileCache()) {
  return createVariant(source, { cacheControl: "public", siteFields: BASE_FIELDS, cache });
}

function represent(source: Source, cache?: CompileCache) {
  return variantOf(source, cache).representations;
}

test("createVariant() has one representation for each coding, all with the same content", () => {
  const variant = variantOf(SOURCE);
  const made = variant.representations;
  assert.deepEqual(made.map(({ coding }) => coding), ["br", "gzip", "identity"]);
  for (const { coding, body, etag } of made) {
    const notModifiedHeaders = ["ETag", etag, ...variant.sharedFields];
    const headers = [...describeContent(variant, { coding, body }), ...notModifiedHeaders];
    const ok = conform({ status: 200, headers, body });
    const notModified = conform({ status: 304, headers: notModifiedHeaders, body: Buffer.alloc(0) });
    assert.equal(DECODE[coding](ok.body).toString(), SOURCE.content);
    assert.equal(responseField(ok.headers, "content-encoding"), coding === "identity" ? undefined : coding);
    assert.equal(responseField(ok.headers, "etag"), etag);
    assert.equal(responseField(ok.headers, "vary"), "Accept-Encoding");
    for (const kept of [
      "etag",
      "cache-control",
      "vary",
      "access-control-allow-origin",
      "access-control-expose-headers",
    ]) {
      assert.equal(responseField(notModified.headers, kept), responseField(ok.headers, kept), kept);
    }
  }
  assert.equal(new Set(made.map(({ etag }) => etag)).size, 3, "each has its own validator");
});

test("createVariant() does not compress small content or photos, and sets no Vary field", () => {
  for (const source of [{ ...SOURCE, content: "short" }, { ...SOURCE, mediaType: "image/webp" }]) {
    const { representations, sharedFields } = variantOf(source);
    assert.deepEqual(representations.map(({ coding }) => coding), ["identity"]);
    assert.equal(responseField(sharedFields, "vary"), undefined);
  }
});

test("createVariant() does not copy the bytes of a photo", () => {
  const content = Buffer.from("a photograph");
  assert.equal(represent({ mediaType: "image/webp", content, ...CACHING })[0]?.body, content);
});

test("the entity tag depends on the bytes and the header fields, and on nothing else", () => {
  const tag = (source: typeof SOURCE & { fields?: string[] }) => represent(source).at(-1)?.etag;
  assert.equal(tag(SOURCE), tag({ ...SOURCE }));
  assert.notEqual(tag(SOURCE), tag({ ...SOURCE, content: `${SOURCE.content} ` }));
  assert.notEqual(tag(SOURCE), tag({ ...SOURCE, mediaType: "text/plain" }));
  assert.notEqual(
    tag(SOURCE),
    tag({ ...SOURCE, cacheControl: "public, max-age=60" }),
    "a 304 response must not leave an old field in a cache",
  );
  assert.notEqual(tag(SOURCE), tag({ ...SOURCE, fields: ["Link", "</>"] }));
});

test("createVariant() compresses megabytes quickly", () => {
  const content = JSON.stringify(
    Array.from({ length: 20_000 }, (_, index) => ({ index, text: `Review ${index * 7919}` })),
  );
  const spent = stopwatch();
  represent({ ...SOURCE, content: content.repeat(4) });
  assert.ok(spent() < 2000);
});

test("createVariant() compresses the same content once, also in the next compilation", () => {
  const cache = new CompileCache();
  const brotliBody = (source: typeof SOURCE & { fields?: string[] }) => represent(source, cache)[0]?.body;
  const first = brotliBody(SOURCE);
  assert.equal(brotliBody({ ...SOURCE, fields: ["Link", "</>"] }), first);
  assert.notEqual(brotliBody({ ...SOURCE, content: `${SOURCE.content} ` }), first);
  cache.startCompilation();
  assert.equal(brotliBody(SOURCE), first);
  cache.startCompilation();
  cache.startCompilation();
  assert.notEqual(brotliBody(SOURCE), first, "what a compilation does not use is evicted");
});
