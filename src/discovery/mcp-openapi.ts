/**
 * The MCP endpoint as OpenAPI describes it, with one example of each kind of message.
 */
import { BATCH_MAX } from "../mcp/endpoint.ts";
import { ID_LENGTH_MAX } from "../mcp/json-rpc.ts";
import { MODERN_VERSION, SUPPORTED_VERSIONS } from "../mcp/revisions.ts";
import { fields, ref, refusal } from "./openapi-parts.ts";
import type { Ask, JsonObject } from "./openapi-parts.ts";

const PATH = "/mcp";
const JSON_TYPE = "application/json";

interface Example {
  readonly summary: string;
  readonly value: unknown;
  /** Standard fields of the newest revision. */
  readonly fields?: Readonly<Record<string, string>>;
}

function message(id: number, method: string, params: object = {}): JsonObject {
  return { jsonrpc: "2.0", id, method, params };
}

function modern(summary: string, id: number, method: string, params: Readonly<Record<string, unknown>> = {}): Example {
  const version = { "io.modelcontextprotocol/protocolVersion": MODERN_VERSION };
  const _meta = { ...version, "io.modelcontextprotocol/clientCapabilities": {} };
  const named = params["name"] === undefined ? {} : { "mcp-name": String(params["name"]) };
  return {
    summary: `${summary} (${MODERN_VERSION})`,
    value: message(id, method, { ...params, _meta }),
    fields: { "mcp-protocol-version": MODERN_VERSION, "mcp-method": method, ...named },
  };
}

const CALL = { name: "get-booking-options", arguments: {} };
const CLIENT = { capabilities: {}, clientInfo: { name: "example-client", version: "1.0.0" } };
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

/** Answered with 200, each under its own name. */
const ANSWERED: Readonly<Record<string, Example>> = {
  initialize: {
    summary: "Open the exchange (until 2025-11-25)",
    value: message(1, "initialize", { protocolVersion: "2025-06-18", ...CLIENT }),
  },
  toolsCall: { summary: "Call a tool", value: message(2, "tools/call", CALL) },
  batch: {
    summary: "Several messages at once, one with an error (until 2025-11-25)",
    value: [message(3, "ping"), INITIALIZED, message(4, "no/such")],
  },
  modernToolsCall: modern("Call a tool", 5, "tools/call", CALL),
};

const NOTIFICATION: Example = { summary: "Tell that the exchange is open; nothing is answered", value: INITIALIZED };
const LISTEN = modern("Ask to be told of changes", 6, "subscriptions/listen", { notifications: {} });
const UNKNOWN_METHOD = modern("A method that is not there", 7, "no/such");

const REFUSED: Readonly<Record<string, Example>> = {
  parseError: { summary: "The body is not JSON", value: '{"jsonrpc":' },
  headerMismatch: {
    ...modern("A field says something else than the body", 8, "tools/list"),
    fields: { "mcp-protocol-version": MODERN_VERSION, "mcp-method": "tools/call" },
  },
};

export function mcpOperations(ask: Ask, limited: JsonObject): JsonObject {
  const post = (example: Example) => {
    return ask({ path: PATH, method: "POST", headers: { "content-type": JSON_TYPE, ...example.fields }, body: example.value });
  };
  const get = ask({ path: PATH });
  return {
    post: postOperation(post, limited),
    get: {
      operationId: "getMcpNotSupported",
      tags: ["MCP"],
      summary: "No event stream is offered",
      description: "Always 405: nothing changes while the server runs, so there is nothing to stream. Use POST.",
      responses: { "405": refusal("Use POST", get, fields("Allow")), ...limited },
    },
  };
}

function postOperation(post: (example: Example) => unknown, limited: JsonObject): JsonObject {
  const named = (name: string) => ref("schemas", name);
  const list = (items: JsonObject): JsonObject => ({ type: "array", minItems: 1, maxItems: BATCH_MAX, items });
  const json = (schema: JsonObject, examples: JsonObject): JsonObject => ({ [JSON_TYPE]: { schema, ...examples } });
  const answers = (examples: Readonly<Record<string, Example>>): JsonObject => ({
    examples: mapped(examples, (example) => ({ summary: example.summary, value: post(example) })),
  });
  const sent = { anyOf: [named("JsonRpcRequest"), named("JsonRpcNotification")] };
  const requests = { ...ANSWERED, notification: NOTIFICATION, modernListen: LISTEN };
  const foreign = { ...NOTIFICATION, fields: { host: "elsewhere.invalid" } };
  return {
    operationId: "postMcpJsonRpc",
    tags: ["MCP"],
    summary: "MCP over JSON-RPC 2.0",
    description:
      `Stateless Streamable HTTP. Revisions ${SUPPORTED_VERSIONS.join(", ")} are spoken; the body of each request says ` +
      `which one it is of. Methods: initialize, ping, tools/list and tools/call; in ${MODERN_VERSION} server/discover, ` +
      "tools/list, tools/call and subscriptions/listen. No tool takes arguments. Lists of prompts and resources, which are not " +
      `offered, are empty before ${MODERN_VERSION}.`,
    parameters: [
      header("MCP-Protocol-Version", "The revision of MCP; required from 2026-07-28 on", { enum: SUPPORTED_VERSIONS }),
      header("Mcp-Method", "The method of the body; required from 2026-07-28 on"),
      header("Mcp-Name", "The tool's name; required with tools/call from 2026-07-28 on"),
    ],
    requestBody: {
      required: true,
      description: `One message or, before ${MODERN_VERSION}, a list of them`,
      content: json(
        { anyOf: [...sent.anyOf, list(sent)] },
        { examples: mapped(requests, ({ summary, value }) => ({ summary, value })) },
      ),
    },
    responses: {
      "200": {
        description: "The answer, or the list of answers to a list; an error of the method is an answer too",
        content: {
          ...json({ anyOf: [named("JsonRpcResponse"), list(named("JsonRpcResponse"))] }, answers(ANSWERED)),
          "text/event-stream": { schema: { type: "string" }, example: post(LISTEN) },
        },
      },
      "202": { description: "Notifications or responses were taken; there is nothing to answer" },
      "400": {
        description: "The body is not JSON or no message (Error), or a message's envelope or id is refused (JsonRpcErrorResponse)",
        content: json({ anyOf: [named("Error"), named("JsonRpcErrorResponse")] }, answers(REFUSED)),
      },
      "403": refusal("The Host is not this server's, or a page elsewhere asks a server that runs locally", post(foreign)),
      "404": {
        description: `There is no such method (${MODERN_VERSION}; earlier revisions answer 200)`,
        content: json(named("JsonRpcErrorResponse"), { example: post(UNKNOWN_METHOD) }),
      },
      "405": ref("responses", "MethodNotAllowed"),
      "413": refusal("The body is longer than 64 KiB"),
      "415": refusal("The body is not application/json in UTF-8", post({ ...NOTIFICATION, fields: { "content-type": "text/plain" } })),
      ...limited,
      default: ref("responses", "Failure"),
    },
  };
}

function header(name: string, description: string, schema: JsonObject = {}): JsonObject {
  return { name, in: "header", required: false, description, schema: { type: "string", ...schema } };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, of: (value: From) => To): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]));
}

function object(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: "object", required, properties };
}

const VERSION = { type: "string", const: "2.0" };
const METHOD = { type: "string", description: "The method's name", examples: ["tools/call"] };
const PARAMS = { type: "object", description: "What the method needs; in 2026-07-28 with its envelope in _meta" };
const ID = { type: ["string", "integer"], maxLength: ID_LENGTH_MAX, description: "Chosen by the client and given back with the answer" };
const ERROR = object(["code", "message"], {
  code: { type: "integer", description: "As JSON-RPC 2.0 and MCP number them", examples: [-32602] },
  message: { type: "string", description: "What is wrong, for people and models" },
  data: { type: "object", description: "For programs, as the revisions that are supported" },
});

export const MCP_SCHEMAS: JsonObject = {
  JsonRpcRequest: object(["jsonrpc", "id", "method"], { jsonrpc: VERSION, id: ID, method: METHOD, params: PARAMS }),
  JsonRpcNotification: {
    ...object(["jsonrpc", "method"], { jsonrpc: VERSION, method: METHOD, params: PARAMS }),
    not: { required: ["id"], properties: { id: {} } },
  },
  JsonRpcResult: object(["jsonrpc", "id", "result"], { jsonrpc: VERSION, id: ID, result: { type: "object" } }),
  JsonRpcErrorResponse: object(["jsonrpc", "id", "error"], {
    jsonrpc: VERSION,
    id: { ...ID, type: ["string", "integer", "null"] },
    error: ERROR,
  }),
  JsonRpcResponse: { oneOf: [ref("schemas", "JsonRpcResult"), ref("schemas", "JsonRpcErrorResponse")] },
};
