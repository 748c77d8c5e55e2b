/**
 * The MCP endpoint as OpenAPI describes it, with one example of each kind of message.
 */
import { BATCH_MAX } from "../mcp/endpoint.ts";
import { ID_LENGTH_MAX } from "../mcp/json-rpc.ts";
import { MODERN_VERSION, SUPPORTED_VERSIONS } from "../mcp/revisions.ts";
import { fields, JSON_TYPE, ref, refusal } from "./openapi-parts.ts";
import type { Ask, JsonObject } from "./openapi-parts.ts";

interface Example {
  readonly summary: string;
  readonly value: unknown;
  /** Standard fields of the newest revision. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Examples = Readonly<Record<string, Example>>;

const CALL = { name: "get-booking-options", arguments: {} };
const CLIENT = { capabilities: {}, clientInfo: { name: "example-client", version: "1.0.0" } };
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

function message(id: number, method: string, params: JsonObject = {}): JsonObject {
  return { jsonrpc: "2.0", id, method, params };
}

function modern(summary: string, id: number, method: string, params: JsonObject, headers: Example["headers"] = {}): Example {
  const _meta = { "io.modelcontextprotocol/protocolVersion": MODERN_VERSION, "io.modelcontextprotocol/clientCapabilities": {} };
  return {
    summary: `${summary} (${MODERN_VERSION})`,
    value: message(id, method, { ...params, _meta }),
    headers: { "mcp-protocol-version": MODERN_VERSION, "mcp-method": method, ...headers },
  };
}

/** Answered with JSON, each under its own name. */
const ANSWERED: Examples = {
  initialize: {
    summary: "Open the exchange (until 2025-11-25)",
    value: message(1, "initialize", { protocolVersion: "2025-06-18", ...CLIENT }),
  },
  toolsCall: { summary: "Call a tool", value: message(2, "tools/call", CALL) },
  batch: {
    summary: "Several messages at once, one with an error (until 2025-11-25)",
    value: [message(3, "ping"), INITIALIZED, message(4, "no/such")],
  },
  modernToolsCall: modern("Call a tool", 5, "tools/call", CALL, { "mcp-name": CALL.name }),
};

const LISTEN = modern("Ask to be told of changes", 6, "subscriptions/listen", { notifications: {} });
const NOTIFICATION: Example = { summary: "Tell that the exchange is open; nothing is answered", value: INITIALIZED };

const REFUSED: Examples = {
  parseError: { summary: "The body is not JSON", value: '{"jsonrpc":' },
  headerMismatch: modern("A field says something else than the body", 7, "tools/list", {}, { "mcp-method": "tools/call" }),
};

export function mcpOperations(ask: Ask, limited: JsonObject): JsonObject {
  const path = "/mcp";
  const post = ({ value, headers }: Example): unknown =>
    ask({ method: "POST", path, headers: { "content-type": JSON_TYPE, ...headers }, body: value });
  const shown = (examples: Examples, of: (example: Example) => unknown): JsonObject =>
    Object.fromEntries(Object.entries(examples).map(([name, each]) => [name, { summary: each.summary, value: of(each) }]));
  const json = (anyOf: readonly JsonObject[], examples: JsonObject) => ({ [JSON_TYPE]: { schema: { anyOf }, examples } });
  const sent = [ref("schemas", "JsonRpcRequest"), ref("schemas", "JsonRpcNotification")];
  const answer = ref("schemas", "JsonRpcResponse");
  const list = (items: JsonObject) => ({ type: "array", minItems: 1, maxItems: BATCH_MAX, items });
  const error = ref("schemas", "JsonRpcErrorResponse");
  const requests = { ...ANSWERED, notification: NOTIFICATION, modernListen: LISTEN };
  return {
    post: {
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
        content: json([...sent, list({ anyOf: sent })], shown(requests, ({ value }) => value)),
      },
      responses: {
        "200": {
          description: "The answer, or the list of answers to a list; an error of the method is an answer too",
          content: {
            ...json([answer, list(answer)], shown(ANSWERED, post)),
            "text/event-stream": { schema: { type: "string" }, example: post(LISTEN) },
          },
        },
        "202": { description: "Notifications or responses were taken; there is nothing to answer" },
        "400": {
          description: "The body is not JSON or no message (Error), or a message's envelope or id is refused (JsonRpcErrorResponse)",
          content: json([ref("schemas", "Error"), error], shown(REFUSED, post)),
        },
        "403": refusal("The Host is not this server's, or a page elsewhere asks a server that runs locally"),
        "404": {
          description: `There is no such method (${MODERN_VERSION}; earlier revisions answer 200)`,
          content: { [JSON_TYPE]: { schema: error } },
        },
        "405": ref("responses", "MethodNotAllowed"),
        "413": refusal("The body is longer than 256 KiB"),
        "415": refusal("The body is not application/json in UTF-8"),
        ...limited,
        default: ref("responses", "Failure"),
      },
    },
    get: {
      operationId: "getMcpNotSupported",
      tags: ["MCP"],
      summary: "No event stream is offered",
      description: "Always 405: nothing changes while the server runs, so there is nothing to stream. Use POST.",
      responses: { "405": refusal("Use POST", ask({ path }), fields("Allow")), ...limited },
    },
  };
}

function header(name: string, description: string, schema: JsonObject = {}): JsonObject {
  return { name, in: "header", required: false, description, schema: { type: "string", ...schema } };
}

const ID = { type: ["string", "integer"], maxLength: ID_LENGTH_MAX, description: "Chosen by the client and given back with the answer" };
const SENT = {
  method: { type: "string", description: "The method's name", examples: ["tools/call"] },
  params: { type: "object", description: "What the method needs; in 2026-07-28 with its envelope in _meta" },
};
const ERROR = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "integer", description: "As JSON-RPC 2.0 and MCP number them", examples: [-32602] },
    message: { type: "string", description: "What is wrong, for people and models" },
    data: { type: "object", description: "For programs, as the revisions that are supported" },
  },
};

function jsonRpc(required: readonly string[], properties: JsonObject): JsonObject {
  const jsonrpc = { type: "string", const: "2.0" };
  return { type: "object", required: ["jsonrpc", ...required], properties: { jsonrpc, ...properties } };
}

export const MCP_SCHEMAS: JsonObject = {
  JsonRpcRequest: jsonRpc(["id", "method"], { id: ID, ...SENT }),
  JsonRpcNotification: { ...jsonRpc(["method"], SENT), not: { required: ["id"], properties: { id: {} } } },
  JsonRpcResult: jsonRpc(["id", "result"], { id: ID, result: { type: "object" } }),
  JsonRpcErrorResponse: jsonRpc(["id", "error"], { id: { ...ID, type: ["string", "integer", "null"] }, error: ERROR }),
  JsonRpcResponse: { oneOf: [ref("schemas", "JsonRpcResult"), ref("schemas", "JsonRpcErrorResponse")] },
};
