/**
 * Every response of the running server matches the OpenAPI description.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DATA_SETS } from "../../src/compile/data/datasets.ts";
import { isObject } from "../support/json.ts";
import { checkResponse, jsonContent, readClosedDescription, readDescription } from "./description.ts";
import type { Description } from "./description.ts";
import { sendRequest, startServer } from "./server.ts";
import type { ReceivedResponse, RequestOptions, RunningServer } from "./server.ts";

const DATA_PATHS = DATA_SETS.map(({ path }) => path);
const JSON_TYPE = { "Content-Type": "application/json" };
const GET_PATHS = ["/api/", ...DATA_PATHS];

let server: RunningServer;
let limited: RunningServer;
let description: Description;

before(async () => {
  [server, limited] = await Promise.all([startServer(), startServer({ RATE_LIMIT: "1" })]);
  description = readClosedDescription((await sendRequest(server.origin, { path: "/openapi.json" })).text);
});

after(() => Promise.all([server.stop(), limited.stop()]));

/** Sends a request, and checks that the response matches the description of the operation. */
async function sendAndCheck(request: RequestOptions, path = request.path): Promise<ReceivedResponse> {
  const response = await sendRequest(server.origin, request);
  checkResponse(description, path, request.method ?? "GET", response);
  return response;
}

test("the description has the paths of the API and no others", () => {
  const paths = description.at("paths");
  assert.ok(isObject(paths));
  assert.deepEqual(Object.keys(paths).sort(), [...GET_PATHS, "/mcp"].sort());
});

for (const path of GET_PATHS) {
  test(`GET ${path} responds as described`, async () => {
    for (const coding of ["identity", "gzip", "br"]) {
      const response = await sendRequest(server.origin, { path, headers: { "Accept-Encoding": coding } });
      assert.equal(response.status, 200);
      assert.equal(response.headers["content-encoding"] ?? "identity", coding);
      checkResponse(description, path, "GET", response);
    }
    const { headers } = await sendRequest(server.origin, { path });
    const etag = headers.etag ?? "";
    assert.equal((await sendAndCheck({ path, method: "HEAD" })).status, 200);
    assert.equal((await sendAndCheck({ path, headers: { "If-None-Match": etag } })).status, 304);
    assert.equal((await sendAndCheck({ path, headers: { "If-Match": '"another"' } })).status, 412);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await sendRequest(server.origin, { path, method });
      assert.equal(response.status, 405);
      checkResponse(description, path, "GET", response);
    }
  });

  test(`GET ${path} rejects a malformed request as described`, async () => {
    assert.equal((await sendAndCheck({ path, headers: { Host: "a b" } })).status, 400);
    assert.equal((await sendAndCheck({ path, headers: { "Transfer-Encoding": "gzip, chunked" } })).status, 501);
    assert.equal((await sendAndCheck({ path, headers: { Expect: "a miracle" } })).status, 417);
    assert.equal((await sendAndCheck({ path, headers: { "X-Long": "x".repeat(20_000) } })).status, 431);
    assert.equal((await sendAndCheck({ path: `${path}?${"x".repeat(9000)}` }, path)).status, 414);
  });

  test(`the example for GET ${path} is the beginning of the response`, async () => {
    const { text } = await sendAndCheck({ path });
    const example = description.at(...jsonContent(path, "get", 200), "example");
    assert.ok(isObject(example));
    const shortened: unknown = JSON.parse(text, (_, value: unknown) => (isLongList(value) ? value.slice(0, 3) : value));
    assert.deepEqual(example, shortened);
  });
}

function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && isObject(value[0]);
}

test("requests over the rate limit get the described response", async () => {
  await sendRequest(limited.origin, { path: "/api/" });
  for (const path of GET_PATHS) {
    const response = await sendRequest(limited.origin, { path });
    assert.equal(response.status, 429);
    checkResponse(description, path, "GET", response);
  }
  for (const method of ["GET", "POST"]) {
    const response = await sendRequest(limited.origin, { path: "/mcp", method, headers: JSON_TYPE, body: "{}" });
    assert.equal(response.status, 429);
    checkResponse(description, "/mcp", method, response);
  }
});

test("the examples of 413 and 429 are responses of the server", async () => {
  const tooLong = await sendRequest(server.origin, {
    path: "/mcp",
    method: "POST",
    headers: JSON_TYPE,
    body: " ".repeat(70_000),
  });
  await sendRequest(limited.origin, { path: "/api/" });
  const tooMany = await sendRequest(limited.origin, { path: "/api/" });
  const limitedDescription = readDescription((await sendRequest(server.origin, { path: "/openapi.json" })).text);
  for (const [response, path, method] of [
    [tooLong, "/mcp", "post"],
    [tooMany, "/api/", "get"],
  ] as const) {
    const { error }: { error: Record<string, unknown> } = JSON.parse(response.text);
    const example = limitedDescription.at(...jsonContent(path, method, response.status), "example");
    assert.ok(isObject(example) && isObject(example["error"]));
    assert.equal(example["error"]["code"], error["code"]);
    // The running server has a limit of 1, so only that number differs.
    assert.equal(String(example["error"]["message"]).replace(/\d+ requests/, "1 requests"), error["message"]);
  }
});

/** Error responses of targets that the description does not contain. */
const UNDESCRIBED: readonly [request: RequestOptions, status: number][] = [
  [{ path: "/none" }, 404],
  [{ path: "/api" }, 308],
  [{ path: "/api/v1/cottage/" }, 308],
  [{ path: "/about", headers: { Accept: "image/png" } }, 406],
  [{ path: "/about", method: "DELETE" }, 405],
  [{ path: "/openapi.json", headers: { "If-Match": '"another"' } }, 412],
  [{ path: "/%zz" }, 400],
];

for (const [request, status] of UNDESCRIBED) {
  test(`${request.method ?? "GET"} ${request.path} gets ${status} with the schema Error`, async () => {
    const response = await sendRequest(server.origin, request);
    assert.equal(response.status, status);
    const validate = description.schema("components", "schemas", "Error");
    assert.ok(validate(JSON.parse(response.text)), JSON.stringify(validate.errors));
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
    const request = { path: "/mcp", method: "POST", headers: fieldsOf(message), body: JSON.stringify(message) };
    const { status, text } = await sendAndCheck(request);
    const expected = description.at(...jsonContent("/mcp", "post", status), "examples", name);
    if (isObject(expected)) assert.deepEqual(JSON.parse(text), expected["value"], name);
  }
});

const REJECTED_BY_MCP: readonly [name: string, request: RequestOptions, status: number][] = [
  ["a body that is not JSON", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: "{" }, 400],
  ["a body that is not a message", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: "7" }, 400],
  ["an empty batch", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: "[]" }, 400],
  [
    "another host",
    { path: "/mcp", method: "POST", headers: { ...JSON_TYPE, Host: "elsewhere.example" }, body: "{}" },
    403,
  ],
  ["a body that is too long", { path: "/mcp", method: "POST", headers: JSON_TYPE, body: " ".repeat(300_000) }, 413],
  ["another media type", { path: "/mcp", method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" }, 415],
  ["a GET request", { path: "/mcp" }, 405],
  ["an invalid host", { path: "/mcp", method: "POST", headers: { ...JSON_TYPE, Host: "a b" }, body: "{}" }, 400],
];

for (const [name, request, status] of REJECTED_BY_MCP) {
  test(`/mcp rejects ${name} with ${status} as described`, async () => {
    assert.equal((await sendAndCheck(request)).status, status);
  });
}

test("the result of each tool matches its output schema, which is the schema of the API", async () => {
  const call = async (method: string, params: object): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const message: unknown = JSON.parse(
      (await sendAndCheck({ path: "/mcp", method: "POST", headers: JSON_TYPE, body })).text,
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
    const matchesApi = description.schema(...jsonContent(path, "get", 200), "schema");
    assert.ok(matchesApi(result["structuredContent"]), `${tool["name"]}: ${JSON.stringify(matchesApi.errors)}`);
    assert.deepEqual(result["structuredContent"], JSON.parse((await sendRequest(server.origin, { path })).text));
    const schemas = { Output: tool["outputSchema"] };
    const toolDescription = readClosedDescription(JSON.stringify({ components: { schemas } }));
    const matchesTool = toolDescription.schema("components", "schemas", "Output");
    assert.ok(matchesTool(result["structuredContent"]), `${tool["name"]}: ${JSON.stringify(matchesTool.errors)}`);
  }
});
