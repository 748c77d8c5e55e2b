import assert from "node:assert/strict";
import { test } from "node:test";
import type { Coding } from "../../../src/serve/http/static-handlers.ts";
import { preferredCoding, preferredMediaType } from "../../../src/serve/http/static-handlers.ts";
import { fastestMs } from "../../support/stopwatch.ts";

const HTML = "text/html";
const MARKDOWN = "text/markdown";

const ACCEPT: readonly [field: string | undefined, selected: string | undefined][] = [
  [undefined, HTML],
  ["", HTML],
  ["*/*", HTML],
  ["text/*", HTML],
  ["text/html", HTML],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML], // a browser
  ["text/markdown", MARKDOWN],
  ["TEXT/Markdown", MARKDOWN],
  ["text/markdown; charset=utf-8", MARKDOWN],
  ["text/markdown, text/html, */*", MARKDOWN], // an agent: equal weights, the one listed first
  ["text/html, text/markdown", HTML],
  ["text/html;q=0.8, text/markdown;q=0.8", HTML],
  ["text/markdown;q=0.8, text/html;q=0.8", MARKDOWN],
  ["text/markdown, text/plain;q=0.9, */*;q=0.8", MARKDOWN],
  ["text/markdown, */*", MARKDOWN], // named exactly beats matched by a wildcard
  ["*/*, text/markdown", MARKDOWN],
  ["text/markdown;q=0.1, */*", HTML],
  ["text/html;q=0.1, */*", HTML], // a wildcard never chooses markdown
  ["text/html;q=0, */*", MARKDOWN], // but is enough where the page itself was refused
  ["text/html;q=0.5, text/markdown;q=0.9", MARKDOWN],
  ["text/html;q=0.9, text/markdown;q=0.5", HTML],
  ["text/markdown;q=0, text/html", HTML],
  ["text/markdown;q=0, */*", HTML],
  ["text/markdown;q=0", undefined],
  ["text/*;q=0, text/markdown", MARKDOWN], // the more precise range decides
  ["text/html;level=1, text/markdown;q=0.5", HTML],
  ["text/markdown;q=banana, text/html;q=0.2", HTML], // nonsense is skipped, not refused
  ["text/markdown;q=1.5, text/html;q=0.2", HTML],
  ["text/markdown;q=0.1234, text/html;q=0.2", HTML],
  [", ,", HTML],
  ["text/markdown ; q = 0.5 , text/html ; q=0.4", MARKDOWN],
  ["application/json", undefined],
  ["text/plain, image/*", undefined],
  ["text/html;q=0, text/markdown;q=0", undefined],
  ["*/*;q=0", undefined],
];

for (const [field, selected] of ACCEPT) {
  test(`Accept: ${field} selects ${selected}`, () => {
    assert.equal(preferredMediaType([HTML, MARKDOWN], field), selected);
  });
}

const ACCEPT_ENCODING: readonly [field: string | undefined, selected: Coding | undefined][] = [
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["br", "br"],
  ["GZIP", "gzip"],
  ["gzip, deflate, br, zstd", "br"], // equal weights: the smaller one
  ["gzip, br;q=0.5", "gzip"],
  ["gzip;q=0.5, br;q=0.5", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0", undefined],
  ["*", "br"],
  ["*;q=0.1", "br"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0, br;q=0, *", undefined],
  ["identity", "identity"],
  ["identity;q=0.5, gzip", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0", undefined],
  ["*;q=0", undefined],
  ["deflate, zstd", undefined],
  ["gzip;q=1.000", "gzip"],
  ["gzip;q=0.000", undefined],
  ["gzip;q=nonsense", undefined],
  ["gzip;q=0.5 ,\tbr ; q=0.4", "gzip"],
  ["gzip, gzip;q=0", undefined],
  [",,gzip,,", "gzip"],
];

for (const [field, selected] of ACCEPT_ENCODING) {
  test(`Accept-Encoding: ${field} selects ${selected}`, () => {
    assert.equal(preferredCoding(["br", "gzip", "identity"], field), selected);
  });
}

test("preferredCoding() chooses only available codings", () => {
  assert.equal(preferredCoding(["gzip", "identity"], "br, gzip;q=0.1"), "gzip");
  assert.equal(preferredCoding(["identity"], "br, gzip"), undefined);
});

test("a field of 16 KiB is read in linear time", () => {
  for (const field of [",".repeat(16_384), "a;".repeat(8192), '"'.repeat(16_384), "text/html;q=0,".repeat(1170)]) {
    const negotiate = () => {
      preferredMediaType([HTML, MARKDOWN], field);
      preferredCoding(["br", "gzip", "identity"], field);
    };
    assert.ok(fastestMs(negotiate, 5) < 100, field.slice(0, 8));
  }
});
