/**
 * The methods and tools of MCP, by era. Whatever does not depend on a request is written once, at start.
 *
 * It knows nothing of HTTP, nor what the tools are about: a method is given params and an id, and gives back a result
 * or an error; names, schemas and facts of tools are given to it.
 */

import { type Era, type MethodName, negotiated, SUPPORTED_VERSIONS } from "./revisions.ts";
import { excerpt, type Id, INTERNAL_ERROR, invalidParams, isObject, METHOD_NOT_FOUND, type Outcome, type Params, readyResult, type ReadyResult, type RpcRequest } from "./json-rpc.ts";

/** The `Implementation` of MCP. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly websiteUrl: string;
}

export interface ToolSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the facts; `type: "object"` at its root, or older clients refuse the whole list. */
  readonly outputSchema: object;
  /** The very JSON text that the API serves. */
  readonly json: string;
}

export interface McpSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly server: ServerInfo;
  readonly instructions: string;
  readonly tools: readonly ToolSource[];
}

type Method = (params: Params, id: Id) => Outcome;

export type Methods = ReadonlyMap<string, Method>;

/** Tools are all there is; without `listChanged`, since nothing changes while the server runs. */
export const CAPABILITIES = { tools: {} } as const;

const PONG = readyResult("{}");

/** How long a client of the modern era may keep a list. */
const FRESH = ',"ttlMs":3600000,"cacheScope":"public"';

export function methodsOf(era: Era, settings: McpSettings): Methods {
  const methods = new Map(era.methods.map((name) => [name as string, METHODS[name](settings, era)]));
  for (const [name, member] of Object.entries(era.emptyLists)) methods.set(name, list(readyResult(`{"${member}":[]}`)));
  return methods;
}

/** Calls a request's method. What it throws stays here: the client learns only that the fault is ours. */
export function call(methods: Methods, { method, params, id }: RpcRequest): Outcome {
  const answer = methods.get(method);
  if (answer === undefined) {
    const known = [...methods.keys()].join(", ");
    return { code: METHOD_NOT_FOUND, message: `There is no method ${excerpt(method)}; the methods are ${known}.` };
  }
  const given = params ?? {};
  if (!isObject(given)) return invalidParams("params must be an object.");
  try {
    return answer(given, id);
  } catch {
    return { code: INTERNAL_ERROR, message: "Internal error" };
  }
}

const METHODS: Readonly<Record<MethodName, (settings: McpSettings, era: Era) => Method>> = {
  initialize: ({ server, instructions }) => {
    const rest = members({ capabilities: CAPABILITIES, serverInfo: server, instructions });
    return ({ protocolVersion = "" }) => {
      if (typeof protocolVersion !== "string") return invalidParams("protocolVersion must be a string.");
      return readyResult(`{"protocolVersion":"${negotiated(protocolVersion)}",${rest}}`);
    };
  },

  ping: () => () => PONG,

  "server/discover": ({ server, instructions }, era) => {
    const own = members({ supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions });
    const result = eraResult(era, server, own, FRESH);
    return () => result;
  },

  "tools/list": ({ server, tools }, era) => {
    const own = members({ tools: tools.map(describeTool) });
    return list(eraResult(era, server, own, FRESH));
  },

  "tools/call": ({ server, tools }, era) => {
    const results = new Map(tools.map((tool) => [tool.name, eraResult(era, server, toolResult(tool))]));
    const known = [...results.keys()].join(", ");
    return ({ name, arguments: given }) => {
      if (typeof name !== "string") return invalidParams(`name must be a string; the tools are ${known}.`);
      const result = results.get(name);
      if (result === undefined) return invalidParams(`There is no tool ${excerpt(name)}; the tools are ${known}.`);
      // Hosts fill in made-up members for tools without arguments; they are ignored, as nothing could depend on them.
      return isObject(given ?? {}) ? result : invalidParams("arguments must be an object; this tool needs none.");
    };
  },

  // Nothing ever changes, so the subscription is acknowledged and ended in one go: a stream that is left open
  // would promise news, and an error makes some hosts drop the server.
  "subscriptions/listen": () => (params, id) => {
    const { notifications = {} } = params;
    if (!isObject(notifications)) return invalidParams("notifications must be an object.");
    const _meta = { "io.modelcontextprotocol/subscriptionId": id };
    const method = "notifications/subscriptions/acknowledged";
    const before = JSON.stringify({ jsonrpc: "2.0", method, params: { _meta, notifications: {} } });
    return readyResult(JSON.stringify({ resultType: "complete", _meta }), before);
  },
};

/** No list here has a second page, so no cursor was ever given out. An empty one is how some clients say none. */
function list(result: ReadyResult): Method {
  return ({ cursor }) => ((cursor ?? "") === "" ? result : invalidParams("The cursor is not valid."));
}

/** `properties` is there although it is empty: several model hosts reject every tool of a list when one lacks it. */
const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false } as const;

/** As `tools/list` and discovery documents show it. */
export function describeTool({ name, title, description, outputSchema }: ToolSource): object {
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema: NO_ARGUMENTS, outputSchema, annotations: { title, ...hints } };
}

/** The members of a call's result: the same facts as text, for models, and as a value, for programs. */
function toolResult({ json }: ToolSource): string {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return `"content":${content},"structuredContent":${json},"isError":false`;
}

function eraResult(era: Era, { name, title, version }: ServerInfo, own: string, fresh = ""): ReadyResult {
  if (!era.completeResults) return readyResult(`{${own}}`);
  const _meta = { "io.modelcontextprotocol/serverInfo": { name, title, version } };
  return readyResult(`{"resultType":"complete",${own}${fresh},${members({ _meta })}}`);
}

/** The members of an object as JSON text, without the braces. */
function members(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
