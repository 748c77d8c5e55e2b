/** The choice among representations. Each request is sent twice, because choices are cached. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { failureResponse, NO_BODY, BASE_FIELDS, type RequestFields } from "../../../src/serve/http/message.ts";
import { responseField } from "../../support/field.ts";
import { CompileCache } from "../../../src/compile/files.ts";
import { createVariant } from "../../../src/compile/targets.ts";
import { negotiatedHandler, staticHandler } from "../../../src/serve/http/static-handlers.ts";

const HTML = "text/html; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";
const VARY = "Accept, Accept-Encoding";
const SETTINGS = { cacheControl: "public", siteFields: BASE_FIELDS, cache: new CompileCache() };

function variantOf(mediaType: string, content: string) {
  return createVariant({ mediaType, content, vary: VARY }, SETTINGS);
}

const page = negotiatedHandler(
  [variantOf(HTML, "<p>cottage</p>".repeat(20)), variantOf(MARKDOWN, "cottage ".repeat(20))],
  VARY,
);

type Choice = readonly [status: number, type: string | undefined, coding: string | undefined];

function chosen(headers: RequestFields): Choice {
  const result = page({ method: "GET", path: "/about", headers, body: NO_BODY });
  assert.ok(result.kind !== "deferred");
  const { status, headers: lines } = result.kind === "failure" ? failureResponse(result) : result;
  return [status, responseField(lines, "content-type"), responseField(lines, "content-encoding")];
}


const REQUESTS: readonly [headers: RequestFields, chosen: ReturnType<typeof chosen>][] = [
  [{}, [200, HTML, undefined]],
  [{ accept: "", "accept-encoding": "" }, [200, HTML, undefined]],
  [{ accept: "text/markdown" }, [200, MARKDOWN, undefined]],
  [{ accept: "text/markdown", "accept-encoding": "gzip" }, [200, MARKDOWN, "gzip"]],
  [{ "accept-encoding": "gzip" }, [200, HTML, "gzip"]],
  [{ "accept-encoding": "gzip, br" }, [200, HTML, "br"]],
  [{ accept: "image/png" }, [406, "application/json", undefined]],
  [{ accept: `text/markdown;${" ".repeat(500)}q=1` }, [200, MARKDOWN, undefined]],
];

for (const [headers, expected] of REQUESTS) {
  test(`${JSON.stringify(headers).slice(0, 80)} has the same response twice`, () => {
    assert.deepEqual(chosen(headers), expected);
    assert.deepEqual(chosen(headers), expected);
  });
}

test("a client that sends many different fields does not affect others", () => {
  for (let turn = 0; turn < 100; turn += 1) {
    const headers = { accept: `text/markdown;level=${turn}`, "accept-encoding": `gzip;q=0.${turn}` };
    assert.deepEqual(chosen(headers)[1], MARKDOWN);
  }
  for (const [headers, expected] of REQUESTS) assert.deepEqual(chosen(headers), expected);
});

test("a target needs a representation without a content coding", () => {
  const variant = { ...variantOf(HTML, ""), representations: [] };
  const respond = () => staticHandler(variant)({ method: "GET", path: "/", headers: {}, body: NO_BODY });
  assert.throws(respond, /No representation has the coding identity/);
});
