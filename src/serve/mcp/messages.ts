/**
 * Parses and creates JSON-RPC 2.0 messages, and determines the MCP version of a request.
 *
 * Legacy versions (up to 2025-11-25) start with a handshake. In modern versions (2026-07-28 and later), each request
 * names its version in `params._meta` and repeats parts of its body in header fields.
 */

import type { Body, RequestFields } from "../http/message.ts";

export type Id = string | number;
export type JsonObject = Readonly<Record<string, unknown>>;

export type RpcRequest = Readonly<{ kind: "request"; id: Id; method: string; params: unknown }>;

/** `id` is null if the message has no valid id (JSON-RPC 2.0, section 5). */
export type InvalidMessage = Readonly<{ kind: "invalid"; id: Id | null; error: RpcError }>;

type Message = RpcRequest | InvalidMessage | Readonly<{ kind: "notification" }> | Readonly<{ kind: "response" }>;

/** JSON-RPC error codes, keyed by the name in the access log. */
const ERROR_CODES = {
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  header_mismatch: -32020,
  unsupported_protocol_version: -32022,
} as const;

export type RpcError = Readonly<{
  kind: "error";
  name: keyof typeof ERROR_CODES;
  message: string;
  data?: object | undefined;
}>;

export type RpcResult = Readonly<{
  kind: "result";
  json: Buffer;
  /** JSON of a notification to send before the result. The response is then an event stream with both. */
  notification?: string;
}>;

export type Outcome = RpcResult | RpcError;

export const ID_LENGTH_MAX = 1024;
const EXCERPT_MAX = 100;

export function rpcError(name: RpcError["name"], message: string, data?: object): RpcError {
  return { kind: "error", name, message, data };
}

export function rpcResult(result: object): RpcResult {
  return { kind: "result", json: Buffer.from(JSON.stringify(result)) };
}

const NOT_A_MESSAGE = rpcError(
  "invalid_request",
  `A message has "jsonrpc": "2.0", a string as method, ` +
    `and an integer within ±(2^53 - 1) or at most ${ID_LENGTH_MAX} characters as id.`,
);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Classifies JSON as a JSON-RPC request, notification (no id), response (no method) or invalid message. */
export function parseMessage(value: unknown): Message {
  if (!isJsonObject(value)) return { kind: "invalid", id: null, error: NOT_A_MESSAGE };
  const { jsonrpc, id, method, params } = value;
  const invalid: InvalidMessage = { kind: "invalid", id: isId(id) ? id : null, error: NOT_A_MESSAGE };
  if (jsonrpc !== "2.0") return invalid;
  if (method === undefined) return isResponse(value) ? { kind: "response" } : invalid;
  if (typeof method !== "string") return invalid;
  if (id === undefined) return { kind: "notification" };
  return isId(id) ? { kind: "request", id, method, params } : invalid;
}

/** Rejects integers beyond ±(2^53 - 1), because JSON.parse() rounds them, so the reply would have a wrong id. */
function isId(value: unknown): value is Id {
  return typeof value === "string" ? value.length <= ID_LENGTH_MAX : Number.isSafeInteger(value);
}

function isResponse({ id, result, error }: JsonObject) {
  const hasResultOrError = (result === undefined) !== (error === undefined);
  return hasResultOrError && (isId(id) || (id === null && isJsonObject(error)));
}

export function replyJson(id: Id | null, outcome: Outcome): Body {
  if (outcome.kind === "error") {
    const { name, message, data } = outcome;
    return [JSON.stringify({ jsonrpc: "2.0", id, error: { code: ERROR_CODES[name], message, data } })];
  }
  return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, outcome.json, "}"];
}

export function jsonExcerpt(value: unknown): string {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length > EXCERPT_MAX ? `${json.slice(0, EXCERPT_MAX)}…` : json;
}

export type Protocol = "legacy" | "modern";

/** MCP versions, newest first, because clients that choose from the list expect this order. */
const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map([
  ["2026-07-28", "modern"],
  ["2025-11-25", "legacy"],
  ["2025-06-18", "legacy"],
  ["2025-03-26", "legacy"],
  ["2024-11-05", "legacy"],
]);

export const SUPPORTED_VERSIONS = [...PROTOCOLS.keys()];

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** Classifies an MCP version. Returns undefined if it is unknown, and "legacy" if the client sent no version. */
export function protocolOf(version: string | undefined): Protocol | undefined {
  return version === undefined ? "legacy" : PROTOCOLS.get(version);
}

/**
 * Returns the requested version if it is legacy. If it is modern or unknown, returns the newest legacy version.
 * The default is required by the API specification (see CONTRIBUTING.md).
 */
export function negotiateVersion(requested = "2025-06-18"): string {
  return protocolOf(requested) === "legacy" ? requested : "2025-11-25";
}

/** Reports whether a message names a version in `params._meta` that is not legacy. Unknown versions count as modern. */
export function namesModernVersion(message: unknown): boolean {
  const version = isJsonObject(message) ? metaOrEmpty(message["params"])[VERSION_KEY] : undefined;
  return version !== undefined && protocolOf(String(version)) !== "legacy";
}

/** Returns "legacy" or "modern", or an error if, for example, header and body name different versions. */
export function protocolOfRequest(request: RpcRequest, headers: RequestFields): Protocol | RpcError {
  const meta = metaOrEmpty(request.params);
  const bodyVersion = meta[VERSION_KEY];
  const headerVersion = headers["mcp-protocol-version"];
  if (bodyVersion === undefined) return protocolFromHeaderAlone(headerVersion, request.method);
  if (typeof bodyVersion !== "string") return rpcError("invalid_params", `_meta["${VERSION_KEY}"] must be a string.`);
  const protocol = protocolOf(bodyVersion);
  const mayOmitHeader = protocol === "legacy";
  const isHeaderValid = headerVersion === bodyVersion || (mayOmitHeader && headerVersion === undefined);
  if (!isHeaderValid) return headerMismatch("MCP-Protocol-Version", headerVersion, bodyVersion);
  if (protocol === undefined) return unsupportedVersion(bodyVersion);
  const error = protocol === "modern" ? checkModernRequest(request, meta, headers) : undefined;
  return error ?? protocol;
}

/**
 * Returns "legacy" for a request whose body does not name a version, because modern requests must name it there.
 * Returns an error if the version in the header field is modern or unknown.
 */
function protocolFromHeaderAlone(headerVersion: string | undefined, method: string): "legacy" | RpcError {
  const protocol = protocolOf(headerVersion);
  if (protocol === "legacy") return "legacy";
  const isInitialize = method === "initialize";
  if (protocol === undefined) {
    // `initialize` negotiates the version, so its header field may name a version that the server does not know.
    return isInitialize ? "legacy" : unsupportedVersion(headerVersion);
  }
  if (isInitialize) return rpcError("header_mismatch", `Protocol version ${headerVersion} has no initialize.`);
  return rpcError("invalid_params", `params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`);
}

/** Checks that a modern request declares client capabilities, and that its header fields match its body. */
function checkModernRequest(request: RpcRequest, meta: JsonObject, headers: RequestFields): RpcError | undefined {
  const { method, params } = request;
  if (!isJsonObject(meta[CAPABILITIES_KEY])) {
    return rpcError("invalid_params", `_meta["${CAPABILITIES_KEY}"] must be an object.`);
  }
  const methodHeader = headers["mcp-method"];
  if (methodHeader !== method) return headerMismatch("Mcp-Method", methodHeader, method);
  return method === "tools/call" ? checkToolName(params, headers["mcp-name"]) : undefined;
}

function checkToolName(params: unknown, nameHeader: string | undefined): RpcError | undefined {
  const name = isJsonObject(params) ? params["name"] : undefined;
  // If both lack the name, they match, and `tools/call` will report that it is missing.
  if (decodeMcpName(nameHeader) === name) return undefined;
  return headerMismatch("Mcp-Name", nameHeader, name);
}

const BASE64_NAME = /^=\?base64\?(.*)\?=$/;

/** Decodes `=?base64?Z2V0?=` to `get`. Returns plain names unchanged, and undefined if the base64 is invalid. */
function decodeMcpName(header: string | undefined): string | undefined {
  const base64 = BASE64_NAME.exec(header ?? "")?.[1];
  if (base64 === undefined) return header;
  const name = Buffer.from(base64, "base64").toString();
  // Buffer.from() ignores invalid base64, so encode the name again and compare.
  const isValid = Buffer.from(name).toString("base64") === base64;
  return isValid ? name : undefined;
}

function metaOrEmpty(params: unknown): JsonObject {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta : {};
}

function unsupportedVersion(requested: string | undefined): RpcError {
  const message = `Unsupported protocol version; use one of ${SUPPORTED_VERSIONS.join(", ")}.`;
  return rpcError("unsupported_protocol_version", message, { supported: SUPPORTED_VERSIONS, requested });
}

function headerMismatch(headerName: string, value: string | undefined, bodyValue: unknown): RpcError {
  const state = value === undefined ? "is missing" : `is ${jsonExcerpt(value)}`;
  return rpcError("header_mismatch", `${headerName} ${state}, but the body has ${jsonExcerpt(bodyValue)}.`);
}
