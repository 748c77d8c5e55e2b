/**
 * POST /mcp: what of an HTTP request is a question to MCP, and how the reply goes back.
 *
 * Where there is a JSON-RPC request to answer, its error is a JSON-RPC error with its id; where there is none, the
 * failure is one of HTTP. Nothing is remembered between two requests: no session is ever made.
 */
import { failure, PUBLIC_FIELDS } from "../http/failure.ts";
import { NO_BODY, bodyLength, requestField, wholeBody } from "../http/message.ts";
import type { FieldLines, Handler, HttpRequest, HttpResponse, Priced } from "../http/message.ts";
import { optionsResponse } from "../http/router.ts";
import { jsonBody } from "./body.ts";
import { claimedEra, eraOfRequest } from "./envelope.ts";
import { hostGuard } from "./host-guard.ts";
import { INVALID_REQUEST, METHOD_NOT_FOUND, OVERLONG, isObject, messageOf } from "./json-rpc.ts";
import { batchReply, errorReply, resultReply } from "./json-rpc.ts";
import type { Id, Message, Reply, RpcError, RpcRequest } from "./json-rpc.ts";
import { call, methodsOf } from "./methods.ts";
import type { McpSettings, Methods, Outcome } from "./methods.ts";
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
    POST: (request) => refused(request) ?? receive({ request, methods, hint }),
    OPTIONS: (request) => refused(request) ?? PREFLIGHT,
  };
}

function receive(post: Post): HttpResponse | Priced {
  const body = jsonBody(post.request, post.hint);
  if ("failure" in body) return body.failure;
  if (Array.isArray(body.value)) return answerBatch(body.value, post);
  const message = messageOf(body.value);
  if (message === undefined) return invalidRequest("The request body is not a JSON-RPC 2.0 message.", post);
  if (message.kind === "overlong") return json(400, errorReply(null, OVERLONG));
  return message.kind === "request" ? answerRequest(message, post) : accept(message, post);
}

function answerRequest(message: RpcRequest, { request, methods }: Post): HttpResponse {
  const era = eraOfRequest(message, {
    version: requestField(request, "mcp-protocol-version"),
    method: requestField(request, "mcp-method"),
    name: requestField(request, "mcp-name"),
  });
  if ("code" in era) return json(400, errorReply(message.id, era));
  const outcome = call(methods[era.name], message);
  const reply = replyTo(message.id, outcome);
  if ("result" in outcome) return outcome.before === undefined ? json(200, reply) : stream(outcome.before, reply);
  return json(outcome.error.code === METHOD_NOT_FOUND ? era.unknownMethodStatus : 200, reply);
}

/** Notifications and responses are taken and forgotten. */
function accept({ kind }: Message, post: Post): HttpResponse {
  const era = fieldEra(post.request);
  if (era === undefined) return unknownVersion(post);
  if (kind === "response" && !era.responses) {
    return invalidRequest("From 2026-07-28 on the body must be a request or a notification.", post);
  }
  return ACCEPTED;
}

function answerBatch(values: readonly unknown[], post: Post): HttpResponse | Priced {
  const era = fieldEra(post.request);
  if (era === undefined) return unknownVersion(post);
  if (values.length === 0) return invalidRequest("The batch is empty.", post);
  if (values.length > BATCH_MAX) {
    const message = `The batch has ${values.length} messages; at most ${BATCH_MAX} are answered.`;
    return failure("batch_too_large", message, post.hint);
  }
  if (!era.batches || values.some((value) => isObject(value) && claimedEra(value["params"])?.batches === false)) {
    return invalidRequest("From 2026-07-28 on the body must be one message, not a batch.", post);
  }
  const answer = (): HttpResponse => {
    const replies: Reply[] = [];
    let bytes = 0;
    for (const value of values) {
      const reply = memberReply(value, values.length, bytes, post.methods[era.name]);
      if (reply === undefined) continue;
      replies.push(reply);
      bytes += bodyLength(reply);
    }
    return replies.length === 0 ? ACCEPTED : json(200, batchReply(replies));
  };
  return { cost: values.length, answer };
}

/**
 * The reply owed to one of `count` members of a batch, if any.
 * @param bytes what the replies before it weigh
 */
function memberReply(value: unknown, count: number, bytes: number, methods: Methods): Reply | undefined {
  const message = messageOf(value);
  if (message === undefined) return errorReply(null, invalid("This member is not a JSON-RPC 2.0 message."));
  if (message.kind === "overlong") return errorReply(null, OVERLONG);
  if (message.kind !== "request") return undefined;
  if (message.method === "initialize" && count > 1) {
    return errorReply(message.id, invalid("initialize must be sent by itself."));
  }
  if (bytes > BATCH_BYTES_MAX) {
    const told = `The replies before this one weigh more than ${BATCH_BYTES_MAX} bytes; send this request by itself.`;
    return errorReply(message.id, invalid(told));
  }
  return replyTo(message.id, call(methods, message));
}

function invalid(message: string): RpcError {
  return { code: INVALID_REQUEST, message };
}

function replyTo(id: Id, outcome: Outcome): Reply {
  return "result" in outcome ? resultReply(id, outcome.result) : errorReply(id, outcome.error);
}

/** The era that `MCP-Protocol-Version` names for a body that cannot say it itself; undefined when it names none. */
function fieldEra(request: HttpRequest): Era | undefined {
  const version = requestField(request, "mcp-protocol-version");
  return version === undefined ? ERAS.legacy : eraOf(version);
}

function unknownVersion({ request }: Post): HttpResponse {
  const version = JSON.stringify(requestField(request, "mcp-protocol-version"));
  const message = `MCP-Protocol-Version is ${version}, a revision that is not spoken here.`;
  return failure("bad_request", message, `Use one of ${SUPPORTED_VERSIONS.join(", ")}.`);
}

function invalidRequest(message: string, { hint }: Post): HttpResponse {
  return failure("invalid_request", message, hint);
}

function json(status: number, reply: Reply): HttpResponse {
  return { status, headers: fields("application/json", bodyLength(reply)), ...reply };
}

/** The whole stream at once: two messages, and the end. */
function stream(before: string, reply: Reply): HttpResponse {
  const events = [before, wholeBody(reply)].map((message) => `event: message\ndata: ${String(message)}\n\n`);
  const body = Buffer.from(events.join(""));
  return { status: 200, headers: [...fields("text/event-stream", body.length), "X-Accel-Buffering", "no"], body };
}

function fields(mediaType: string, bytes: number): FieldLines {
  const length = String(bytes);
  return ["Content-Type", mediaType, "Content-Length", length, "Cache-Control", "no-store", ...PUBLIC_FIELDS];
}
