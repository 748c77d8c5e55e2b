import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpOpenApi } from "../../src/discovery/mcp-openapi.ts";
import { mcpMethods } from "../../src/mcp/endpoint.ts";
import { SETTINGS, ask, isRecord, post, summary } from "../mcp/fixture.ts";

type Value = Readonly<Record<string, unknown>>;

const { paths, schemas } = mcpOpenApi({ path: "/mcp", methods: mcpMethods(SETTINGS) });

/** The member at the end of a path of names. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((within, name) => (isRecord(within) ? within[name] : undefined), value);
}

function record(value: unknown): Value {
  assert.ok(isRecord(value));
  return value;
}

const post200 = at(paths, "/mcp", "post", "responses", "200", "content", "application/json", "examples");
const post400 = at(paths, "/mcp", "post", "responses", "400", "content", "application/json", "examples");
const requests = record(at(paths, "/mcp", "post", "requestBody", "content", "application/json", "examples"));

test("the operations have their names and their answers", () => {
  assert.equal(at(paths, "/mcp", "post", "operationId"), "postMcpJsonRpc");
  assert.equal(at(paths, "/mcp", "get", "operationId"), "getMcpNotSupported");
  assert.deepEqual(Object.keys(record(at(paths, "/mcp", "get", "responses"))), ["405", "429"]);
  assert.deepEqual(Object.keys(record(at(paths, "/mcp", "post", "responses"))), [
    ...["200", "202", "400", "403", "404", "405", "413", "415", "429"],
    "default",
  ]);
});

test("the examples show single messages, a batch and both eras, each with its answer", () => {
  const answered = Object.keys(record(post200));
  assert.deepEqual(
    Object.keys(requests).filter((name) => !answered.includes(name)),
    ["modernListen", "notification"],
  );
  for (const name of answered) assert.ok(requests[name] !== undefined, name);
  assert.ok(Array.isArray(at(requests, "batch", "value")) && Array.isArray(at(post200, "batch", "value")));
});

test("an answer in the examples is the answer that its request gets", () => {
  for (const name of ["initialize", "ping", "toolsList", "toolsCall", "batch", "unknownTool"]) {
    const response = ask(post(at(requests, name, "value")));
    assert.deepEqual(JSON.parse(response.body.toString()), at(post200, name, "value"), name);
  }
  assert.equal(summary(ask(post(at(requests, "notification", "value")))), "202 nothing");
});

const REFUSALS: readonly [name: string, code: unknown][] = [
  ["parseError", "parse_error"],
  ["invalidRequest", "invalid_request"],
  ["headerMismatch", -32020],
  ["unsupportedVersion", -32022],
];

for (const [name, code] of REFUSALS) {
  test(`the example ${name} is refused with ${code}`, () => {
    assert.equal(at(post400, name, "value", "error", "code"), code);
  });
}

const OTHERS: readonly [method: string, status: string, code: unknown][] = [
  ["post", "403", "forbidden_host"],
  ["post", "404", -32601],
  ["post", "415", "unsupported_media_type"],
  ["get", "405", "method_not_allowed"],
];

for (const [method, status, code] of OTHERS) {
  test(`the example of ${status} to ${method} has the code ${code}`, () => {
    const content = at(paths, "/mcp", method, "responses", status, "content", "application/json");
    assert.equal(at(content, "example", "error", "code"), code);
  });
}

test("every schema that is referred to is there, or is the description's own Error", () => {
  const references = JSON.stringify({ paths, schemas }).matchAll(/#\/components\/schemas\/(\w+)/g);
  for (const [, name = ""] of references) assert.ok(name === "Error" || schemas[name] !== undefined, name);
});
