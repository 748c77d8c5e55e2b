/**
 * The methods and tools of MCP. Results that do not depend on the request are serialised once, when the site is loaded.
 */

import type { Id, JsonObject, Outcome, RpcError, RpcRequest, RpcResult } from "./json-rpc.ts";
import { isJsonObject, jsonExcerpt, rpcError, rpcResult } from "./json-rpc.ts";
import { negotiateVersion, type Protocol, SUPPORTED_VERSIONS } from "./revisions.ts";

type Tool = Readonly<{
  name: string;
  /** MCP's `Tool` object: the tool's entry in the `tools/list` response. */
  definition: object;
  /**
   * JSON text of the tool's result without its opening brace, so that a reply can prepend properties without copying
   * this text, which is most of the response.
   */
  result: Buffer;
}>;

export interface McpSettings {
  readonly baseUrl: string;
  /** The `Implementation` object of MCP. */
  readonly server: Readonly<{
    name: string;
    title: string;
    version: string;
    websiteUrl: string;
    description?: string;
    icons?: readonly object[];
  }>;
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

type Method = (params: JsonObject, id: Id) => Outcome;

export type Methods = ReadonlyMap<string, Method>;

/** `listChanged` is omitted because there is no open connection on which to send notifications. */
const CAPABILITIES = { tools: {} } as const;

/** Clients may cache lists for an hour, so after a reload they may show outdated descriptions for that long. */
const LIST_CACHING = { ttlMs: 3_600_000, cacheScope: "public" };

/** Turns an exception into an internal error that does not reveal its cause to the client. */
export function call(methods: Methods, request: RpcRequest): Outcome {
  const { id, method: name } = request;
  const method = methods.get(name);
  if (method === undefined) {
    const methodNames = [...methods.keys()].join(", ");
    return rpcError("method_not_found", `There is no method ${jsonExcerpt(name)}; the methods are ${methodNames}.`);
  }
  const params = request.params ?? {};
  if (!isJsonObject(params)) return invalidParams("params must be an object.");
  try {
    return method(params, id);
  } catch (exception) {
    return { ...rpcError("internal_error", "Internal error"), exception };
  }
}

export function createMethods(settings: McpSettings): Readonly<Record<Protocol["kind"], Methods>> {
  return { legacy: legacyMethods(settings), modern: modernMethods(settings) };
}

/** Methods for clients that start with a handshake. */
function legacyMethods({ server, instructions, tools }: McpSettings): Methods {
  const initialize: Method = ({ protocolVersion: requested }) => {
    if (requested !== undefined && typeof requested !== "string") {
      return invalidParams("protocolVersion must be a string.");
    }
    const protocolVersion = negotiateVersion(requested);
    return rpcResult({ protocolVersion, capabilities: CAPABILITIES, serverInfo: server, instructions });
  };
  const pong = rpcResult({});
  return new Map<string, Method>([
    ["initialize", initialize],
    ["ping", () => pong],
    ["tools/list", listMethod({ tools: tools.map(({ definition }) => definition) })],
    ["tools/call", callToolMethod(tools, {})],
    // Some hosts call these methods even though the server does not declare the capabilities, and disconnect if they
    // get an error.
    ["prompts/list", listMethod({ prompts: [] })],
    ["resources/list", listMethod({ resources: [] })],
    ["resources/templates/list", listMethod({ resourceTemplates: [] })],
  ]);
}

/** Methods for clients that send self-contained requests, without a handshake. */
function modernMethods({ server, instructions, tools }: McpSettings): Methods {
  const { name, title, version } = server;
  const _meta = { "io.modelcontextprotocol/serverInfo": { name, title, version } };
  const cacheableProperties = { resultType: "complete", ...LIST_CACHING, _meta };
  const discoverResult = rpcResult({
    ...cacheableProperties,
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: CAPABILITIES,
    instructions,
  });
  return new Map<string, Method>([
    ["server/discover", () => discoverResult],
    ["tools/list", listMethod({ ...cacheableProperties, tools: tools.map(({ definition }) => definition) })],
    ["tools/call", callToolMethod(tools, { resultType: "complete", _meta })],
    ["subscriptions/listen", listen],
  ]);
}

function invalidParams(message: string): RpcError {
  return rpcError("invalid_params", message);
}

/** Creates a method that returns a list as one page. Cursors are rejected, except "", which some clients send. */
function listMethod(list: object): Method {
  const result = rpcResult(list);
  return ({ cursor }) => {
    if ((cursor ?? "") !== "") return invalidParams("The cursor is not valid.");
    return result;
  };
}

function callToolMethod(tools: readonly Tool[], sharedProperties: object): Method {
  const hint = `the tools are ${tools.map(({ name }) => name).join(", ")}.`;
  const sharedJson = openObject(sharedProperties);
  const results = new Map<string, RpcResult>();
  // `result` has no opening brace, so appending it to `sharedJson` yields one complete object.
  for (const { name, result } of tools) results.set(name, { kind: "result", json: [sharedJson, result] });
  return ({ name, arguments: toolArguments }) => {
    if (typeof name !== "string") return invalidParams(`name must be a string; ${hint}`);
    const result = results.get(name);
    if (result === undefined) return invalidParams(`There is no tool ${jsonExcerpt(name)}; ${hint}`);
    // Ignore the arguments themselves, because some hosts invent arguments for tools that take none.
    if (!isJsonObject(toolArguments ?? {})) return invalidParams("arguments must be an object; this tool needs none.");
    return result;
  };
}

/** Returns an object as JSON text without the closing brace, so that more properties can follow. */
function openObject(properties: object): string {
  const json = JSON.stringify(properties);
  return json === "{}" ? "{" : `${json.slice(0, -1)},`;
}

/**
 * Acknowledges a subscription and ends it immediately. The server never sends notifications, so an open stream would
 * mislead clients; an error would make some hosts disconnect.
 */
const listen: Method = ({ notifications = {} }, id) => {
  if (!isJsonObject(notifications)) return invalidParams("notifications must be an object.");
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  const method = "notifications/subscriptions/acknowledged";
  const notification = JSON.stringify({ jsonrpc: "2.0", method, params: { _meta, notifications: {} } });
  return { ...rpcResult({ resultType: "complete", _meta }), notification };
};
