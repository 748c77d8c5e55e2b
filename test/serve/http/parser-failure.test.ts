import assert from "node:assert/strict";
import { test } from "node:test";
import { failureResponse } from "../../../src/serve/http/failure.ts";
import { rawResponse } from "../../../src/serve/http/listener.ts";
import { parserFailure } from "../../../src/serve/http/parser-failure.ts";
import { codeOf, conform } from "../../support/conform.ts";

const FAILURES: readonly [code: string, packet: string | undefined, expected: string, read?: number][] = [
  ["HPE_INVALID_METHOD", "BREW / HTTP/1.1\r\n", "not_implemented", 1],
  ["HPE_INVALID_METHOD", "GET / HTTP/1.1\r\n\r\nBREW / HTTP/1.1\r\n", "not_implemented", 19],
  ["HPE_INVALID_METHOD", "GET / HTTP/1.1\r\n\r\nGARBAGE\r\n", "bad_request", 20],
  ["HPE_INVALID_METHOD", undefined, "bad_request"],
  ["HPE_INVALID_METHOD", "\x16\x03\x01\x02", "bad_request", 0], // a TLS client
  ["HPE_INVALID_METHOD", "{}", "bad_request", 0],
  ["HPE_HEADER_OVERFLOW", "GET / HTTP/1.1\r\nx: aaaa", "fields_too_large"],
  ["HPE_HEADER_OVERFLOW", undefined, "fields_too_large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", undefined, "body_too_large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", undefined, "request_timeout"],
  ["HPE_INVALID_TOKEN", undefined, "bad_request"],
  ["constructor", undefined, "bad_request"],
  ["", undefined, "bad_request"],
];

for (const [code, packet, expected, read] of FAILURES) {
  test(`${code} in ${JSON.stringify(packet)} is ${expected}`, () => {
    const response = parserFailure(code, packet === undefined ? undefined : Buffer.from(packet, "latin1"), read);
    assert.equal(codeOf(conform(response)), expected);
  });
}

test("rawResponse() is a complete response that closes its connection", () => {
  const response = failureResponse(parserFailure(""));
  const text = rawResponse(response, new Date(0)).toString();
  const [head = "", body] = text.split("\r\n\r\n");
  const [status, ...fields] = head.split("\r\n");
  assert.equal(status, "HTTP/1.1 400 Bad Request");
  assert.ok(fields.includes("Date: Thu, 01 Jan 1970 00:00:00 GMT"));
  assert.ok(fields.includes("Connection: close"));
  assert.ok(fields.includes(`Content-Length: ${response.body.length}`));
  assert.equal(body, response.body.toString());
});
