/**
 * Every response of the running server matches the OpenAPI description.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isObject } from "../support/json.ts";
import { checkAnswer, readClosedDescription, readDescription } from "./description.ts";
import type { Description } from "./description.ts";
import { ask, startServer } from "./server.ts";
import type { Question, RunningServer } from "./server.ts";

const DATA_PATHS = ["/api/v1/cottage", "/api/v1/reviews", "/api/v1/attractions", "/api/v1/booking"];
const JSON_TYPE = { "Content-Type": "application/json" };
const GET_PATHS = ["/api/", ...DATA_PATHS];

let server: RunningServer;
let limited: RunningServer;
let description: Description;

before(async () => {
  [server, limited] = await Promise.all([startServer(), startServer({ RATE_LIMIT: "1" })]);
  description = readClosedDescription((await ask(server.origin, { path: "/openapi.json" })).text);
});

after(() => Promise.all([server.stop(), limited.stop()]));

async function answered(question: Question, operation = question.path): Promise<{ status: number; text: string }> {
  const answer = await ask(server.origin, question);
  checkAnswer(description, operation, question.method ?? "GET", answer);
  return answer;
}

test("the description has the paths of the API and no others", () => {
  const paths = description.at("paths");
  assert.ok(isObject(paths));
  assert.deepEqual(Object.keys(paths).sort(), [...GET_PATHS, "/mcp"].sort());
});

for (const path of GET_PATHS) {
  test(`GET ${path} responds as described`, async () => {
    for (const coding of ["identity", "gzip", "br"]) {
      const answer = await ask(server.origin, { path, headers: { "Accept-Encoding": coding } });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers["content-encoding"] ?? "identity", coding);
      checkAnswer(description, path, "GET", answer);
    }
    const { headers } = await ask(server.origin, { path });
    const etag = headers.etag ?? "";
    assert.equal((await answered({ path, method: "HEAD" })).status, 200);
    assert.equal((await answered({ path, headers: { "If-None-Match": etag } })).status, 304);
    assert.equal((await answered({ path, headers: { "If-Match": '"another"' } })).status, 412);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const refused = await ask(server.origin, { path, method });
      assert.equal(refused.status, 405);
      checkAnswer(description, path, "GET", refused);
    }
  });

  test(`GET ${path} rejects a malformed request as described`, async () => {
    assert.equal((await answered({ path, headers: { Host: "a b" } })).status, 400);
    assert.equal((await answered({ path, headers: { "Transfer-Encoding": "gzip, chunked" } })).status, 501);
    assert.equal((await answered({ path, headers: { Expect: "a miracle" } })).status, 417);
    assert.equal((await answered({ path, headers: { "X-Long": "x".repeat(20_000) } })).status, 431);
    assert.equal((await answered({ path: `${path}?${"x".repeat(9000)}` }, path)).status, 414);
  });

  test(`the example for GET ${path} is the beginning of the response`, async () => {
    const { text } = await answered({ path });
    const example = description.at("paths", path, "get", "responses", "200", "content", "application/json", "example");
    assert.ok(isObject(example));
    const live: unknown = JSON.parse(text, (_, value: unknown) => (isLongList(value) ? value.slice(0, 3) : value));
    assert.deepEqual(example, live);
  });
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && isObject(value[0]);
}

test("requests over the rate limit get the described response", async () => {
  await ask(limited.origin, { path: "/api/" });
  for (const path of GET_PATHS) {
    const answer = await ask(limited.origin, { path });
    assert.equal(answer.status, 429);
    checkAnswer(description, path, "GET", answer);
  }
  for (const method of ["GET", "POST"]) {
    const answer = await ask(limited.origin, { path: "/mcp", method, headers: JSON_TYPE, body: "{}" });
    assert.equal(answer.status, 429);
    checkAnswer(description, "/mcp", method, answer);
  }
});

test("the examples of 413 and 429 are responses of the server", async () => {
  const tooLong = await ask(server.origin, {
    path: "/mcp",
    method: "POST",
    headers: JSON_TYPE,
    body: " ".repeat(70_000),
  });
  await ask(limited.origin, { path: "/api/" });
  const tooMany = await ask(limited.origin, { path: "/api/" });
  const limitedDescription = readDescription((await ask(server.origin, { path: "/openapi.json" })).text);
  for (const [answer, path, method] of [
    [tooLong, "/mcp", "post"],
    [tooMany, "/api/", "get"],
  ] as const) {
    const content = [
      "paths",
      path,
      method,
      "responses",
      String(answer.status),
      "content",
      "application/json",
      "example",
    ];
    const { error }: { error: Record<string, unknown> } = JSON.parse(answer.text);
    const example = limitedDescription.at(...content);
    assert.ok(isObject(example) && isObject(example["error"]));
    assert.equal(example["error"]["code"], error["code"]);
    // The running server has a limit of 1, so only that number differs.
    assert.equal(String(example["error"]["message"]).replace(/\d+ requests/, "1 requests"), error["message"]);
  }
});

const ELSEWHERE: readonly [question: Question, status: number][] = [
  [{ path: "/none" }, 404],
  [{ path: "/api" }, 308],
  [{ path: "/api/v1/cottage/" }, 308],
  [{ path: "/about", headers: { Accept: "image/png" } }, 406],
  [{ path: "/about", method: "DELETE" }, 405],
  [{ path: "/openapi.json", headers: { "If-Match": '"another"' } }, 412],
  [{ path: "/%zz" }, 400],
];

for (const [question, status] of ELSEWHERE) {
  test(`${question.method ?? "GET"} ${question.path} answers ${status} in the Error shape`, async () => {
    const answer = await ask(server.origin, question);
    assert.equal(answer.status, status);
    const validate = description.schema("components", "schemas", "Error");
    assert.ok(validate(JSON.parse(answer.text)), JSON.stringify(validate.errors));
  });
}

/** Header fields that repeat properties of the body in the newest revision. */
function fieldsOf(message: unknown): Readonly<Record<string, string>> {
  if (!isObject(message) || !isObject(message["params"]) || !isObject(message["params"]["_meta"])) return JSON_TYPE;
  const version = message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
  const name = message["params"]["name"];
  return {
    ...JSON_TYPE,
    "MCP-Protocol-Version": String(version),
    "Mcp-Method": String(message["method"]),
    ...(name === undefined ? {} : { "Mcp-Name": String(name) }),
  };
}

test("each example request to /mcp is valid and gets the example response", async () => {
  const examples = description.at("paths", "/mcp", "post", "requestBody", "content", "application/json", "examples");
  const isRequest = description.schema("paths", "/mcp", "post", "requestBody", "content", "application/json", "schema");
  assert.ok(isObject(examples) && Object.keys(examples).length === 6);
  for (const [name, example] of Object.entries(examples)) {
    assert.ok(isObject(example));
    const message = example["value"];
    assert.ok(isRequest(message), `${name}: ${JSON.stringify(isRequest.errors)}`);
    const question = { path: "/mcp", method: "POST", headers: fieldsOf(message), body: JSON.stringify(message) };
    const { status, text } = await answered(question);
    const response = ["paths", "/mcp", "post", "responses", String(status), "content", "application/json"];
    const expected = description.at(...response, "examples", name);
    if (isObject(expected)) assert.deepEqual(JSON.parse(text), expected["value"], name);
  }
});

const REFUSED_BY_MCP: readonly [name: string, question: Question, status: number][] = [
  ["a body that is not JSON", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: "{" }, 400],
  ["a body that is no message", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: "7" }, 400],
  ["an empty batch", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: "[]" }, 400],
  [
    "another host",
    { path: "/mcp", method: "POST", headers: { ...JSON_TYPE, Host: "elsewhere.example" }, body: "{}" },
    403,
  ],
  ["too long a body", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: " ".repeat(300_000) }, 413],
  ["another media type", { path: "/mcp", method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" }, 415],
  ["a GET request", { path: "/mcp" }, 405],
  ["a host that is none", { path: "/mcp", method: "POST", headers: { ...JSON_TYPE, Host: "a b" }, body: "{}" }, 400],
];

for (const [name, question, status] of REFUSED_BY_MCP) {
  test(`/mcp rejects ${name} with ${status} as described`, async () => {
    assert.equal((await answered(question)).status, status);
  });
}

test("the result of each tool matches its output schema, which is the schema of the API", async () => {
  const call = async (method: string, params: object): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const message: unknown = JSON.parse(
      (await answered({ path: "/mcp", method: "POST", headers: JSON_TYPE, body })).text,
    );
    assert.ok(isObject(message));
    return message["result"];
  };
  const list = await call("tools/list", {});
  assert.ok(isObject(list) && Array.isArray(list["tools"]));
  const tools: readonly unknown[] = list["tools"];
  assert.equal(tools.length, DATA_PATHS.length);
  for (const [index, tool] of tools.entries()) {
    assert.ok(isObject(tool));
    const result = await call("tools/call", { name: tool["name"], arguments: {} });
    assert.ok(isObject(result));
    const path = DATA_PATHS[index] ?? "";
    const published = description.schema(
      "paths",
      path,
      "get",
      "responses",
      "200",
      "content",
      "application/json",
      "schema",
    );
    assert.ok(published(result["structuredContent"]), `${tool["name"]}: ${JSON.stringify(published.errors)}`);
    assert.deepEqual(result["structuredContent"], JSON.parse((await ask(server.origin, { path })).text));
    const announced = readClosedDescription(
      JSON.stringify({ components: { schemas: { Announced: tool["outputSchema"] } } }),
    );
    const validate = announced.schema("components", "schemas", "Announced");
    assert.ok(validate(result["structuredContent"]), `${tool["name"]}: ${JSON.stringify(validate.errors)}`);
  }
});
