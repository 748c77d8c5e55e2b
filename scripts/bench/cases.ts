/**
 * Benchmark cases: the request, and the check that a response is correct.
 *
 * It must not know any server. A response is correct if it has the same facts as the response of this server.
 */
import { isDeepStrictEqual } from "node:util";
import type { HttpResponse, HttpRequest } from "./http.ts";
import { field, text } from "./http.ts";

export interface Case {
  readonly name: string;
  readonly kind: "http" | "mcp";
  readonly request: HttpRequest;
  readonly connections: number;
  /** Number of reviews in the data; by default those of the sample. */
  readonly reviews?: number;
  /** Returns what is wrong with a response, or undefined if it is correct. */
  readonly fault: (answer: HttpResponse, ours: HttpResponse) => string | undefined;
  /** Whether the request carries the entity tag of an earlier response. */
  readonly revalidates?: boolean;
  /** Names of the servers to time; by default all that support the case. */
  readonly only?: readonly string[];
  readonly expectsRefusal?: boolean;
  /** Whether a quick run has the case. */
  readonly isQuick?: boolean;
}

const COTTAGE = "/api/v1/cottage";
const REVIEWS = "/api/v1/reviews";
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

function json(answer: HttpResponse): unknown {
  const content = text(answer);
  const data =
    field(answer, "content-type")?.startsWith("text/event-stream") === true
      ? /^data: ?(.*)$/m.exec(content)?.[1]
      : content;
  return JSON.parse(data ?? "");
}

function member(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

type Fault = Case["fault"];

function all(...faults: readonly Fault[]): Fault {
  return (answer, ours) => faults.map((fault) => fault(answer, ours)).find((found) => found !== undefined);
}

const status =
  (wanted: number): Fault =>
  (answer) =>
    answer.status === wanted ? undefined : `status ${answer.status}`;
const sameJson: Fault = (answer, ours) => (isDeepStrictEqual(json(answer), json(ours)) ? undefined : "other facts");
const sameText: Fault = (answer, ours) => (text(answer) === text(ours) ? undefined : "another text");
const sameCode: Fault = (answer, ours) =>
  member(json(answer), "error", "code") === member(json(ours), "error", "code") ? undefined : "another error";
const coded =
  (coding: string | undefined): Fault =>
  (answer) =>
    field(answer, "content-encoding") === coding ? undefined : `content coding ${field(answer, "content-encoding")}`;
const empty: Fault = (answer) => (answer.body.length === 0 ? undefined : "a body");

function get(
  name: string,
  path: string,
  headers: Record<string, string>,
  fault: Fault,
  more: Partial<Case> = {},
): Case {
  return { name, kind: "http", request: { method: "GET", path, headers }, connections: 64, fault, ...more };
}

const FACTS = all(status(200), coded(undefined), sameJson);
const NOT_MODIFIED = all(status(304), empty);

const QUICK = { isQuick: true };

const HTTP: readonly Case[] = [
  get("200", COTTAGE, {}, FACTS, QUICK),
  get("304", COTTAGE, {}, NOT_MODIFIED, { ...QUICK, revalidates: true }),
  get("br", COTTAGE, { "Accept-Encoding": "gzip, deflate, br, zstd" }, all(status(200), coded("br"), sameJson), QUICK),
  get("gzip", COTTAGE, { "Accept-Encoding": "gzip, deflate" }, all(status(200), coded("gzip"), sameJson)),
  get("HTML", "/about", { Accept: BROWSER }, all(status(200), coded(undefined), sameText), QUICK),
  get("markdown", "/about", { Accept: "text/markdown" }, all(status(200), coded(undefined), sameText), QUICK),
  get("404", "/nothing", {}, all(status(404), sameCode), { ...QUICK, expectsRefusal: true }),
  {
    ...get("405", COTTAGE, {}, all(status(405), sameCode), { expectsRefusal: true }),
    request: { method: "DELETE", path: COTTAGE, headers: {} },
  },
  get("200, 1 connection", COTTAGE, {}, FACTS, { connections: 1 }),
  get("200, 1,000 connections", COTTAGE, {}, FACTS, { connections: 1000 }),
  get("limiter off, log off", COTTAGE, {}, FACTS, { only: ["floor", "floor again", "this server, limiter off"] }),
  get("limiter on, log on", COTTAGE, {}, FACTS, { only: ["floor", "floor again", "this server, log on"] }),
];

const SIZED = { reviews: 1000, only: ["this server", "floor", "floor again", "nginx", "fastify", "express"] };

const SIZES: readonly Case[] = [
  get("200, 1,000 reviews", REVIEWS, {}, FACTS, SIZED),
  get("br, 1,000 reviews", REVIEWS, { "Accept-Encoding": "br" }, all(status(200), coded("br"), sameJson), SIZED),
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

function legacy(name: string, method: string, params: object, fault: Fault): Case {
  return post(name, LEGACY, { jsonrpc: "2.0", id: 123, method, params }, fault);
}

function modern(name: string, method: string, params: object, fields: Record<string, string>, fault: Fault): Case {
  const headers = { ...LEGACY, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, ...fields };
  return post(name, headers, { jsonrpc: "2.0", id: 123, method, params: { ...params, _meta: ENVELOPE } }, fault);
}

const CALL = { name: "get-cottage", arguments: {} };

function factsOf(result: unknown): unknown {
  const content = member(result, "content", 0, "text");
  return typeof content === "string" ? JSON.parse(content) : undefined;
}

function sameCall(result: unknown, ours: unknown): boolean {
  const facts = factsOf(ours);
  return isDeepStrictEqual(factsOf(result), facts) && isDeepStrictEqual(member(result, "structuredContent"), facts);
}

const calledRight: Fault = (answer, ours) =>
  sameCall(member(json(answer), "result"), member(json(ours), "result")) ? undefined : "other facts";

function toolNames(answer: HttpResponse): unknown[] {
  const tools = member(json(answer), "result", "tools");
  return Array.isArray(tools) ? tools.map((tool) => member(tool, "name")).sort() : [];
}

const sameTools: Fault = (answer, ours) =>
  isDeepStrictEqual(toolNames(answer), toolNames(ours)) ? undefined : "other tools";

const sameResult =
  (...path: string[]): Fault =>
  (answer, ours) =>
    isDeepStrictEqual(member(json(answer), "result", ...path), member(json(ours), "result", ...path))
      ? undefined
      : `another ${path.join(".")}`;

const twentyRight: Fault = (answer, ours) => {
  const [given, right] = [json(answer), json(ours)];
  if (!Array.isArray(given) || !Array.isArray(right) || given.length !== 20) return "not twenty answers";
  return given.every((candidate) => sameCall(member(candidate, "result"), member(right[0], "result")))
    ? undefined
    : "other facts";
};

const MCP: readonly Case[] = [
  { ...legacy("tools/call", "tools/call", CALL, calledRight), ...QUICK },
  modern("tools/call, 2026-07-28", "tools/call", CALL, { "Mcp-Name": "get-cottage" }, calledRight),
  legacy("tools/list", "tools/list", {}, sameTools),
  legacy(
    "initialize",
    "initialize",
    { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1.0.0" } },
    sameResult("protocolVersion"),
  ),
  modern("server/discover", "server/discover", {}, {}, (answer) =>
    Array.isArray(member(json(answer), "result", "supportedVersions")) ? undefined : "no versions",
  ),
  post(
    "batch of 20",
    { ...LEGACY, "MCP-Protocol-Version": "2025-03-26" },
    Array.from({ length: 20 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: CALL })),
    twentyRight,
  ),
];

export const CASES: readonly Case[] = [...HTTP, ...MCP, ...SIZES];
