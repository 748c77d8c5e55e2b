/** The examples of `/mcp` in the OpenAPI document. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesIn, summary } from "../../serve/mcp/fixture.ts";
import { memberAt } from "../../support/json.ts";
import { send, sampleRouter } from "../../support/sample.ts";

const served: unknown = JSON.parse(send(sampleRouter(), "GET", "/openapi.json").body.toString());

const JSON_CONTENT = ["content", "application/json"];
const POST = ["paths", "/mcp", "post"];

test("the operations have the responses of the transport", () => {
  assert.deepEqual(Object.keys(Object(memberAt(served, "paths", "/mcp", "get", "responses"))), ["405", "429"]);
  assert.deepEqual(Object.keys(Object(memberAt(served, ...POST, "responses"))), [
    ...["200", "202", "400", "403", "404", "405", "413", "415", "429"],
    "default",
  ]);
});

test("there is one example of each kind of request, and one of a response with several messages", () => {
  const requests = Object.keys(Object(memberAt(served, ...POST, "requestBody", ...JSON_CONTENT, "examples")));
  const responses = Object.keys(Object(memberAt(served, ...POST, "responses", "200", ...JSON_CONTENT, "examples")));
  assert.deepEqual(responses, ["batch"]);
  assert.deepEqual(
    requests,
    ["initialize", "toolsCall", "batch", "modernToolsCall", "notification", "modernListen"],
  );
});

test("the example of a stream has an acknowledgement and a result", () => {
  const example = String(memberAt(served, ...POST, "responses", "200", "content", "text/event-stream", "example"));
  const fields = ["Content-Type", "text/event-stream"];
  const response = { status: 200, headers: fields, body: Buffer.from(example) };
  assert.equal(messagesIn(response).length, 2);
  assert.equal(summary(response), "200 notifications/subscriptions/acknowledged, result");
});

const REFUSALS: readonly [method: string, status: string, example: readonly string[], code: unknown][] = [
  ["post", "400", ["examples", "parseError", "value"], "parse_error"],
  ["post", "400", ["examples", "headerMismatch", "value"], -32020],
  ["post", "403", ["example"], "forbidden_host"],
  ["post", "404", ["example"], -32601],
  ["post", "413", ["example"], "body_too_large"],
  ["post", "415", ["example"], "unsupported_media_type"],
  ["get", "405", ["example"], "method_not_allowed"],
];

for (const [method, status, example, code] of REFUSALS) {
  test(`the example of ${status} to ${method} has the code ${code}`, () => {
    const response = memberAt(served, "paths", "/mcp", method, "responses", status);
    assert.equal(memberAt(response, ...JSON_CONTENT, ...example, "error", "code"), code);
  });
}

const SCHEMAS = ["components", "schemas"];

for (const name of ["JsonRpcRequest", "JsonRpcResult", "JsonRpcErrorResponse"]) {
  test(`the id of a ${name} has the limits of the server`, () => {
    const { minimum, maximum } = Object(memberAt(served, ...SCHEMAS, name, "properties", "id"));
    assert.deepEqual([minimum, maximum], [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  });
}

test("the second block of a result is described as notes", () => {
  const content = memberAt(served, ...SCHEMAS, "JsonRpcResult", "properties", "result", "properties", "content");
  assert.match(String(memberAt(content, "description")), /in a second block, notes/);
});

test("the description of the API says what the licence covers", () => {
  const description = String(memberAt(served, "info", "description"));
  assert.match(description, / The facts, but not the guests' reviews or photographs, are licensed under CC-BY-4\.0/);
});
