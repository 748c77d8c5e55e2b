import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyLength, failureResponse } from "../../../src/serve/http/message.ts";
import { parserFailure, rawResponse } from "../../../src/serve/http/listener.ts";
import { codeOf, conform } from "../../support/conform.ts";

const FAILURES: readonly [code: string, expected: string][] = [
  ["HPE_INVALID_METHOD", "bad_request"],
  ["HPE_HEADER_OVERFLOW", "fields_too_large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "body_too_large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "request_timeout"],
  ["HPE_INVALID_TOKEN", "bad_request"],
  ["constructor", "bad_request"],
  ["", "bad_request"],
];

for (const [code, expected] of FAILURES) {
  test(`${code} is ${expected}`, () => assert.equal(codeOf(conform(parserFailure(code))), expected));
}

test("rawResponse() is a complete response that closes its connection", () => {
  const response = failureResponse(parserFailure(""));
  const text = rawResponse(response, new Date(0));
  const [head = "", body] = text.split("\r\n\r\n");
  const [status, ...fields] = head.split("\r\n");
  assert.equal(status, "HTTP/1.1 400 Bad Request");
  const names = response.headers.filter((_, index) => index % 2 === 0);
  assert.deepEqual(fields.map((field) => field.replace(/:.*/, "")), ["Date", ...names, "Connection"]);
  assert.ok(fields.includes("Date: Thu, 01 Jan 1970 00:00:00 GMT"));
  assert.ok(fields.includes("Connection: close"));
  assert.ok(fields.includes(`Content-Length: ${bodyLength(response.body)}`));
  assert.equal(body, response.body.join(""));
});
