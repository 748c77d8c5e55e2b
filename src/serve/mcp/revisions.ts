/**
 * The supported MCP revisions, and how to tell legacy requests from modern ones.
 *
 * Legacy clients (up to and including 2025-11-25) start with a handshake. Modern requests (2026-07-28 and later)
 * declare their revision in `params._meta` and repeat parts of the body in header fields.
 */

import type { RequestFields } from "../http/message.ts";
import { isJsonObject, jsonExcerpt, type JsonObject, rpcError, type RpcError, type RpcRequest } from "./json-rpc.ts";

export type Protocol = Readonly<{ kind: "legacy" | "modern" }>;

const LEGACY: Protocol = { kind: "legacy" };
const MODERN: Protocol = { kind: "modern" };

/** MCP revisions, newest first, because clients that choose one expect this order. */
const REVISIONS = new Map([
  ["2026-07-28", MODERN],
  ["2025-11-25", LEGACY],
  ["2025-06-18", LEGACY],
  ["2025-03-26", LEGACY],
  ["2024-11-05", LEGACY],
]);

export const SUPPORTED_VERSIONS = [...REVISIONS.keys()];

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** Returns the protocol of a version, or undefined if the version is unknown. Without a version, returns LEGACY. */
export function protocolOf(version: string | undefined): Protocol | undefined {
  return version === undefined ? LEGACY : REVISIONS.get(version);
}

/**
 * Returns the requested version if it is legacy, otherwise the newest legacy version (MCP, "Version Negotiation").
 * If a client requests no version, the API specification (see CONTRIBUTING.md) requires 2025-06-18.
 */
export function negotiateVersion(requested = "2025-06-18"): string {
  return protocolOf(requested) === LEGACY ? requested : "2025-11-25";
}

/** Returns whether `_meta` of a message names a version that is not legacy, e.g. 2026-07-28. */
export function namesModernVersion(message: unknown): boolean {
  const version = isJsonObject(message) ? metaOrEmpty(message["params"])[VERSION_KEY] : undefined;
  return version !== undefined && protocolOf(String(version)) !== LEGACY;
}

/** Returns the protocol of a request, or an error if, for example, header and body name different versions. */
export function protocolOfRequest(request: RpcRequest, headers: RequestFields): Protocol | RpcError {
  const meta = metaOrEmpty(request.params);
  const bodyVersion = meta[VERSION_KEY];
  const headerVersion = headers["mcp-protocol-version"];
  if (bodyVersion === undefined) return protocolFromHeaderAlone(headerVersion, request.method);
  if (typeof bodyVersion !== "string") return rpcError("invalid_params", `_meta["${VERSION_KEY}"] must be a string.`);
  const protocol = protocolOf(bodyVersion);
  // Only legacy requests may omit the header.
  const isHeaderValid = headerVersion === bodyVersion || (protocol === LEGACY && headerVersion === undefined);
  if (!isHeaderValid) return headerMismatch("MCP-Protocol-Version", headerVersion, bodyVersion);
  if (protocol === MODERN) return checkModernRequest(request, meta, headers) ?? MODERN;
  return protocol ?? unsupportedVersion(bodyVersion);
}

function protocolFromHeaderAlone(headerVersion: string | undefined, method: string): Protocol | RpcError {
  const protocol = protocolOf(headerVersion);
  if (protocol === LEGACY) return LEGACY;
  if (protocol === MODERN) {
    // Modern MCP versions have no `initialize`, and the body must name the version.
    return method === "initialize"
      ? rpcError("header_mismatch", `Protocol version ${headerVersion} has no initialize.`)
      : rpcError("invalid_params", `params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`);
  }
  // `initialize` negotiates the version, so accept an unknown version in its header.
  return method === "initialize" ? LEGACY : unsupportedVersion(headerVersion);
}

/** Checks the client capabilities, and compares header fields with the body. */
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
  // If the header and the body both lack the name, both are undefined. `tools/call` then reports the missing name.
  const isMatch = decodeMcpName(nameHeader) === name;
  return isMatch ? undefined : headerMismatch("Mcp-Name", nameHeader, name);
}

const BASE64_NAME = /^=\?base64\?(.*)\?=$/;

/** Decodes a name such as `=?base64?Z2V0?=`. Returns other names unchanged, and undefined for invalid base64. */
function decodeMcpName(header: string | undefined): string | undefined {
  const base64 = BASE64_NAME.exec(header ?? "")?.[1];
  if (base64 === undefined) return header;
  const name = Buffer.from(base64, "base64").toString();
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
