/**
 * Lists the benchmark cases, each with a request and a check of the response.
 *
 * A response is correct if it has the same data as our server's response. The floor, a bare node:http server, replays
 * our server's response.
 */
import { isDeepStrictEqual } from "node:util";
import type { HttpResponse, HttpRequest } from "./http.ts";
import { field, text } from "./http.ts";
import { FLOOR, LIMITER_OFF, LOG_ON, NOISE, OURS } from "./readings.ts";

export interface Case {
  readonly name: string;
  readonly kind: "http" | "mcp";
  readonly request: HttpRequest;
  readonly connections: number;
  /** Number of reviews in the data. By default, as many as the sample data has. */
  readonly reviews?: number;
  /** Returns what is wrong with a response, or undefined if it is correct. */
  readonly fault: (response: HttpResponse, ours: HttpResponse) => string | undefined;
  /** Whether the request has an `If-None-Match` field with the entity tag of an earlier response. */
  readonly revalidates?: boolean;
  /** Names of the servers to time. The default is all servers that support the case. */
  readonly only?: readonly string[];
  /** Whether the correct response has a status of 400 or above. */
  readonly expectsRefusal?: boolean;
  /** Whether a quick run includes the case. */
  readonly isQuick?: boolean;
}

const COTTAGE = "/api/v1/cottage";
const REVIEWS = "/api/v1/reviews";
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Parses a JSON body. In an event stream, parses the data of the first event. */
function json(response: HttpResponse): unknown {
  const content = text(response);
  const data =
    field(response, "content-type")?.startsWith("text/event-stream") === true
      ? /^data: ?(.*)$/m.exec(content)?.[1]
      : content;
  return JSON.parse(data ?? "");
}

/** Returns the value at a path of property names and indices, or undefined if there is none. */
function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

type Fault = Case["fault"];

/** Combines several checks into one, which returns the first fault that any of them finds. */
function all(...faults: readonly Fault[]): Fault {
  return (response, ours) => faults.map((fault) => fault(response, ours)).find((found) => found !== undefined);
}

function status(wanted: number): Fault {
  return (response) => (response.status === wanted ? undefined : `status ${response.status}`);
}

/** @param wanted content coding that the response must have; undefined if it must not have any */
function coding(wanted: string | undefined): Fault {
  return (response) => {
    const actual = field(response, "content-encoding");
    return actual === wanted ? undefined : `content coding ${actual}`;
  };
}

const sameJson: Fault = (response, ours) => (isDeepStrictEqual(json(response), json(ours)) ? undefined : "other data");
const sameText: Fault = (response, ours) => (text(response) === text(ours) ? undefined : "another text");
const sameCode: Fault = (response, ours) =>
  valueAt(json(response), "error", "code") === valueAt(json(ours), "error", "code") ? undefined : "another error";
const empty: Fault = (response) => (response.body.length === 0 ? undefined : "a body");

function get(
  name: string,
  path: string,
  headers: Record<string, string>,
  fault: Fault,
  properties: Partial<Case> = {},
): Case {
  return { name, kind: "http", request: { method: "GET", path, headers }, connections: 64, fault, ...properties };
}

const OK = all(status(200), coding(undefined), sameJson);
const NOT_MODIFIED = all(status(304), empty);

const QUICK = { isQuick: true };

const HTTP: readonly Case[] = [
  get("200", COTTAGE, {}, OK, QUICK),
  get("304", COTTAGE, {}, NOT_MODIFIED, { ...QUICK, revalidates: true }),
  get(
    "br",
    COTTAGE,
    { "Accept-Encoding": "gzip, deflate, br, zstd" },
    all(status(200), coding("br"), sameJson),
    QUICK,
  ),
  get("gzip", COTTAGE, { "Accept-Encoding": "gzip, deflate" }, all(status(200), coding("gzip"), sameJson)),
  get("HTML", "/about", { Accept: BROWSER }, all(status(200), coding(undefined), sameText), QUICK),
  get("markdown", "/about", { Accept: "text/markdown" }, all(status(200), coding(undefined), sameText), QUICK),
  get("404", "/nothing", {}, all(status(404), sameCode), { ...QUICK, expectsRefusal: true }),
  {
    ...get("405", COTTAGE, {}, all(status(405), sameCode), { expectsRefusal: true }),
    request: { method: "DELETE", path: COTTAGE, headers: {} },
  },
  get("200, 1 connection", COTTAGE, {}, OK, { connections: 1 }),
  get("200, 1,000 connections", COTTAGE, {}, OK, { connections: 1000 }),
  get("limiter off, log off", COTTAGE, {}, OK, { only: [FLOOR, NOISE, LIMITER_OFF] }),
  get("limiter on, log on", COTTAGE, {}, OK, { only: [FLOOR, NOISE, LOG_ON] }),
];

const SIZED = { reviews: 1000, only: [OURS, FLOOR, NOISE, "nginx", "fastify", "express"] };

const SIZES: readonly Case[] = [
  get("200, 1,000 reviews", REVIEWS, {}, OK, SIZED),
  get("br, 1,000 reviews", REVIEWS, { "Accept-Encoding": "br" }, all(status(200), coding("br"), sameJson), SIZED),
  get("304, 1,000 reviews", REVIEWS, {}, NOT_MODIFIED, { ...SIZED, revalidates: true }),
];

const LEGACY = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2025-06-18",
};

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function post(name: string, headers: Record<string, string>, message: object, fault: Fault): Case {
  const request = { method: "POST", path: "/mcp", headers, body: JSON.stringify(message) };
  return { name, kind: "mcp", request, connections: 64, fault: all(status(200), fault) };
}

/** Returns a case with a request of the MCP revision 2025-06-18. */
function legacy(name: string, method: string, params: object, fault: Fault): Case {
  return post(name, LEGACY, { jsonrpc: "2.0", id: 123, method, params }, fault);
}

/** Returns a case with a request of the MCP revision 2026-07-28, which repeats the method in a header field. */
function modern(name: string, method: string, params: object, fields: Record<string, string>, fault: Fault): Case {
  const headers = { ...LEGACY, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, ...fields };
  return post(name, headers, { jsonrpc: "2.0", id: 123, method, params: { ...params, _meta: ENVELOPE } }, fault);
}

const CALL = { name: "get-cottage", arguments: {} };

/** Parses the JSON text of an MCP tool result. */
function dataOf(result: unknown): unknown {
  const content = valueAt(result, "content", 0, "text");
  return typeof content === "string" ? JSON.parse(content) : undefined;
}

/** Returns whether a tool result has our data, both as text and as structured content. */
function sameCall(result: unknown, ours: unknown): boolean {
  const data = dataOf(ours);
  return isDeepStrictEqual(dataOf(result), data) && isDeepStrictEqual(valueAt(result, "structuredContent"), data);
}

const sameCallResult: Fault = (response, ours) =>
  sameCall(valueAt(json(response), "result"), valueAt(json(ours), "result")) ? undefined : "other data";

function toolNames(response: HttpResponse): unknown[] {
  const tools = valueAt(json(response), "result", "tools");
  return Array.isArray(tools) ? tools.map((tool) => valueAt(tool, "name")).sort() : [];
}

const sameTools: Fault = (response, ours) =>
  isDeepStrictEqual(toolNames(response), toolNames(ours)) ? undefined : "other tools";

const sameRevision: Fault = (response, ours) =>
  valueAt(json(response), "result", "protocolVersion") === valueAt(json(ours), "result", "protocolVersion")
    ? undefined
    : "another revision";

const twentyCalls: Fault = (response, ours) => {
  const [actual, expected] = [json(response), json(ours)];
  if (!Array.isArray(actual) || !Array.isArray(expected) || actual.length !== 20) return "not twenty responses";
  return actual.every((candidate) => sameCall(valueAt(candidate, "result"), valueAt(expected[0], "result")))
    ? undefined
    : "other data";
};

const MCP: readonly Case[] = [
  { ...legacy("tools/call", "tools/call", CALL, sameCallResult), ...QUICK },
  modern("tools/call, 2026-07-28", "tools/call", CALL, { "Mcp-Name": "get-cottage" }, sameCallResult),
  legacy("tools/list", "tools/list", {}, sameTools),
  legacy(
    "initialize",
    "initialize",
    { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1.0.0" } },
    sameRevision,
  ),
  modern("server/discover", "server/discover", {}, {}, (response) =>
    Array.isArray(valueAt(json(response), "result", "supportedVersions")) ? undefined : "no versions",
  ),
  post(
    "batch of 20",
    { ...LEGACY, "MCP-Protocol-Version": "2025-03-26" },
    Array.from({ length: 20 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: CALL })),
    twentyCalls,
  ),
];

export const CASES: readonly Case[] = [...HTTP, ...MCP, ...SIZES];
