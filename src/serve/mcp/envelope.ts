/**
 * Determines the protocol era of a request, and checks that its body and its HTTP fields agree.
 *
 * The version in the body decides; the fields must only repeat it (MCP 2026-07-28, Versioning and Streamable HTTP). An
 * unsupported version is reported before anything else is checked, because its envelope may look different.
 */

import type { RequestFields } from "../http/message.ts";
import { excerpt, isObject, type Params, rpcError, type RpcError, type RpcRequest } from "./json-rpc.ts";
import { type Era, eraOf, ERAS, SUPPORTED_VERSIONS } from "./revisions.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const CLIENT_KEY = "io.modelcontextprotocol/clientInfo";

/** Member of params that the `Mcp-Name` header field must repeat, by method. */
const NAME_MEMBERS = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/**
 * Returns the era (protocol generation) of the version in `params._meta`, or undefined if no version is declared. An
 * unknown version counts as modern.
 */
export function claimedEra(params: unknown): Era | undefined {
  const claim = metaOf(params)[VERSION_KEY];
  if (claim === undefined) return undefined;
  const era = typeof claim === "string" ? eraOf(claim) : undefined;
  return era ?? ERAS.modern;
}

/** Returns the era of a request, or an error, which is sent with HTTP status 400. */
export function eraOfRequest(request: RpcRequest, fields: RequestFields): Era | RpcError {
  const era = claimedEra(request.params);
  if (era === undefined) return eraWithoutClaim(request, fields);
  const meta = metaOf(request.params);
  const claim = meta[VERSION_KEY];
  if (typeof claim !== "string") return rpcError("invalid_params", `_meta must have ${VERSION_KEY} as a string.`);
  const version = fields["mcp-protocol-version"];
  if (version !== claim && (era.hasEnvelope || version !== undefined)) {
    return mismatch("MCP-Protocol-Version", version, claim);
  }
  if (eraOf(claim) === undefined) return unsupportedVersion(claim);
  return era.hasEnvelope ? (envelopeError(request, meta, fields) ?? era) : era;
}

/** Returns the era of a request whose body has no version: legacy, unless the header field names a modern one. */
function eraWithoutClaim({ method }: RpcRequest, fields: RequestFields): Era | RpcError {
  const version = fields["mcp-protocol-version"];
  if (version === undefined) return ERAS.legacy;
  const era = eraOf(version);
  if (method === "initialize") {
    if (era?.hasEnvelope !== true) return ERAS.legacy;
    return mismatch("MCP-Protocol-Version", version, "a revision with initialize");
  }
  if (era === undefined) return unsupportedVersion(version);
  if (!era.hasEnvelope) return era;
  return rpcError("invalid_params", `params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`);
}

/** Validates the `_meta` and HTTP fields of a request of the modern era, except for the protocol version. */
function envelopeError({ method, params }: RpcRequest, meta: Params, fields: RequestFields): RpcError | undefined {
  if (!isObject(meta[CAPABILITIES_KEY])) {
    return rpcError("invalid_params", `_meta must have ${CAPABILITIES_KEY} as an object.`);
  }
  const client = meta[CLIENT_KEY];
  if (client !== undefined && !isObject(client)) return rpcError("invalid_params", `${CLIENT_KEY} must be an object.`);
  const methodField = fields["mcp-method"];
  if (methodField !== method) return mismatch("Mcp-Method", methodField, method);
  const member = NAME_MEMBERS.get(method);
  if (member === undefined) return undefined;
  const name = isObject(params) ? params[member] : undefined;
  const nameField = fields["mcp-name"];
  return decodeName(nameField) === name ? undefined : mismatch("Mcp-Name", nameField, name);
}

/** Decodes `=?base64?…?=`, the form of names that are not ASCII. Returns undefined for invalid base64 or UTF-8. */
function decodeName(field: string | undefined): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(field ?? "")?.[1];
  if (base64 === undefined) return field;
  const name = Buffer.from(base64, "base64").toString();
  return Buffer.from(name).toString("base64") === base64 ? name : undefined;
}

function metaOf(params: unknown): Params {
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta : {};
}

function unsupportedVersion(requested: string): RpcError {
  const message = `Unsupported protocol version; use one of ${SUPPORTED_VERSIONS.join(", ")}.`;
  return rpcError("unsupported_protocol_version", message, { supported: SUPPORTED_VERSIONS, requested });
}

function mismatch(field: string, value: string | undefined, bodyValue: unknown): RpcError {
  const state = value === undefined ? "is missing" : `is ${excerpt(value)}`;
  return rpcError("header_mismatch", `${field} ${state}, but the body has ${excerpt(bodyValue)}.`);
}
