/**
 * The MCP endpoint: reads JSON-RPC messages from POST requests and returns the replies as HTTP responses.
 *
 * Errors in a request with an id become JSON-RPC errors; all other errors become HTTP errors.
 */

import type { Body, Failure, FailureCode, Handler, HttpRequest, HttpResponse, RawHeaders } from "../http/message.ts";
import { bodyLength, failure, memoize, noStoreResponse, BASE_FIELDS } from "../http/message.ts";
import { optionsResponse } from "../http/router.ts";
import type { Id, InvalidMessage, Outcome, Protocol, RpcError, RpcRequest } from "./messages.ts";
import {
  jsonExcerpt,
  namesModernVersion,
  parseMessage,
  protocolOf,
  protocolOfRequest,
  replyJson,
  rpcError,
  SUPPORTED_VERSIONS,
} from "./messages.ts";
import { callMethod, legacyMethods, type McpSettings, type Methods, modernMethods } from "./methods.ts";

const { isUtf8 } = process.getBuiltinModule("node:buffer");

export const BATCH_MAX = 50;
const DEPTH_MAX = 32;
const TOO_DEEP = rpcError("invalid_request", `The request body nests deeper than ${DEPTH_MAX} levels.`);
const BATCH_REPLY_BYTES_MAX = 1024 * 1024;

const BATCH_TOO_LARGE = rpcError(
  "invalid_request",
  `The replies to this batch would exceed ${BATCH_REPLY_BYTES_MAX} bytes; send this request by itself.`,
);
/** MCP 2025-03-26 ("Lifecycle") forbids `initialize` in a batch. */
const INITIALIZE_IN_BATCH = rpcError("invalid_request", "initialize must be sent by itself.");

const PREFLIGHT = optionsResponse("POST, OPTIONS");

/** Response to messages that need no reply. If it had a Content-Type, some clients would parse the empty body. */
const ACCEPTED: HttpResponse = {
  kind: "response",
  status: 202,
  headers: ["Content-Length", "0", "Cache-Control", "no-store", ...BASE_FIELDS],
  body: [],
};

export function mcpHandlers(settings: McpSettings): Readonly<Record<string, Handler>> {
  // Create the methods on first use, so that the server starts faster.
  const methodsOf = memoize((protocol) => (protocol === "legacy" ? legacyMethods(settings) : modernMethods(settings)));
  const hint =
    "POST one JSON-RPC 2.0 object (or, before 2026-07-28, an array of them) with Content-Type: application/json. " +
    `See ${settings.baseUrl}/openapi.json`;
  const checkHostAndOrigin = createHostAndOriginCheck(settings.baseUrl);
  return {
    POST: (request) => checkHostAndOrigin(request) ?? handlePost(request),
    // A preflight request must be rejected whenever the actual request would be.
    OPTIONS: (request) => checkHostAndOrigin(request) ?? PREFLIGHT,
  };

  function reject(code: FailureCode, message: string, headers: RawHeaders = []) {
    return failure(code, message, hint, { headers });
  }

  function handlePost(request: HttpRequest): ReturnType<Handler> {
    const json = readJson(request);
    if (json.kind === "failure") return json;
    const { value } = json;
    const message = parseMessage(value);
    if (isTooDeep(value)) {
      if (message.kind === "request") return errorResponse(400, message.id, TOO_DEEP);
      return reject("body_too_deep", TOO_DEEP.message);
    }
    if (Array.isArray(value)) return handleBatch(value, request);
    if (message.kind === "request") return handleRequest(message, request);
    if (message.kind === "invalid") return reject("invalid_request", message.error.message);
    return acknowledge(message.kind, request);
  }

  function readJson({ headers, body }: HttpRequest): { kind: "json"; value: unknown } | Failure {
    const contentCoding = headers["content-encoding"] ?? "identity";
    if (contentCoding.toLowerCase() !== "identity") {
      const message = "The request body must not be compressed.";
      return reject("unsupported_media_type", message, ["Accept-Encoding", "identity"]);
    }
    if (!JSON_TYPE.test(headers["content-type"] ?? "")) {
      const message = "Content-Type must be application/json.";
      return reject("unsupported_media_type", message, ["Accept", "application/json"]);
    }
    if (!isUtf8(body)) return reject("parse_error", "The request body is not valid UTF-8.");
    try {
      return { kind: "json", value: JSON.parse(body.toString()) };
    } catch {
      return reject("parse_error", "The request body is not valid JSON.");
    }
  }

  function acknowledge(kind: "notification" | "response", request: HttpRequest): HttpResponse | Failure {
    const protocol = protocolFromHeader(request);
    if (typeof protocol === "object") return protocol;
    if (kind === "notification" || protocol === "legacy") return ACCEPTED;
    return reject("invalid_request", "From 2026-07-28 on the body must be a request or a notification.");
  }

  function handleRequest(message: RpcRequest, request: HttpRequest): HttpResponse {
    const { id } = message;
    const protocol = protocolOfRequest(message, request.headers);
    if (typeof protocol === "object") return errorResponse(400, id, protocol);
    const outcome = callMethod(methodsOf(protocol), message);
    if (outcome.kind === "error") {
      // Modern MCP requires 404 for an unknown method. Legacy clients get 200, because they ignore the body of a 404.
      const isNotFound = outcome.name === "method_not_found" && protocol === "modern";
      return errorResponse(isNotFound ? 404 : 200, id, outcome);
    }
    const reply = replyJson(id, outcome);
    if (outcome.notification !== undefined) return eventStream([outcome.notification], reply);
    return jsonResponse(200, reply);
  }

  function handleBatch(batch: readonly unknown[], request: HttpRequest): ReturnType<Handler> {
    const protocol = protocolFromHeader(request);
    if (typeof protocol === "object") return protocol;
    if (batch.length === 0) return reject("invalid_request", "The batch is empty.");
    if (batch.length > BATCH_MAX) return reject("batch_too_large", `The batch has more than ${BATCH_MAX} messages.`);
    if (protocol === "modern" || batch.some(namesModernVersion)) {
      return reject("invalid_request", "From 2026-07-28 on the body must be one message, not a batch.");
    }
    return { kind: "deferred", cost: batch.length, respond: () => batchResponse(batch, methodsOf(protocol)) };
  }
}

const SET_BASE_URL = "Start the server with BASE_URL set to its public address.";
const LOCAL_ONLY = "This server runs on a local address and accepts local pages and programs only.";
const HTTP_SCHEME = /^https?:\/\//i;
const PORT_SUFFIX = /:\d*$/;
const LOOPBACK_HOST = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

/**
 * Creates a function that checks Host and Origin to prevent DNS rebinding. In this attack, a web page reaches a local
 * server through a domain that resolves to the visitor's machine.
 */
export function createHostAndOriginCheck(baseUrl: string) {
  const serverHost = new URL(baseUrl).hostname;
  const isLocalServer = LOOPBACK_HOST.test(serverHost);
  // If BASE_URL is local, which is the default, the owner has probably not set it.
  const hostHint = isLocalServer ? SET_BASE_URL : `Use ${baseUrl}/mcp`;
  const isAllowedHost = memoize((hostAndPort) => {
    const host = hostAndPort.replace(PORT_SUFFIX, "").toLowerCase();
    // Loopback hosts are safe, because in a DNS rebinding attack, Host is the attacker's domain.
    return host === serverHost || LOOPBACK_HOST.test(host);
  });
  const isAllowedOrigin = (origin: string) =>
    HTTP_SCHEME.test(origin) && isAllowedHost(origin.replace(HTTP_SCHEME, ""));
  return ({ headers: { host, origin } }: HttpRequest): Failure | undefined => {
    if (host !== undefined && !isAllowedHost(host)) {
      return failure("forbidden_host", `${jsonExcerpt(host)} is not a host of this server.`, hostHint);
    }
    // Check Origin only on a local server. Pages of all origins may read the data of a public server.
    if (isLocalServer && origin !== undefined && !isAllowedOrigin(origin)) {
      return failure("forbidden_origin", `The origin ${jsonExcerpt(origin)} may not use this server.`, LOCAL_ONLY);
    }
    return undefined;
  };
}

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;

function isTooDeep(value: unknown, levels = DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

/** Runs a batch of messages and returns the replies. A reply that would exceed the size limit becomes an error. */
function batchResponse(batch: readonly unknown[], methods: Methods): HttpResponse {
  const replies: Body[] = [];
  let firstError: RpcError | undefined;
  let bytesLeft = BATCH_REPLY_BYTES_MAX;
  for (const value of batch) {
    const message = parseMessage(value);
    if (message.kind === "notification" || message.kind === "response") continue;
    let outcome = callInBatch(message, methods, batch.length);
    if (bodyLength(replyJson(message.id, outcome)) > bytesLeft) outcome = BATCH_TOO_LARGE;
    if (outcome.kind === "error") firstError ??= outcome;
    const reply = replyJson(message.id, outcome);
    replies.push(reply);
    bytesLeft -= bodyLength(reply);
  }
  if (replies.length === 0) return ACCEPTED;
  // The access log has one line per HTTP request, so log only the first error.
  return jsonResponse(200, jsonArray(replies), firstError);
}

function callInBatch(message: RpcRequest | InvalidMessage, methods: Methods, batchLength: number): Outcome {
  if (message.kind === "invalid") return message.error;
  if (message.method === "initialize" && batchLength > 1) return INITIALIZE_IN_BATCH;
  return callMethod(methods, message);
}

function protocolFromHeader(request: HttpRequest): Protocol | Failure {
  const version = request.headers["mcp-protocol-version"];
  const message = `Unsupported protocol version in MCP-Protocol-Version: ${jsonExcerpt(version)}.`;
  return protocolOf(version) ?? failure("bad_request", message, `Use one of ${SUPPORTED_VERSIONS.join(", ")}.`);
}

function errorResponse(status: number, id: Id, error: RpcError): HttpResponse {
  return jsonResponse(status, replyJson(id, error), error);
}

function jsonResponse(status: number, json: Body, loggedError?: RpcError): HttpResponse {
  const response = noStoreResponse(status, "application/json", json);
  return loggedError === undefined ? response : { ...response, reason: loggedError.name };
}

function jsonArray(values: readonly Body[]): Body {
  const items = values.flatMap((json, index) => [index === 0 ? "[" : ",", ...json]);
  return [...items, "]"];
}

function eventStream(...messages: readonly Body[]): HttpResponse {
  const body = messages.flatMap((json) => ["event: message\ndata: ", ...json, "\n\n"]);
  return noStoreResponse(200, "text/event-stream", body, ["X-Accel-Buffering", "no"]);
}
