/**
 * The methods and tools of MCP, by era. Results that do not depend on the request are serialised once, at start.
 *
 * This module does not depend on HTTP, and does not know what the tools are about.
 */

import type { Id, Outcome, Params, ReadyResult, RpcError, RpcRequest } from "./json-rpc.ts";
import { excerpt, isObject, readyResult, rpcError } from "./json-rpc.ts";
import { type Era, ERAS, type MethodName, negotiateVersion, SUPPORTED_VERSIONS } from "./revisions.ts";

type Tool = Readonly<{
  name: string;
  /** The tool as `tools/list` returns it. */
  description: object;
  /** End of the JSON text of a `tools/call` response, from the first member of the result on. */
  result: Buffer;
}>;

export interface McpSettings {
  readonly baseUrl: string;
  /** The `Implementation` object of MCP. */
  readonly server: Readonly<Record<"name" | "title" | "version" | "websiteUrl", string>> & {
    readonly description?: string;
    readonly icons?: readonly object[];
  };
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

type Method = (params: Params, id: Id) => Outcome;

export type Methods = ReadonlyMap<string, Method>;

/** `listChanged` is missing because there is no open connection on which to send notifications. */
export const CAPABILITIES = { tools: {} } as const;

/** Cache lifetime of lists for modern clients. After a reload, descriptions may be out of date for that long. */
const FRESHNESS = { ttlMs: 3_600_000, cacheScope: "public" };

/** Calls a method. An exception becomes an internal error that does not reveal its cause to the client. */
export function call(methods: Methods, { method: name, params, id }: RpcRequest): Outcome {
  const method = methods.get(name);
  if (method === undefined) {
    const known = [...methods.keys()].join(", ");
    return rpcError("method_not_found", `There is no method ${excerpt(name)}; the methods are ${known}.`);
  }
  const members = params ?? {};
  if (!isObject(members)) return invalidParams("params must be an object.");
  try {
    return method(members, id);
  } catch (exception) {
    return { ...rpcError("internal_error", "Internal error"), exception };
  }
}

export function createMethods(settings: McpSettings): Readonly<Record<Era["name"], Methods>> {
  const factories = methodFactories(settings);
  const methodsOf = (era: Era) => {
    const methods = new Map<string, Method>();
    for (const name of era.methods) methods.set(name, factories[name](era));
    for (const [name, member] of Object.entries(era.emptyLists)) methods.set(name, listMethod({ [member]: [] }));
    return methods;
  };
  return { legacy: methodsOf(ERAS.legacy), modern: methodsOf(ERAS.modern) };
}

function methodFactories(settings: McpSettings): Readonly<Record<MethodName, (era: Era) => Method>> {
  const { server, instructions, tools } = settings;
  const { name, title, version } = server;
  const _meta = { "io.modelcontextprotocol/serverInfo": { name, title, version } };
  /** Returns the members that results of the modern era have in addition. */
  const addedMembers = (era: Era, freshness: object = {}) =>
    era.hasEnvelope ? { resultType: "complete", ...freshness, _meta } : {};

  return {
    initialize:
      () =>
      ({ protocolVersion }) => {
        if (protocolVersion !== undefined && typeof protocolVersion !== "string") {
          return invalidParams("protocolVersion must be a string.");
        }
        const negotiated = negotiateVersion(protocolVersion);
        return readyResult({
          protocolVersion: negotiated,
          capabilities: CAPABILITIES,
          serverInfo: server,
          instructions,
        });
      },
    ping: () => () => PONG,
    "server/discover": (era) => {
      const discovery = { supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions };
      const result = readyResult({ ...addedMembers(era, FRESHNESS), ...discovery });
      return () => result;
    },
    "tools/list": (era) =>
      listMethod({ ...addedMembers(era, FRESHNESS), tools: tools.map((tool) => tool.description) }),
    "tools/call": (era) => callMethod(tools, addedMembers(era)),
    "subscriptions/listen": () => listen,
  };
}

const PONG = readyResult({});

function invalidParams(message: string): RpcError {
  return rpcError("invalid_params", message);
}

/** Creates a method that returns a list of one page. Any cursor is an error, except "", which some clients send. */
function listMethod(list: object): Method {
  const result = readyResult(list);
  return ({ cursor }) => ((cursor ?? "") === "" ? result : invalidParams("The cursor is not valid."));
}

/** @param added members that precede those of the tool's own result */
function callMethod(tools: readonly Tool[], added: object): Method {
  const known = tools.map(({ name }) => name).join(", ");
  const json = JSON.stringify(added);
  const prefix = json === "{}" ? "{" : `${json.slice(0, -1)},`;
  const results = new Map<string, ReadyResult>();
  for (const { name, result: suffix } of tools) results.set(name, { kind: "result", prefix, suffix });
  return ({ name, arguments: args }) => {
    if (typeof name !== "string") return invalidParams(`name must be a string; the tools are ${known}.`);
    const result = results.get(name);
    if (result === undefined) return invalidParams(`There is no tool ${excerpt(name)}; the tools are ${known}.`);
    // Some hosts invent arguments for tools that have none, so they are ignored.
    return isObject(args ?? {}) ? result : invalidParams("arguments must be an object; this tool needs none.");
  };
}

/**
 * Acknowledges a subscription and ends it at once. An open stream would promise notifications, and an error would make
 * some hosts disconnect.
 */
const listen: Method = ({ notifications = {} }, id) => {
  if (!isObject(notifications)) return invalidParams("notifications must be an object.");
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  const method = "notifications/subscriptions/acknowledged";
  const notification = JSON.stringify({ jsonrpc: "2.0", method, params: { _meta, notifications: {} } });
  return { ...readyResult({ resultType: "complete", _meta }), notification };
};
