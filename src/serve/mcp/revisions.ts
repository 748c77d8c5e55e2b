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

export function protocolOf(version: string): Protocol | undefined {
  return REVISIONS.get(version);
}

/** Returns the requested revision if it is legacy, otherwise the newest legacy one (MCP, "Version Negotiation"). */
export function negotiateVersion(requested = "2025-06-18"): string {
  return protocolOf(requested) === LEGACY ? requested : "2025-11-25";
}

/**
 * Returns the protocol of a request, or an error to send with HTTP status 400. The version in the body is
 * authoritative, and header fields must match it (MCP 2026-07-28, "Versioning" and "Streamable HTTP").
 */
export function protocolOfRequest(request: RpcRequest, fields: RequestFields): Protocol | RpcError {
  const meta = metaOf(request.params);
  const bodyVersion = meta[VERSION_KEY];
  const fieldVersion = fields["mcp-protocol-version"];
  if (bodyVersion === undefined) return protocolWithoutBodyVersion(fieldVersion, request.method);
  if (typeof bodyVersion !== "string") return rpcError("invalid_params", `_meta["${VERSION_KEY}"] must be a string.`);
  const protocol = protocolOf(bodyVersion);
  const mayOmitField = protocol === LEGACY;
  const fieldMatches = fieldVersion === undefined ? mayOmitField : fieldVersion === bodyVersion;
  if (!fieldMatches) return mismatch("MCP-Protocol-Version", fieldVersion, bodyVersion);
  if (protocol === undefined) return unsupportedVersion(bodyVersion);
  if (protocol === LEGACY) return LEGACY;
  return checkModernRequest(request, meta, fields) ?? MODERN;
}

/**
 * Returns the protocol of a request whose body states no version. Only legacy clients send such requests, so a modern
 * version in MCP-Protocol-Version is an error. An unknown one is allowed only in a handshake, which negotiates it.
 */
function protocolWithoutBodyVersion(fieldVersion: string | undefined, method: string): Protocol | RpcError {
  if (fieldVersion === undefined) return LEGACY;
  const protocol = protocolOf(fieldVersion);
  if (protocol === LEGACY) return LEGACY;
  const isHandshake = method === "initialize";
  if (protocol === undefined) return isHandshake ? LEGACY : unsupportedVersion(fieldVersion);
  // Now the field has a modern version.
  if (isHandshake) return rpcError("header_mismatch", `MCP-Protocol-Version ${fieldVersion} has no initialize.`);
  return rpcError("invalid_params", `params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`);
}

/** Checks the capabilities, Mcp-Method and Mcp-Name of a request in revision 2026-07-28. Returns the first error. */
function checkModernRequest(request: RpcRequest, meta: JsonObject, fields: RequestFields): RpcError | undefined {
  const { method, params } = request;
  if (!isJsonObject(meta[CAPABILITIES_KEY])) {
    return rpcError("invalid_params", `_meta["${CAPABILITIES_KEY}"] must be an object.`);
  }
  const methodHeader = fields["mcp-method"];
  if (methodHeader !== method) return mismatch("Mcp-Method", methodHeader, method);
  if (method !== "tools/call") return undefined;
  const name = isJsonObject(params) ? params["name"] : undefined;
  const nameHeader = fields["mcp-name"];
  // If both names are missing, the method `tools/call` reports that.
  if (decodeMcpName(nameHeader) !== name) return mismatch("Mcp-Name", nameHeader, name);
  return undefined;
}

const BASE64_NAME = /^=\?base64\?(.*)\?=$/;

/** Decodes a name of the form `=?base64?…?=`. Returns other names unchanged, and undefined if the base64 is invalid. */
function decodeMcpName(field: string | undefined): string | undefined {
  const base64 = BASE64_NAME.exec(field ?? "")?.[1];
  if (base64 === undefined) return field;
  const name = Buffer.from(base64, "base64").toString();
  const isValid = Buffer.from(name).toString("base64") === base64;
  return isValid ? name : undefined;
}

function metaOf(params: unknown): JsonObject {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta : {};
}

function unsupportedVersion(requested: string): RpcError {
  const message = `Unsupported protocol version; use one of ${SUPPORTED_VERSIONS.join(", ")}.`;
  return rpcError("unsupported_protocol_version", message, { supported: SUPPORTED_VERSIONS, requested });
}

function mismatch(field: string, value: string | undefined, bodyValue: unknown): RpcError {
  const state = value === undefined ? "is missing" : `is ${jsonExcerpt(value)}`;
  return rpcError("header_mismatch", `${field} ${state}, but the body has ${jsonExcerpt(bodyValue)}.`);
}
