/**
 * The methods and tools of MCP, by era. What does not depend on a request is written once, at start.
 *
 * It knows nothing of HTTP, nor what the tools are about.
 */

import { ascii, excerpt, type Id, INTERNAL_ERROR, invalidParams, isObject, METHOD_NOT_FOUND, type Outcome, type Params, type ReadyResult, readyResult, type RpcRequest } from "./json-rpc.ts";
import { type Era, ERAS, type MethodName, negotiated, SUPPORTED_VERSIONS } from "./revisions.ts";

interface ToolSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the facts; `type: "object"` at its root, or older clients refuse the whole list. */
  readonly outputSchema: object;
  /** The very JSON text that the API serves. */
  readonly json: string;
}

export interface McpSettings {
  readonly baseUrl: string;
  /** The `Implementation` of MCP. */
  readonly server: Readonly<Record<"name" | "title" | "version" | "websiteUrl", string>> & {
    readonly description?: string;
    readonly icons?: readonly object[];
  };
  readonly instructions: string;
  readonly tools: readonly ToolSource[];
}

type Method = (params: Params, id: Id) => Outcome;

export type Methods = ReadonlyMap<string, Method>;

/** Tools are all there is; without `listChanged`, since nothing changes while the server runs. */
export const CAPABILITIES = { tools: {} } as const;

/** How long a client of the modern era may keep a list. */
const FRESH = { ttlMs: 3_600_000, cacheScope: "public" };

/** What a method throws stays here: the client learns only that the fault is ours. */
export function call(methods: Methods, { method, params, id }: RpcRequest): Outcome {
  const answer = methods.get(method);
  if (answer === undefined) {
    const message = `There is no method ${excerpt(method)}; the methods are ${[...methods.keys()].join(", ")}.`;
    return { code: METHOD_NOT_FOUND, message };
  }
  const given = params ?? {};
  if (!isObject(given)) return invalidParams("params must be an object.");
  try {
    return answer(given, id);
  } catch {
    return { code: INTERNAL_ERROR, message: "Internal error" };
  }
}

export function methodsOf(settings: McpSettings): Readonly<Record<Era["name"], Methods>> {
  const make = makers(settings);
  const inEra = (era: Era) => {
    const methods = new Map<string, Method>(era.methods.map((name) => [name, make[name](era)]));
    for (const [name, member] of Object.entries(era.emptyLists)) methods.set(name, list(readyResult({ [member]: [] })));
    return methods;
  };
  return { legacy: inEra(ERAS.legacy), modern: inEra(ERAS.modern) };
}

function makers({ server, instructions, tools }: McpSettings): Readonly<Record<MethodName, (era: Era) => Method>> {
  const { name, title, version } = server;
  const _meta = { "io.modelcontextprotocol/serverInfo": { name, title, version } };
  /** What an era adds stands before what all share. */
  const result = (era: Era, shared: ReadyResult, fresh: object = {}) =>
    era.completeResults ? { ...shared, start: `${ascii({ resultType: "complete", ...fresh, _meta }).slice(0, -1)},` } : shared;

  const pong = readyResult({});
  const described = readyResult({ tools: tools.map(describeTool) });
  const called = tools.map((tool) => [tool.name, toolResult(tool)] as const);
  const known = tools.map((tool) => tool.name).join(", ");

  return {
    initialize: () => ({ protocolVersion = "" }) => {
      if (typeof protocolVersion !== "string") return invalidParams("protocolVersion must be a string.");
      return readyResult({ protocolVersion: negotiated(protocolVersion), capabilities: CAPABILITIES, serverInfo: server, instructions });
    },
    ping: () => () => pong,
    "server/discover": (era) => {
      const found = result(era, readyResult({ supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions }), FRESH);
      return () => found;
    },
    "tools/list": (era) => list(result(era, described, FRESH)),
    "tools/call": (era) => {
      const results = new Map(called.map(([tool, shared]) => [tool, result(era, shared)]));
      return ({ name: tool, arguments: given }) => {
        if (typeof tool !== "string") return invalidParams(`name must be a string; the tools are ${known}.`);
        const found = results.get(tool);
        if (found === undefined) return invalidParams(`There is no tool ${excerpt(tool)}; the tools are ${known}.`);
        // Hosts make up members for tools without arguments; they are ignored.
        return isObject(given ?? {}) ? found : invalidParams("arguments must be an object; this tool needs none.");
      };
    },
    // Acknowledged and ended in one go: a stream left open would promise news, and an error makes some hosts drop the server.
    "subscriptions/listen": () => ({ notifications = {} }, id) => {
      if (!isObject(notifications)) return invalidParams("notifications must be an object.");
      const ended = { "io.modelcontextprotocol/subscriptionId": id };
      const method = "notifications/subscriptions/acknowledged";
      const before = JSON.stringify({ jsonrpc: "2.0", method, params: { _meta: ended, notifications: {} } });
      return { ...readyResult({ resultType: "complete", _meta: ended }), before };
    },
  };
}

/** No list has a second page, so no cursor is valid. An empty one is how some clients say none. */
function list(result: ReadyResult): Method {
  return ({ cursor }) => ((cursor ?? "") === "" ? result : invalidParams("The cursor is not valid."));
}

/** As `tools/list` and discovery documents show it. */
export function describeTool({ name, title, description, outputSchema }: ToolSource): object {
  // Several model hosts reject every tool of a list when one lacks `properties`.
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...hints } };
}

/** The same facts as text, for models, and as a value, for programs. */
function toolResult({ json }: ToolSource): ReadyResult {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return { start: "{", end: Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}}`) };
}
