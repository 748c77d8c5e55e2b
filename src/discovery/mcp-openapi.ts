/**
 * The MCP endpoint as OpenAPI describes it.
 */
import type { Route } from "../http/router.ts";
import { BATCH_MAX } from "../mcp/endpoint.ts";
import { MODERN_VERSION, SUPPORTED_VERSIONS } from "../mcp/revisions.ts";
import { LISTEN, PING, REFUSED, REQUESTS, UNKNOWN_METHOD, answers, asker, requestExamples } from "./mcp-examples.ts";
import type { Ask } from "./mcp-examples.ts";
import type { JsonObject, OpenApiPart } from "./openapi.ts";

/** @param endpoint the one that is served, whose answers are the examples */
export function mcpOpenApi(endpoint: Route): OpenApiPart {
  const ask = asker(endpoint);
  return { paths: { [endpoint.path]: { post: postOperation(ask), get: getOperation(ask) } }, schemas: schemas() };
}

function ref(kind: "schemas" | "responses" | "headers", name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

function json(schema: JsonObject, examples: JsonObject): JsonObject {
  return { "application/json": { schema, ...examples } };
}

function errorResponse(description: string, example: unknown, headers: JsonObject = {}): JsonObject {
  return { description, headers, content: json(ref("schemas", "Error"), { example }) };
}

function header(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: "header", required: false, description, schema };
}

function parameters(): readonly JsonObject[] {
  const text = { type: "string" };
  return [
    header("MCP-Protocol-Version", "The revision of MCP; required from 2026-07-28 on", {
      type: "string",
      enum: SUPPORTED_VERSIONS,
    }),
    header("Mcp-Method", "The method of the body; required from 2026-07-28 on", text),
    header("Mcp-Name", "The tool's name; required with tools/call from 2026-07-28 on", text),
  ];
}

function postOperation(ask: Ask): JsonObject {
  const single = (name: string) => ref("schemas", name);
  const list = (items: JsonObject): JsonObject => ({ type: "array", minItems: 1, maxItems: BATCH_MAX, items });
  const sent = { anyOf: [single("JsonRpcRequest"), single("JsonRpcNotification")] };
  return {
    operationId: "postMcpJsonRpc",
    tags: ["MCP"],
    summary: "MCP over JSON-RPC 2.0",
    description:
      `Stateless Streamable HTTP. Revisions ${SUPPORTED_VERSIONS.join(", ")} are spoken; the body of each request says ` +
      `which one it is of. Methods: initialize, ping, tools/list and tools/call; in ${MODERN_VERSION} server/discover, ` +
      "tools/list, tools/call and subscriptions/listen. No tool takes arguments.",
    parameters: parameters(),
    requestBody: {
      required: true,
      description: `One message or, before ${MODERN_VERSION}, a list of them`,
      content: json({ anyOf: [...sent.anyOf, list(sent)] }, { examples: requestExamples() }),
    },
    responses: {
      "200": {
        description: "The answer, or the list of answers to a list; an error of the method is an answer too",
        content: {
          ...json(
            { anyOf: [single("JsonRpcResponse"), list(single("JsonRpcResponse"))] },
            { examples: answers(REQUESTS, ask) },
          ),
          "text/event-stream": { schema: { type: "string" }, example: ask(LISTEN.value, LISTEN.fields) },
        },
      },
      "202": { description: "Notifications or responses were taken; there is nothing to answer" },
      "400": {
        description:
          "The body is not JSON or no message (Error), or a message's envelope is wrong (JsonRpcErrorResponse)",
        content: json(
          { anyOf: [single("Error"), single("JsonRpcErrorResponse")] },
          { examples: answers(REFUSED, ask) },
        ),
      },
      "403": errorResponse(
        "The Host is not this server's, or a page elsewhere asks a server that runs locally",
        ask(PING.value, { host: "elsewhere.invalid" }),
      ),
      "404": {
        description: `There is no such method (${MODERN_VERSION}; earlier revisions answer 200)`,
        content: json(single("JsonRpcErrorResponse"), { example: ask(UNKNOWN_METHOD.value, UNKNOWN_METHOD.fields) }),
      },
      "405": ref("responses", "MethodNotAllowed"),
      "413": { description: "The body is longer than 256 KiB", content: json(single("Error"), {}) },
      "415": errorResponse("The body is not application/json in UTF-8", ask("", { "content-type": "text/plain" })),
      "429": ref("responses", "RateLimited"),
      default: ref("responses", "Failure"),
    },
  };
}

function getOperation(ask: Ask): JsonObject {
  return {
    operationId: "getMcpNotSupported",
    tags: ["MCP"],
    summary: "No event stream is offered",
    description: "Always 405: nothing changes while the server runs, so there is nothing to stream. Use POST.",
    responses: {
      "405": errorResponse("Use POST", ask("", {}, "GET"), { Allow: ref("headers", "Allow") }),
      "429": ref("responses", "RateLimited"),
    },
  };
}

function schemas(): JsonObject {
  const version = { type: "string", const: "2.0" };
  const method = { type: "string", description: "The method's name", examples: ["tools/call"] };
  const params = { type: "object", description: "What the method needs; in 2026-07-28 with its envelope in _meta" };
  const id = { type: ["string", "integer"], description: "Chosen by the client and given back with the answer" };
  const error = {
    type: "object",
    required: ["code", "message"],
    properties: {
      code: { type: "integer", description: "As JSON-RPC 2.0 and MCP number them", examples: [-32602] },
      message: { type: "string", description: "What is wrong, for people and models" },
      data: { type: "object", description: "For programs, as the revisions that are supported" },
    },
  };
  const object = (required: readonly string[], properties: JsonObject): JsonObject => ({
    type: "object",
    required,
    properties,
  });
  return {
    JsonRpcRequest: object(["jsonrpc", "id", "method"], { jsonrpc: version, id, method, params }),
    JsonRpcNotification: {
      ...object(["jsonrpc", "method"], { jsonrpc: version, method, params }),
      not: { required: ["id"], properties: { id: {} } },
    },
    JsonRpcResult: object(["jsonrpc", "id", "result"], { jsonrpc: version, id, result: { type: "object" } }),
    JsonRpcErrorResponse: object(["jsonrpc", "id", "error"], {
      jsonrpc: version,
      id: { ...id, type: ["string", "integer", "null"] },
      error,
    }),
    JsonRpcResponse: { oneOf: [ref("schemas", "JsonRpcResult"), ref("schemas", "JsonRpcErrorResponse")] },
  };
}
