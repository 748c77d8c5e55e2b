/**
 * Example requests to the MCP endpoint, and what it answers to them: asked when the description is made, so that no
 * example can say what the server does not.
 */
import { wholeBody } from "../http/message.ts";
import type { Route } from "../http/router.ts";
import { createRouter, respond } from "../http/router.ts";
import { MODERN_VERSION } from "../mcp/revisions.ts";
import type { JsonObject } from "./openapi.ts";

/** What the endpoint answers: a JSON value, or the text of a stream. */
export type Ask = (message: unknown, fields?: Readonly<Record<string, string>>, method?: string) => unknown;

export function asker(endpoint: Route): Ask {
  const router = createRouter([endpoint]);
  return (message, fields = {}, method = "POST") => {
    const headers = { "content-type": "application/json", ...fields };
    const body = Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
    const response = respond(router, { method, path: endpoint.path, headers, body });
    const text = wholeBody(response).toString();
    return text.startsWith("event:") ? text : JSON.parse(text);
  };
}

function message(method: string, params?: object, id: number | undefined = 1): JsonObject {
  return { jsonrpc: "2.0", id, method, params };
}

function modern(method: string, params: object = {}): JsonObject {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return message(method, { ...params, _meta });
}

function modernFields(method: string, name?: string): Readonly<Record<string, string>> {
  const fields = { "mcp-protocol-version": MODERN_VERSION, "mcp-method": method };
  return name === undefined ? fields : { ...fields, "mcp-name": name };
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
  readonly fields?: Readonly<Record<string, string>>;
}

const CALL = { name: "get-booking-options", arguments: {} };
const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "example-client", version: "1.0.0" },
};

export const PING: Example = { summary: "Is anybody there (until 2025-11-25)", value: message("ping", undefined, 2) };

export const UNKNOWN_METHOD: Example = {
  summary: `A method that is not there (${MODERN_VERSION})`,
  value: modern("no/such"),
  fields: modernFields("no/such"),
};

/** Requests that are answered, by a name that their answer has too. */
export const REQUESTS: Readonly<Record<string, Example>> = {
  initialize: { summary: "Open the exchange (until 2025-11-25)", value: message("initialize", INITIALIZE) },
  ping: PING,
  toolsList: { summary: "Which tools there are", value: message("tools/list", {}, 3) },
  toolsCall: { summary: "Call a tool", value: message("tools/call", CALL, 4) },
  batch: {
    summary: "Several messages at once (until 2025-11-25)",
    value: [
      message("ping", undefined, 5),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      message("no/such", {}, 6),
    ],
  },
  unknownTool: { summary: "A tool that is not there", value: message("tools/call", { name: "get-house" }, 7) },
  modernDiscover: {
    summary: `What the server can do (${MODERN_VERSION})`,
    value: modern("server/discover"),
    fields: modernFields("server/discover"),
  },
  modernToolsCall: {
    summary: `Call a tool (${MODERN_VERSION})`,
    value: modern("tools/call", CALL),
    fields: modernFields("tools/call", CALL.name),
  },
};

export const LISTEN: Example = {
  summary: `Ask to be told of changes (${MODERN_VERSION})`,
  value: modern("subscriptions/listen", { notifications: {} }),
  fields: modernFields("subscriptions/listen"),
};

export const NOTIFICATION: Example = {
  summary: "Tell that the exchange is open; nothing is answered",
  value: { jsonrpc: "2.0", method: "notifications/initialized" },
};

export const REFUSED: Readonly<Record<string, Example>> = {
  parseError: { summary: "The body is not JSON", value: '{"jsonrpc":' },
  invalidRequest: { summary: "The body is no JSON-RPC message", value: { hello: "world" } },
  headerMismatch: {
    summary: `A field says something else than the body (${MODERN_VERSION})`,
    value: modern("tools/list"),
    fields: modernFields("tools/call"),
  },
  unsupportedVersion: {
    summary: "A revision that is not spoken here",
    value: message("tools/list", {}, 8),
    fields: { "mcp-protocol-version": "2024-01-01" },
  },
};

/** Every example of a body, as OpenAPI takes them. */
export function requestExamples(): JsonObject {
  const all = { ...REQUESTS, modernListen: LISTEN, notification: NOTIFICATION };
  return Object.fromEntries(Object.entries(all).map(([name, { summary, value }]) => [name, { summary, value }]));
}

/** The answers to examples, by the same names. */
export function answers(examples: Readonly<Record<string, Example>>, ask: Ask): JsonObject {
  return Object.fromEntries(
    Object.entries(examples).map(([name, { summary, value, fields }]) => [
      name,
      { summary, value: ask(value, fields) },
    ]),
  );
}
