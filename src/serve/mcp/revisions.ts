/**
 * The supported MCP revisions, and how to tell whether a request uses a legacy or a modern one.
 *
 * Legacy clients (revisions up to 2025-11-25) start with a handshake. Modern requests (2026-07-28 and later) declare
 * their revision in `params._meta` and repeat parts of the body in header fields.
 */

import type { RequestFields } from "../http/message.ts";
import { isJsonObject, jsonExcerpt, type JsonObject, rpcError, type RpcError, type RpcRequest } from "./json-rpc.ts";

export type Protocol = Readonly<{ kind: "legacy" | "modern" }>;

export const LEGACY: Protocol = { kind: "legacy" };
const MODERN: Protocol = { kind: "modern" };

/** Newest first, because clients that choose from the list expect this order. */
const REVISIONS: ReadonlyMap<string, Protocol> = new Map([
  ["2026-07-28", MODERN],
  ["2025-11-25", LEGACY],
  ["2025-06-18", LEGACY],
  ["2025-03-26", LEGACY],
  ["2024-11-05", LEGACY],
]);

export const SUPPORTED_VERSIONS: readonly string[] = [...REVISIONS.keys()];

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

/** Returns the protocol of a version, or undefined if the version is unknown. Only legacy messages have no version. */
export function protocolOf(version: string | undefined): Protocol | undefined {
  return version === undefined ? LEGACY : REVISIONS.get(version);
}

/** Returns the requested revision if it is legacy, otherwise the newest legacy one (MCP, "Version Negotiation"). */
export function negotiateVersion(requested = "2025-06-18"): string {
  return protocolOf(requested) === LEGACY ? requested : "2025-11-25";
}

/**
 * Returns the protocol of a request, or an error to send with HTTP status 400. The version in the body is
 * authoritative, and header fields must match it (MCP 2026-07-28, "Versioning" and "Streamable HTTP").
 */
export function protocolOfRequest(request: RpcRequest, headers: RequestFields): Protocol | RpcError {
  const meta = metaOf(request.params);
  const bodyVersion = meta[VERSION_KEY];
  const headerVersion = headers["mcp-protocol-version"];
  if (bodyVersion === undefined) return protocolOfHeader(headerVersion, request.method);
  if (typeof bodyVersion !== "string") return rpcError("invalid_params", `_meta["${VERSION_KEY}"] must be a string.`);
  const protocol = protocolOf(bodyVersion);
  // Legacy requests may omit the header.
  const isHeaderMissing = headerVersion === undefined && protocol !== LEGACY;
  const isHeaderDifferent = headerVersion !== undefined && headerVersion !== bodyVersion;
  if (isHeaderMissing || isHeaderDifferent) return mismatch("MCP-Protocol-Version", headerVersion, bodyVersion);
  if (protocol === undefined) return unsupportedVersion(bodyVersion);
  if (protocol === LEGACY) return LEGACY;
  return checkModernRequest(request, meta, headers) ?? MODERN;
}

/**
 * Returns the protocol of a request whose body has no version. Only legacy requests have none, so a modern version in
 * the header is an error. An unknown version is an error except in `initialize`, which negotiates the version.
 */
function protocolOfHeader(headerVersion: string | undefined, method: string): Protocol | RpcError {
  const isHandshake = method === "initialize";
  switch (protocolOf(headerVersion)) {
    case LEGACY:
      return LEGACY;
    case MODERN:
      if (isHandshake) return rpcError("header_mismatch", `Protocol version ${headerVersion} has no initialize.`);
      return rpcError("invalid_params", `params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`);
    default:
      return isHandshake ? LEGACY : unsupportedVersion(headerVersion);
  }
}

/** Checks a 2026-07-28 request: its capabilities and its Mcp-Method and Mcp-Name headers. Returns the first error. */
function checkModernRequest(request: RpcRequest, meta: JsonObject, headers: RequestFields): RpcError | undefined {
  const { method, params } = request;
  if (!isJsonObject(meta[CAPABILITIES_KEY])) {
    return rpcError("invalid_params", `_meta["${CAPABILITIES_KEY}"] must be an object.`);
  }
  const methodHeader = headers["mcp-method"];
  if (methodHeader !== method) return mismatch("Mcp-Method", methodHeader, method);
  if (method !== "tools/call") return undefined;
  const name = isJsonObject(params) ? params["name"] : undefined;
  const nameHeader = headers["mcp-name"];
  // If both names are missing, they are equal here, and `tools/call` reports the error.
  const namesMatch = decodeMcpName(nameHeader) === name;
  return namesMatch ? undefined : mismatch("Mcp-Name", nameHeader, name);
}

const BASE64_NAME = /^=\?base64\?(.*)\?=$/;

/** Decodes a name of the form `=?base64?…?=`. Returns other names unchanged, and undefined if the base64 is invalid. */
function decodeMcpName(header: string | undefined): string | undefined {
  const base64 = BASE64_NAME.exec(header ?? "")?.[1];
  if (base64 === undefined) return header;
  const name = Buffer.from(base64, "base64").toString();
  const isValid = Buffer.from(name).toString("base64") === base64;
  return isValid ? name : undefined;
}

function metaOf(params: unknown): JsonObject {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta : {};
}

function unsupportedVersion(requested: string | undefined): RpcError {
  const message = `Unsupported protocol version; use one of ${SUPPORTED_VERSIONS.join(", ")}.`;
  return rpcError("unsupported_protocol_version", message, { supported: SUPPORTED_VERSIONS, requested });
}

function mismatch(headerName: string, value: string | undefined, bodyValue: unknown): RpcError {
  const state = value === undefined ? "is missing" : `is ${jsonExcerpt(value)}`;
  return rpcError("header_mismatch", `${headerName} ${state}, but the body has ${jsonExcerpt(bodyValue)}.`);
}
