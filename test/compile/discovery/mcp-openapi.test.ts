/** The examples of `/mcp` in the description: each shows what it is there to show. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesIn, summary } from "../../serve/mcp/fixture.ts";
import { send, sampleFacts, sampleRouter } from "../../support/sample.ts";
import { memberAt } from "../../support/json.ts";

const served: unknown = JSON.parse(send(sampleRouter(), "GET", "/openapi.json").body.toString());

const JSON_CONTENT = ["content", "application/json"];
const POST = ["paths", "/mcp", "post"];

test("the operations have the answers that the transport has", () => {
  assert.deepEqual(Object.keys(Object(memberAt(served, "paths", "/mcp", "get", "responses"))), ["405", "429"]);
  assert.deepEqual(Object.keys(Object(memberAt(served, ...POST, "responses"))), [
    ...["200", "202", "400", "403", "404", "405", "413", "415", "429"],
    "default",
  ]);
});

/** Each example of a request: the member of its answer that shows what it is an example of. */
const ANSWERS: readonly [name: string, member: readonly string[], value: unknown][] = [
  ["initialize", ["result", "protocolVersion"], "2025-06-18"],
  ["toolsCall", ["result", "structuredContent"], sampleFacts().booking],
  ["batch", ["1", "error", "code"], -32601],
  ["modernToolsCall", ["result", "resultType"], "complete"],
];

test("there is one example of each kind of message that is answered, and of two that are not answered with JSON", () => {
  const requests = Object.keys(Object(memberAt(served, ...POST, "requestBody", ...JSON_CONTENT, "examples")));
  const answers = Object.keys(Object(memberAt(served, ...POST, "responses", "200", ...JSON_CONTENT, "examples")));
  assert.deepEqual(
    answers,
    ANSWERS.map(([name]) => name),
  );
  assert.deepEqual(requests, [...answers, "notification", "modernListen"]);
});

for (const [name, member, value] of ANSWERS) {
  test(`the example ${name} is answered with its ${member.join(".")}`, () => {
    const answer = memberAt(served, ...POST, "responses", "200", ...JSON_CONTENT, "examples", name, "value");
    assert.deepEqual(memberAt(answer, ...member), value);
    const request = memberAt(served, ...POST, "requestBody", ...JSON_CONTENT, "examples", name, "value");
    assert.deepEqual([memberAt(answer, "id"), memberAt(answer, "0", "id")], [memberAt(request, "id"), memberAt(request, "0", "id")]);
  });
}

test("the example of a stream is one that acknowledges and ends", () => {
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
