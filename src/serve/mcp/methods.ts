/**
 * The methods and tools of MCP, by era. Results that do not depend on the request are serialised once, at start.
 *
 * It does not depend on HTTP or on the subject of the tools.
 */

import {
  asciiJson,
  excerpt,
  type Id,
  isObject,
  type Outcome,
  type Params,
  type ReadyResult,
  readyResult,
  type RpcError,
  rpcError,
  type RpcRequest,
} from "./json-rpc.ts";
import { type Era, ERAS, type MethodName, negotiateVersion, SUPPORTED_VERSIONS } from "./revisions.ts";

interface ToolSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the result. Its root has `type: "object"`, or older clients reject the whole list. */
  readonly outputSchema: object;
  /** End of the JSON text of a `tools/call` response: the return value of `toolResult`. */
  readonly result: Buffer;
}

export interface McpSettings {
  readonly baseUrl: string;
  /** The `Implementation` object of MCP. */
  readonly server: Readonly<Record<"name" | "title" | "version" | "websiteUrl", string>> & {
    readonly description?: string;
    readonly icons?: readonly object[];
  };
  readonly instructions: string;
  readonly tools: readonly ToolSource[];
}

type Method = (params: Params, id: Id) => Outcome;

export type Methods = ReadonlyMap<string, Method>;

/** Tools only. `listChanged` is not offered, because no connection stays open on which a change could be notified. */
export const CAPABILITIES = { tools: {} } as const;

/** How long modern clients may cache lists. The descriptions in them may be that much older than the facts served. */
const FRESHNESS = { ttlMs: 3_600_000, cacheScope: "public" };

/** Calls a method. An exception becomes an internal error that names no cause to the client. */
export function call(methods: Methods, { method: name, params = {}, id }: RpcRequest): Outcome {
  const method = methods.get(name);
  if (method === undefined) {
    const known = [...methods.keys()].join(", ");
    return rpcError("method_not_found", `There is no method ${excerpt(name)}; the methods are ${known}.`);
  }
  // Some clients send null for no params.
  const members = params ?? {};
  if (!isObject(members)) return rpcError("invalid_params", "params must be an object.");
  try {
    return method(members, id);
  } catch (exception) {
    return { ...rpcError("internal_error", "Internal error"), exception };
  }
}

export function createMethods(settings: McpSettings): Readonly<Record<Era["name"], Methods>> {
  const factories = methodFactories(settings);
  return { legacy: methodsOfEra(ERAS.legacy, factories), modern: methodsOfEra(ERAS.modern, factories) };
}

type Factories = Readonly<Record<MethodName, (era: Era) => Method>>;

function methodsOfEra(era: Era, factories: Factories): Methods {
  const methods = new Map<string, Method>();
  for (const name of era.methods) methods.set(name, factories[name](era));
  for (const [name, member] of Object.entries(era.emptyLists)) {
    methods.set(name, listMethod(readyResult({ [member]: [] })));
  }
  return methods;
}

function methodFactories({ server, instructions, tools }: McpSettings): Factories {
  const { name, title, version } = server;
  const _meta = { "io.modelcontextprotocol/serverInfo": { name, title, version } };
  /** Puts the members that an era adds before those that all eras share. */
  const completeResult = (era: Era, shared: ReadyResult, freshness: object = {}): ReadyResult => {
    if (!era.hasCompleteResults) return shared;
    const added = asciiJson({ resultType: "complete", ...freshness, _meta });
    return { ...shared, prefix: `${added.slice(0, -1)},` };
  };
  const discovery = readyResult({ supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions });
  const toolList = readyResult({ tools: tools.map(describeTool) });
  const toolResults = tools.map((tool) => ({ name: tool.name, result: resultWithSuffix(tool.result) }));
  const pong = readyResult({});

  return {
    initialize: () => ({ protocolVersion }) => {
      if (protocolVersion !== undefined && typeof protocolVersion !== "string") {
        return rpcError("invalid_params", "protocolVersion must be a string.");
      }
      const negotiated = negotiateVersion(protocolVersion);
      return readyResult({
        protocolVersion: negotiated,
        capabilities: CAPABILITIES,
        serverInfo: server,
        instructions,
      });
    },
    ping: () => () => pong,
    "server/discover": (era) => {
      const result = completeResult(era, discovery, FRESHNESS);
      return () => result;
    },
    "tools/list": (era) => listMethod(completeResult(era, toolList, FRESHNESS)),
    "tools/call": (era) => {
      const results = new Map<string, ReadyResult>();
      for (const tool of toolResults) results.set(tool.name, completeResult(era, tool.result));
      return callMethod(results);
    },
    "subscriptions/listen": () => listen,
  };
}

/** Creates a method that returns a list. No list has a second page; some clients send "" for no cursor. */
function listMethod(result: ReadyResult): Method {
  return ({ cursor }) => {
    const isFirstPage = cursor === undefined || cursor === null || cursor === "";
    return isFirstPage ? result : rpcError("invalid_params", "The cursor is not valid.");
  };
}

function callMethod(results: ReadonlyMap<string, ReadyResult>): Method {
  const known = [...results.keys()].join(", ");
  return ({ name, arguments: args }) => {
    if (typeof name !== "string") return rpcError("invalid_params", `name must be a string; the tools are ${known}.`);
    const result = results.get(name);
    if (result === undefined) return unknownTool(name, known);
    // Hosts invent arguments for tools without any, so members are ignored.
    const isValid = args === undefined || args === null || isObject(args);
    return isValid ? result : rpcError("invalid_params", "arguments must be an object; this tool needs none.");
  };
}

function unknownTool(name: string, known: string): RpcError {
  return rpcError("invalid_params", `There is no tool ${excerpt(name)}; the tools are ${known}.`);
}

/**
 * Acknowledges a subscription and ends it at once. An open stream would imply that notifications follow, and an error
 * makes some hosts drop the server.
 */
const listen: Method = ({ notifications = {} }, id) => {
  if (!isObject(notifications)) return rpcError("invalid_params", "notifications must be an object.");
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  const acknowledgement = {
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { _meta, notifications: {} },
  };
  const result = readyResult({ resultType: "complete", _meta });
  return { ...result, notification: JSON.stringify(acknowledgement) };
};

/** Describes a tool as `tools/list` and the discovery documents contain it. */
export function describeTool({ name, title, description, outputSchema }: ToolSource): object {
  // Several model hosts reject every tool of a list when one lacks `properties`.
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...hints } };
}

/** Serialises the result of a tool after its opening brace, as text for models and as a value for programs. */
export function toolResult(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}}`);
}

function resultWithSuffix(suffix: Buffer): ReadyResult {
  return { kind: "result", prefix: "{", suffix };
}
