/**
 * Implements the MCP methods, e.g. `initialize` and `tools/call`.
 */

import type { Id, JsonObject, Outcome, RpcError, RpcRequest, RpcResult } from "./messages.ts";
import { isJsonObject, jsonExcerpt, negotiateVersion, rpcError, rpcResult, SUPPORTED_VERSIONS } from "./messages.ts";

type Tool = Readonly<{
  name: string;
  definition: Readonly<{ description: string }>;
  /** JSON of the tool's result. Tools take no arguments, so all calls have the same result. */
  result: Buffer;
}>;

export type McpSettings = Readonly<{
  baseUrl: string;
  /** The `Implementation` object of MCP. */
  server: JsonObject & Readonly<{ name: string; title: string; version: string }>;
  instructions: string;
  tools: readonly Tool[];
}>;

type Method = (params: JsonObject, id: Id) => Outcome;

export type Methods = ReadonlyMap<string, Method>;

/** `tools.listChanged` is omitted, because the server never announces changes to its tools. */
const CAPABILITIES = { tools: {} };

/** Clients may cache tools for five minutes, like the API, because tool descriptions contain its data. */
const CACHE_HINTS = { ttlMs: 300_000, cacheScope: "public" };

export function callMethod(methods: Methods, request: RpcRequest): Outcome {
  const method = methods.get(request.method);
  if (method === undefined) {
    const names = [...methods.keys()].join(", ");
    const message = `There is no method ${jsonExcerpt(request.method)}; the methods are ${names}.`;
    return rpcError("method_not_found", message);
  }
  const params = request.params ?? {};
  if (!isJsonObject(params)) return invalidParams("params must be an object.");
  return method(params, request.id);
}

/** Creates the methods of MCP versions up to 2025-11-25. In these, clients call `initialize` first. */
export function legacyMethods(settings: McpSettings): Methods {
  const { tools } = settings;
  return new Map([
    ["initialize", initializeMethod(settings)],
    ["ping", () => rpcResult({})],
    ["tools/list", listMethod({ tools: tools.map(({ definition }) => definition) })],
    ["tools/call", toolsCallMethod(tools)],
    // The server has no prompts or resources, but some clients request the lists anyway, and disconnect on an error.
    ["prompts/list", listMethod({ prompts: [] })],
    ["resources/list", listMethod({ resources: [] })],
    ["resources/templates/list", listMethod({ resourceTemplates: [] })],
  ]);
}

/** Creates the methods of MCP version 2026-07-28. There is no handshake, so each result names the server in `_meta`. */
export function modernMethods({ server, instructions, tools }: McpSettings): Methods {
  const { name, title, version } = server;
  const _meta = { "io.modelcontextprotocol/serverInfo": { name, title, version } };
  const commonProperties = { resultType: "complete", _meta };
  const cacheableProperties = { ...commonProperties, ...CACHE_HINTS };
  const discoverResult = rpcResult({
    ...cacheableProperties,
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: CAPABILITIES,
    instructions,
  });
  return new Map([
    ["server/discover", () => discoverResult],
    ["tools/list", listMethod({ ...cacheableProperties, tools: tools.map(({ definition }) => definition) })],
    ["tools/call", toolsCallMethod(tools, commonProperties)],
    ["subscriptions/listen", acknowledgeAndEnd],
  ]);
}

function initializeMethod({ server, instructions }: McpSettings): Method {
  return ({ protocolVersion: requested }) => {
    if (requested !== undefined && typeof requested !== "string") {
      return invalidParams("protocolVersion must be a string.");
    }
    const protocolVersion = negotiateVersion(requested);
    return rpcResult({ protocolVersion, capabilities: CAPABILITIES, serverInfo: server, instructions });
  };
}

function invalidParams(message: string): RpcError {
  return rpcError("invalid_params", message);
}

/** Creates a method that returns a list as a single page. Some clients request it with the cursor "". */
function listMethod(list: object): Method {
  const result = rpcResult(list);
  return ({ cursor }) => ((cursor ?? "") === "" ? result : invalidParams("The cursor is not valid."));
}

/** Creates the `tools/call` method. It returns the result of the named tool, with `commonProperties` added. */
function toolsCallMethod(tools: readonly Tool[], commonProperties: object = {}): Method {
  const results = new Map(tools.map(({ name, result }) => [name, toolResult(result, commonProperties)]));
  const toolHint = `the tools are ${[...results.keys()].join(", ")}.`;
  return ({ name, arguments: toolArguments }) => {
    if (typeof name !== "string") return invalidParams(`name must be a string; ${toolHint}`);
    const result = results.get(name);
    if (result === undefined) return invalidParams(`There is no tool ${jsonExcerpt(name)}; ${toolHint}`);
    // Tools take no arguments, but some clients send some, so accept any object.
    if (!isJsonObject(toolArguments ?? {})) return invalidParams("arguments must be an object; this tool needs none.");
    return result;
  };
}

/** Adds properties at the start of a tool's result: `{ a: 1 }` and the JSON `{"b":2}` give `{"a":1,"b":2}`. */
function toolResult(json: Buffer, added: object): RpcResult {
  if (Object.keys(added).length === 0) return { kind: "result", json };
  const start = JSON.stringify(added).slice(0, -1);
  return { kind: "result", json: Buffer.concat([Buffer.from(`${start},`), json.subarray(1)]) };
}

/** Accepts a subscription and ends it at once, because there are no updates. Some clients disconnect on an error. */
const acknowledgeAndEnd: Method = ({ notifications = {} }, id) => {
  if (!isJsonObject(notifications)) return invalidParams("notifications must be an object.");
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  const method = "notifications/subscriptions/acknowledged";
  const notification = JSON.stringify({ jsonrpc: "2.0", method, params: { _meta, notifications: {} } });
  return { ...rpcResult({ resultType: "complete", _meta }), notification };
};
