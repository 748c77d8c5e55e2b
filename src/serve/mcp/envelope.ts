/**
 * Which era a request belongs to, and whether its body and its HTTP fields agree.
 *
 * The body decides, the fields only cross-check it (MCP 2026-07-28, versioning and Streamable HTTP). A disagreement is
 * told before an unknown revision, and that before all else: the envelope of an unknown revision may look different.
 */

import type { RequestFields } from "../http/message.ts";
import { excerpt, invalidParams, isObject, type Params, type RpcError, type RpcRequest } from "./json-rpc.ts";
import { type Era, eraOf, ERAS, SUPPORTED_VERSIONS } from "./revisions.ts";

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const CLIENT_KEY = "io.modelcontextprotocol/clientInfo";

/** The member of params that `Mcp-Name` repeats, for the methods that have one. */
const NAMED_BY = new Map([["tools/call", "name"], ["prompts/get", "name"], ["resources/read", "uri"]]);

/** Undefined when the params of a message claim no era for it. */
export function claimedEra(params: unknown): Era | undefined {
  const claim = metaOf(params)[VERSION_KEY];
  if (claim === undefined) return undefined;
  return (typeof claim === "string" ? eraOf(claim) : undefined) ?? ERAS.modern;
}

/** The era to answer a request in, or the error that is its answer (HTTP status 400). */
export function eraOfRequest(request: RpcRequest, fields: RequestFields): Era | RpcError {
  const era = claimedEra(request.params);
  if (era === undefined) return unclaimed(request, fields);
  const meta = metaOf(request.params);
  const claim = meta[VERSION_KEY];
  if (typeof claim !== "string") return invalidParams(`_meta must have ${VERSION_KEY} as a string.`);
  const version = fields["mcp-protocol-version"];
  if (version !== claim && (era.envelope || version !== undefined)) return mismatch("MCP-Protocol-Version", version, claim);
  if (eraOf(claim) === undefined) return unsupported(claim);
  return era.envelope ? (faultOf(request, meta, fields) ?? era) : era;
}

/** A request of the legacy era, unless the field says that it should have made a claim. */
function unclaimed({ method }: RpcRequest, fields: RequestFields): Era | RpcError {
  const version = fields["mcp-protocol-version"];
  if (version === undefined) return ERAS.legacy;
  const era = eraOf(version);
  if (method === "initialize") {
    return era?.envelope === true ? mismatch("MCP-Protocol-Version", version, "a revision with initialize") : ERAS.legacy;
  }
  if (era === undefined) return unsupported(version);
  return era.envelope ? invalidParams(`params._meta must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`) : era;
}

function faultOf({ method, params }: RpcRequest, meta: Params, fields: RequestFields): RpcError | undefined {
  if (!isObject(meta[CAPABILITIES_KEY])) return invalidParams(`_meta must have ${CAPABILITIES_KEY} as an object.`);
  const client = meta[CLIENT_KEY];
  if (client !== undefined && !isObject(client)) return invalidParams(`${CLIENT_KEY} must be an object.`);
  const said = fields["mcp-method"];
  if (said !== method) return mismatch("Mcp-Method", said, method);
  const member = NAMED_BY.get(method);
  if (member === undefined) return undefined;
  const name: unknown = Object(params)[member];
  const named = fields["mcp-name"];
  return decoded(named) === name ? undefined : mismatch("Mcp-Name", named, name);
}

/** Names that HTTP cannot carry come as `=?base64?…?=`; undefined when that is not base64 of UTF-8. */
function decoded(value: string | undefined): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  if (base64 === undefined) return value;
  const text = Buffer.from(base64, "base64").toString();
  return Buffer.from(text).toString("base64") === base64 ? text : undefined;
}

function metaOf(params: unknown): Params {
  const meta = isObject(params) ? params["_meta"] : undefined;
  return isObject(meta) ? meta : {};
}

function unsupported(requested: string): RpcError {
  const message = `This revision of the protocol is not spoken here; use one of ${SUPPORTED_VERSIONS.join(", ")}.`;
  return { code: UNSUPPORTED_VERSION, message, data: { supported: SUPPORTED_VERSIONS, requested } };
}

function mismatch(field: string, sent: string | undefined, body: unknown): RpcError {
  const said = sent === undefined ? "is missing" : `is ${excerpt(sent)}`;
  return { code: HEADER_MISMATCH, message: `${field} ${said}, but the body has ${excerpt(body)}.` };
}
