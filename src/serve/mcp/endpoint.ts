/**
 * The MCP endpoint: reads JSON-RPC messages from POST requests and writes the replies to HTTP responses.
 *
 * A faulty JSON-RPC request gets a JSON-RPC error with its id; everything else that is wrong is an HTTP failure. The
 * server is stateless: it creates no session.
 */

import { isUtf8 } from "node:buffer";
import { failure, noStoreFields, PUBLIC_FIELDS } from "../http/failure.ts";
import type { DeferredResponse, Failure, Handler, HttpRequest, HttpResponse } from "../http/message.ts";
import { bodyLength, NO_BODY, wholeBody } from "../http/message.ts";
import { optionsResponse } from "../http/router.ts";
import { claimedEra, eraOfRequest } from "./envelope.ts";
import type { Id, Outcome, Reply, RpcError, RpcRequest } from "./json-rpc.ts";
import { batchReply, excerpt, isObject, parseMessage, reply, rpcError } from "./json-rpc.ts";
import { call, createMethods, type McpSettings, type Methods } from "./methods.ts";
import { rebindingGuard } from "./rebinding-guard.ts";
import { type Era, eraOf, ERAS, SUPPORTED_VERSIONS } from "./revisions.ts";

export const BATCH_MAX = 50;
/** Maximum nesting of a JSON value. Messages of MCP have about six levels. */
const DEPTH_MAX = 32;
/** Maximum size of the replies to a batch, since fifty requests may ask for the same long list. Later ones fail. */
const BATCH_BYTES_MAX = 1024 * 1024;

const TOO_DEEP = rpcError("invalid_request", `The request body nests deeper than ${DEPTH_MAX} levels.`);
const BATCH_TOO_LARGE = rpcError(
  "invalid_request",
  `The replies before this one have more than ${BATCH_BYTES_MAX} bytes; send this request by itself.`,
);
/** MCP 2025-03-26, Lifecycle: the handshake must not be part of a batch. */
const INITIALIZE_IN_BATCH = rpcError("invalid_request", "initialize must be sent by itself.");

const PREFLIGHT = optionsResponse("POST, OPTIONS");

/** No Content-Type: some clients try to parse any response that has one. */
const ACCEPTED: HttpResponse = {
  kind: "response",
  status: 202,
  headers: ["Content-Length", "0", "Cache-Control", "no-store", ...PUBLIC_FIELDS],
  body: NO_BODY,
};

export function mcpMethods(settings: McpSettings): Readonly<Record<string, Handler>> {
  const methods = createMethods(settings);
  const form = "POST one JSON-RPC 2.0 object (or, before 2026-07-28, an array of them)";
  const hint = `${form} with Content-Type: application/json. See ${settings.baseUrl}/openapi.json`;
  const rejectForeign = rebindingGuard(settings.baseUrl);
  return {
    POST: (request) => rejectForeign(request) ?? handlePost(request),
    // A preflight must fail if the request that it precedes would.
    OPTIONS: (request) => rejectForeign(request) ?? PREFLIGHT,
  };

  function invalidRequest(message: string): Failure {
    return failure("invalid_request", message, hint);
  }

  function handlePost(request: HttpRequest): HttpResponse | Failure | DeferredResponse {
    const body = readJson(request);
    if (body.kind === "failure") return body;
    const { value } = body;
    const message = parseMessage(value);
    if (isTooDeep(value)) {
      if (message.kind === "request") return errorResponse(400, message.id, TOO_DEEP);
      return failure("body_too_deep", TOO_DEEP.message, hint);
    }
    if (Array.isArray(value)) return handleBatch(value, request);
    if (message.kind === "request") return handleRequest(message, request);
    if (message.kind === "invalid") return invalidRequest(message.error.message);
    return acceptMessage(message.kind, request);
  }

  function readJson({ headers, body }: HttpRequest): Readonly<{ kind: "json"; value: unknown }> | Failure {
    if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
      const fields = ["Accept-Encoding", "identity"];
      return failure("unsupported_media_type", "The request body must not be compressed.", hint, { fields });
    }
    if (!isJson(headers["content-type"])) {
      const message = "The request body must be application/json in UTF-8, and Content-Type must say so.";
      return failure("unsupported_media_type", message, hint, { fields: ["Accept", "application/json"] });
    }
    if (!isUtf8(body)) return failure("parse_error", "The request body is not valid UTF-8.", hint);
    try {
      return { kind: "json", value: JSON.parse(body.toString()) };
    } catch {
      return failure("parse_error", "The request body is not valid JSON.", hint);
    }
  }

  /** Accepts a message and ignores it, because the server is stateless. */
  function acceptMessage(kind: "notification" | "response", request: HttpRequest): HttpResponse | Failure {
    const era = eraOfFields(request);
    if (era.kind === "failure") return era;
    if (kind === "notification" || era.allowsResponses) return ACCEPTED;
    return invalidRequest("From 2026-07-28 on the body must be a request or a notification.");
  }

  function handleRequest(message: RpcRequest, request: HttpRequest): HttpResponse {
    const { id } = message;
    const era = eraOfRequest(message, request.headers);
    if (era.kind === "error") return errorResponse(400, id, era);
    const outcome = call(methods[era.name], message);
    if (outcome.kind === "error") {
      return errorResponse(outcome.name === "method_not_found" ? era.unknownMethodStatus : 200, id, outcome);
    }
    const result = reply(id, outcome);
    return outcome.notification === undefined ? jsonResponse(200, result) : eventStream(outcome.notification, result);
  }

  function handleBatch(batch: readonly unknown[], request: HttpRequest): HttpResponse | Failure | DeferredResponse {
    const era = eraOfFields(request);
    if (era.kind === "failure") return era;
    if (batch.length === 0) return invalidRequest("The batch is empty.");
    if (batch.length > BATCH_MAX) {
      return failure("batch_too_large", `The batch has more than ${BATCH_MAX} messages.`, hint);
    }
    if (!era.allowsBatches || batch.some(claimsModernEra)) {
      return invalidRequest("From 2026-07-28 on the body must be one message, not a batch.");
    }
    return { kind: "deferred", cost: batch.length, respond: () => batchResponse(batch, methods[era.name]) };
  }
}

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset=([^;]*)/i;

function isJson(contentType = ""): boolean {
  const charset = CHARSET.exec(contentType)?.[1] ?? "utf-8";
  return JSON_TYPE.test(contentType) && /^"?utf-?8"?\s*$/i.test(charset);
}

function isTooDeep(value: unknown, levels = DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}

function claimsModernEra(message: unknown): boolean {
  return isObject(message) && claimedEra(message["params"])?.allowsBatches === false;
}

/** Runs the requests of a batch in order. A failed request does not affect the others. */
function batchResponse(batch: readonly unknown[], methods: Methods): HttpResponse {
  const replies: Reply[] = [];
  let bytes = 0;
  let firstError: RpcError | undefined;
  for (const value of batch) {
    const message = parseMessage(value);
    if (message.kind === "notification" || message.kind === "response") continue;
    let outcome: Outcome;
    if (message.kind === "invalid") outcome = message.error;
    else if (bytes > BATCH_BYTES_MAX) outcome = BATCH_TOO_LARGE;
    else if (message.method === "initialize" && batch.length > 1) outcome = INITIALIZE_IN_BATCH;
    else outcome = call(methods, message);
    if (outcome.kind === "error") firstError ??= outcome;
    const member = reply(message.id, outcome);
    bytes += bodyLength(member);
    replies.push(member);
  }
  return replies.length === 0 ? ACCEPTED : jsonResponse(200, batchReply(replies), firstError);
}

/** Returns the era of a message without an envelope, from the MCP-Protocol-Version header field. */
function eraOfFields(request: HttpRequest): Era | Failure {
  const version = request.headers["mcp-protocol-version"];
  if (version === undefined) return ERAS.legacy;
  const message = `Unsupported protocol version in MCP-Protocol-Version: ${excerpt(version)}.`;
  return eraOf(version) ?? failure("bad_request", message, `Use one of ${SUPPORTED_VERSIONS.join(", ")}.`);
}

function errorResponse(status: number, id: Id, error: RpcError): HttpResponse {
  return jsonResponse(status, reply(id, error), error);
}

/** @param error error in the reply, if any: its name goes to the access log, its exception to the error log */
function jsonResponse(status: number, { prefix, body }: Reply, error?: RpcError): HttpResponse {
  const headers = noStoreFields("application/json", bodyLength({ prefix, body }));
  const response: HttpResponse = { kind: "response", status, headers, prefix, body };
  return error === undefined ? response : { ...response, reason: error.name, exception: error.exception };
}

/** Returns an event stream of two messages, a notification and a result, that then ends. */
function eventStream(notification: string, result: Reply): HttpResponse {
  const events = [notification, wholeBody(result).toString()].map((data) => `event: message\ndata: ${data}\n\n`);
  const body = Buffer.from(events.join(""));
  const headers = noStoreFields("text/event-stream", body.length, ["X-Accel-Buffering", "no"]);
  return { kind: "response", status: 200, headers, body };
}
