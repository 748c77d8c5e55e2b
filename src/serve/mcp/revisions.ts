/**
 * The supported revisions of MCP, their differences, and the choice of the one that applies to a request.
 *
 * The revisions form two eras. Legacy clients (until 2025-11-25) start with a handshake. Modern requests (from
 * 2026-07-28 on) each declare their revision in `params._meta`, and header fields repeat parts of the body.
 */

import type { RequestFields } from "../http/message.ts";
import { isJsonObject, jsonExcerpt, type JsonObject, rpcError, type RpcError, type RpcRequest } from "./json-rpc.ts";

/** The behaviour that a group of revisions has in common. */
export type Era = Readonly<{
  kind: "era";
  name: "legacy" | "modern";
  /**
   * Whether a body may be a batch (an array of messages). Revision 2025-06-18 forbids clients to send batches, but does
   * not forbid servers to accept them.
   */
  allowsBatches: boolean;
  /** Whether clients may post responses. */
  allowsResponses: boolean;
  /** Status for an unknown method. Legacy clients discard the error if it is not 2xx; modern revisions require 404. */
  unknownMethodStatus: 200 | 404;
}>;

export const LEGACY: Era = {
  kind: "era",
  name: "legacy",
  allowsBatches: true,
  allowsResponses: true,
  unknownMethodStatus: 200,
};

const MODERN: Era = {
  kind: "era",
  name: "modern",
  allowsBatches: false,
  allowsResponses: false,
  unknownMethodStatus: 404,
};

/** Newest first, because clients that choose from the list expect this order. */
const REVISIONS: ReadonlyMap<string, Era> = new Map([
  ["2026-07-28", MODERN],
  ["2025-11-25", LEGACY],
  ["2025-06-18", LEGACY],
  ["2025-03-26", LEGACY],
  ["2024-11-05", LEGACY],
]);

export const SUPPORTED_VERSIONS: readonly string[] = [...REVISIONS.keys()];

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

export function eraOf(version: string): Era | undefined {
  return REVISIONS.get(version);
}

/**
 * Returns the requested revision if it has a handshake, otherwise the newest one that has (MCP 2025-11-25, "Version
 * Negotiation").
 */
export function negotiateVersion(requested = "2025-06-18"): string {
  return eraOf(requested) === LEGACY ? requested : "2025-11-25";
}

/**
 * Returns the era of a request, or an error to send with HTTP status 400. The version in the body decides, and header
 * fields must only repeat it (MCP 2026-07-28, "Versioning" and "Streamable HTTP").
 */
export function eraOfRequest(request: RpcRequest, fields: RequestFields): Era | RpcError {
  const meta = metaOf(request.params);
  const version = meta[VERSION_KEY];
  if (version === undefined) return eraFromField(request, fields);
  if (typeof version !== "string") return rpcError("invalid_params", `_meta must have ${VERSION_KEY} as a string.`);
  const era = eraOf(version);
  const fieldVersion = fields["mcp-protocol-version"];
  if (era === LEGACY && fieldVersion === undefined) return era;
  if (fieldVersion !== version) return mismatch("MCP-Protocol-Version", fieldVersion, version);
  // Nothing else is checked for an unknown version, because its metadata may look different.
  if (era === undefined) return unsupportedVersion(version);
  if (era === LEGACY) return era;
  return modernRequestError(request, meta, fields) ?? era;
}

/** Returns the era of a request without a version in its body: legacy, unless the header field names a modern one. */
function eraFromField({ method }: RpcRequest, fields: RequestFields): Era | RpcError {
  const version = fields["mcp-protocol-version"];
  if (version === undefined) return LEGACY;
  const era = eraOf(version);
  if (era === LEGACY) return era;
  const isHandshake = method === "initialize";
  // A handshake with an unknown version is accepted, because it negotiates the version.
  if (era === undefined) return isHandshake ? LEGACY : unsupportedVersion(version);
  if (isHandshake) return mismatch("MCP-Protocol-Version", version, "a revision with initialize");
  return rpcError("invalid_params", `params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`);
}

/** Checks `_meta` and the header fields of a modern request, except for the version. Returns the first error. */
function modernRequestError(request: RpcRequest, meta: JsonObject, fields: RequestFields): RpcError | undefined {
  const { method, params } = request;
  if (!isJsonObject(meta[CAPABILITIES_KEY])) {
    return rpcError("invalid_params", `_meta must have ${CAPABILITIES_KEY} as an object.`);
  }
  const methodField = fields["mcp-method"];
  if (methodField !== method) return mismatch("Mcp-Method", methodField, method);
  if (method !== "tools/call") return undefined;
  const name = isJsonObject(params) ? params["name"] : undefined;
  const nameField = fields["mcp-name"];
  if (decodeName(nameField) !== name) return mismatch("Mcp-Name", nameField, name);
  return undefined;
}

const BASE64_NAME = /^=\?base64\?(.*)\?=$/;

/** Decodes `=?base64?…?=`, the format of non-ASCII names. Returns undefined if the base64 or its UTF-8 is invalid. */
function decodeName(field: string | undefined): string | undefined {
  const base64 = BASE64_NAME.exec(field ?? "")?.[1];
  if (base64 === undefined) return field;
  const name = Buffer.from(base64, "base64").toString();
  const isValid = Buffer.from(name).toString("base64") === base64;
  return isValid ? name : undefined;
}

/** Returns `params._meta`, or an empty object if there is none. */
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
