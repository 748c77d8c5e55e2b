/**
 * POST /mcp: what of an HTTP request is a question to MCP, and how the reply goes back.
 *
 * Where there is a JSON-RPC request to answer, its error is a JSON-RPC error with its id; where there is none, the
 * failure is one of HTTP. Nothing is remembered between two requests: no session is ever made.
 */

import { failure, PUBLIC_FIELDS, unstored } from "../http/failure.ts";
import { NO_BODY, bodyLength, wholeBody } from "../http/message.ts";
import type { Handler, HttpRequest, HttpResponse, Priced } from "../http/message.ts";
import { optionsResponse } from "../http/router.ts";
import { jsonBody } from "./json-body.ts";
import { claimedEra, eraOfRequest } from "./envelope.ts";
import { hostGuard } from "./host-guard.ts";
import { METHOD_NOT_FOUND, NO_MESSAGE, batchReply, excerpt, invalidRequest } from "./json-rpc.ts";
import { isObject, messageOf, reply } from "./json-rpc.ts";
import type { Outcome, Reply, RpcRequest } from "./json-rpc.ts";
import { call, methodsOf } from "./methods.ts";
import type { McpSettings, Methods } from "./methods.ts";
import { ERAS, SUPPORTED_VERSIONS, eraOf } from "./revisions.ts";
import type { Era } from "./revisions.ts";

/** One POST may ask for at most so many replies. */
export const BATCH_MAX = 50;

/** Once the replies to a batch weigh more, the rest of it is refused: fifty members may want the same long list. */
const BATCH_BYTES_MAX = 1024 * 1024;

/** A preflight is refused whenever the request it asks for would be. */
const PREFLIGHT = optionsResponse("POST, OPTIONS");

/** Taken, and nothing is owed. Some clients parse any body whose type is given, so none is. */
const ACCEPTED: HttpResponse = {
  status: 202,
  headers: ["Content-Length", "0", "Cache-Control", "no-store", ...PUBLIC_FIELDS],
  body: NO_BODY,
};

interface Post {
  readonly request: HttpRequest;
  readonly methods: Readonly<Record<Era["name"], Methods>>;
  /** Tells in every failure how the body should have been. */
  readonly hint: string;
}

/** The handlers of `/mcp`, by HTTP method. */
export function mcpMethods(settings: McpSettings): Readonly<Record<string, Handler>> {
  const methods = { legacy: methodsOf(ERAS.legacy, settings), modern: methodsOf(ERAS.modern, settings) };
  const hint =
    "POST one JSON-RPC 2.0 object (or, before 2026-07-28, an array of them) with Content-Type: application/json. " +
    `See ${settings.baseUrl}/openapi.json`;
  const refused = hostGuard(settings.baseUrl);
  return {
    POST: (request) => refused(request) ?? answer({ request, methods, hint }),
    OPTIONS: (request) => refused(request) ?? PREFLIGHT,
  };
}

function answer(post: Post): HttpResponse | Priced {
  const body = jsonBody(post.request, post.hint);
  if ("failure" in body) return body.failure;
  if (Array.isArray(body.value)) return answerBatch(body.value, post);
  const message = messageOf(body.value);
  if (message === NO_MESSAGE) {
    return failure("invalid_request", "The request body is not a JSON-RPC 2.0 message.", post.hint);
  }
  if ("code" in message) return json(400, reply(null, message));
  if (message.kind === "request") return answerRequest(message, post);
  // Notifications and responses are taken and forgotten.
  const era = eraOfFields(post.request);
  if ("status" in era) return era;
  if (message.kind === "notification" || era.responses) return ACCEPTED;
  return failure("invalid_request", "From 2026-07-28 on the body must be a request or a notification.", post.hint);
}

function answerRequest(message: RpcRequest, { request, methods }: Post): HttpResponse {
  const era = eraOfRequest(message, request.headers);
  if ("code" in era) return json(400, reply(message.id, era));
  const outcome = call(methods[era.name], message);
  const owed = reply(message.id, outcome);
  if ("code" in outcome) return json(outcome.code === METHOD_NOT_FOUND ? era.unknownMethodStatus : 200, owed);
  return outcome.before === undefined ? json(200, owed) : stream(outcome.before, owed);
}

function answerBatch(batch: readonly unknown[], post: Post): HttpResponse | Priced {
  const era = eraOfFields(post.request);
  if ("status" in era) return era;
  if (batch.length === 0) return failure("invalid_request", "The batch is empty.", post.hint);
  if (batch.length > BATCH_MAX) {
    const message = `The batch has ${batch.length} messages; at most ${BATCH_MAX} are answered.`;
    return failure("batch_too_large", message, post.hint);
  }
  if (!era.batches || batch.some((value) => isObject(value) && claimedEra(value["params"])?.batches === false)) {
    return failure("invalid_request", "From 2026-07-28 on the body must be one message, not a batch.", post.hint);
  }
  return { cost: batch.length, answer: () => batchResponse(batch, post.methods[era.name]) };
}

function batchResponse(batch: readonly unknown[], methods: Methods): HttpResponse {
  let bytes = 0;
  const outcomeOf = (message: RpcRequest): Outcome => {
    if (message.method === "initialize" && batch.length > 1) return invalidRequest("initialize must be sent by itself.");
    if (bytes <= BATCH_BYTES_MAX) return call(methods, message);
    const told = `The replies before this one weigh more than ${BATCH_BYTES_MAX} bytes; send this request by itself.`;
    return invalidRequest(told);
  };
  const replies = batch.flatMap((value) => {
    const message = messageOf(value);
    if ("code" in message) return [reply(null, message)];
    if (message.kind !== "request") return [];
    const owed = reply(message.id, outcomeOf(message));
    bytes += bodyLength(owed);
    return [owed];
  });
  return replies.length === 0 ? ACCEPTED : json(200, batchReply(replies));
}

/** The era that `MCP-Protocol-Version` names for a body that cannot say it itself, or the failure when it names none. */
function eraOfFields(request: HttpRequest): Era | HttpResponse {
  const version = request.headers["mcp-protocol-version"];
  if (version === undefined) return ERAS.legacy;
  const message = `MCP-Protocol-Version is ${excerpt(version)}, a revision that is not spoken here.`;
  return eraOf(version) ?? failure("bad_request", message, `Use one of ${SUPPORTED_VERSIONS.join(", ")}.`);
}

function json(status: number, owed: Reply): HttpResponse {
  return { status, headers: unstored("application/json", bodyLength(owed)), ...owed };
}

/** The whole stream at once: two messages, and the end. */
function stream(before: string, owed: Reply): HttpResponse {
  const events = [before, wholeBody(owed)].map((message) => `event: message\ndata: ${String(message)}\n\n`);
  const body = Buffer.from(events.join(""));
  return { status: 200, headers: [...unstored("text/event-stream", body.length), "X-Accel-Buffering", "no"], body };
}
