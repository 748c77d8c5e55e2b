/**
 * POST /mcp: what of an HTTP request is a question to MCP, and how the reply goes back.
 *
 * Where there is a JSON-RPC request, its error is a JSON-RPC error with its id; where there is none, the failure is one
 * of HTTP. No session is ever made.
 */

import { isUtf8 } from "node:buffer";
import { failure, PUBLIC_FIELDS, unstored } from "../http/failure.ts";
import { bodyLength, type Handler, type HttpRequest, type HttpResponse, NO_BODY, type Priced, wholeBody } from "../http/message.ts";
import { optionsResponse } from "../http/router.ts";
import { memoize } from "../http/memoize.ts";
import { claimedEra, eraOfRequest } from "./envelope.ts";
import { batchReply, excerpt, invalidRequest, isObject, messageOf, METHOD_NOT_FOUND, NO_MESSAGE, type Reply, reply, type RpcRequest } from "./json-rpc.ts";
import { call, type McpSettings, type Methods, methodsOf } from "./methods.ts";
import { type Era, eraOf, ERAS, SUPPORTED_VERSIONS } from "./revisions.ts";

export const BATCH_MAX = 50;

/** No message of MCP comes near it. */
const DEPTH_MAX = 32;

/** Once the replies weigh more, the rest of a batch is refused: fifty members may want the same long list. */
const BATCH_BYTES_MAX = 1024 * 1024;

const PREFLIGHT = optionsResponse("POST, OPTIONS");

/** Some clients parse any body whose type is given, so none is. */
const ACCEPTED: HttpResponse = {
  status: 202,
  headers: ["Content-Length", "0", "Cache-Control", "no-store", ...PUBLIC_FIELDS],
  body: NO_BODY,
};

export function mcpMethods(settings: McpSettings): Readonly<Record<string, Handler>> {
  const methods = methodsOf(settings);
  const form = "POST one JSON-RPC 2.0 object (or, before 2026-07-28, an array of them) with Content-Type: application/json.";
  const hint = `${form} See ${settings.baseUrl}/openapi.json`;
  const invalid = (message: string) => failure("invalid_request", message, hint);
  const refused = hostGuard(settings.baseUrl);
  return {
    POST: (request) => refused(request) ?? answer(request),
    // Refused whenever the request it asks for would be.
    OPTIONS: (request) => refused(request) ?? PREFLIGHT,
  };

  function answer(request: HttpRequest): HttpResponse | Priced {
    const body = jsonBody(request);
    if ("status" in body) return body;
    if (Array.isArray(body.value)) return answerBatch(body.value, request);
    const message = messageOf(body.value);
    if (message === NO_MESSAGE) return invalid("The request body is not a JSON-RPC 2.0 message.");
    if ("code" in message) return json(400, reply(null, message));
    if (message.kind === "request") return answerRequest(message, request);
    // Notifications and responses are taken and forgotten.
    const era = eraOfFields(request);
    if ("status" in era) return era;
    if (message.kind === "notification" || era.responses) return ACCEPTED;
    return invalid("From 2026-07-28 on the body must be a request or a notification.");
  }

  function jsonBody({ headers, body }: HttpRequest): { value: unknown } | HttpResponse {
    if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
      return failure("unsupported_media_type", "The request body must not be compressed.", hint, ["Accept-Encoding", "identity"]);
    }
    if (!isJson(headers["content-type"])) {
      const message = "The request body must be application/json in UTF-8, and Content-Type must say so.";
      return failure("unsupported_media_type", message, hint, ["Accept", "application/json"]);
    }
    const text = body.toString();
    // What is no UTF-8 is decoded as this character, which a text may also have of its own.
    if (text.includes("\ufffd") && !isUtf8(body)) return failure("parse_error", "The request body is not valid UTF-8.", hint);
    try {
      const value: unknown = JSON.parse(text);
      return isTooDeep(value) ? failure("body_too_deep", `The request body nests deeper than ${DEPTH_MAX} levels.`, hint) : { value };
    } catch {
      return failure("parse_error", "The request body is not valid JSON.", hint);
    }
  }

  function answerRequest(message: RpcRequest, request: HttpRequest): HttpResponse {
    const era = eraOfRequest(message, request.headers);
    if ("code" in era) return json(400, reply(message.id, era));
    const outcome = call(methods[era.name], message);
    const owed = reply(message.id, outcome);
    if ("code" in outcome) return json(outcome.code === METHOD_NOT_FOUND ? era.unknownMethodStatus : 200, owed);
    return outcome.before === undefined ? json(200, owed) : stream(outcome.before, owed);
  }

  function answerBatch(batch: readonly unknown[], request: HttpRequest): HttpResponse | Priced {
    const era = eraOfFields(request);
    if ("status" in era) return era;
    if (batch.length === 0) return invalid("The batch is empty.");
    if (batch.length > BATCH_MAX) {
      return failure("batch_too_large", `The batch has ${batch.length} messages; at most ${BATCH_MAX} are answered.`, hint);
    }
    if (!era.batches || batch.some((value) => isObject(value) && claimedEra(value["params"])?.batches === false)) {
      return invalid("From 2026-07-28 on the body must be one message, not a batch.");
    }
    return { cost: batch.length, answer: () => batchResponse(batch, methods[era.name]) };
  }
}

function isJson(contentType = ""): boolean {
  if (contentType === "application/json") return true;
  const charset = /;\s*charset=([^;]*)/i.exec(contentType)?.[1] ?? "utf-8";
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType) && /^"?utf-?8"?\s*$/i.test(charset);
}

function isTooDeep(value: unknown, levels = DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) if (isTooDeep(Reflect.get(value, name), levels - 1)) return true;
  return false;
}

function batchResponse(batch: readonly unknown[], methods: Methods): HttpResponse {
  let bytes = 0;
  const outcomeOf = (message: RpcRequest) => {
    if (message.method === "initialize" && batch.length > 1) return invalidRequest("initialize must be sent by itself.");
    if (bytes <= BATCH_BYTES_MAX) return call(methods, message);
    return invalidRequest(`The replies before this one weigh more than ${BATCH_BYTES_MAX} bytes; send this request by itself.`);
  };
  const replies = batch.flatMap((value) => {
    const message = messageOf(value);
    if ("code" in message) return reply(null, message);
    if (message.kind !== "request") return [];
    const owed = reply(message.id, outcomeOf(message));
    bytes += bodyLength(owed);
    return owed;
  });
  return replies.length === 0 ? ACCEPTED : json(200, batchReply(replies));
}

/** The era that `MCP-Protocol-Version` names for a body that cannot say it itself. */
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
  return { status: 200, headers: unstored("text/event-stream", body.length, ["X-Accel-Buffering", "no"]), body };
}

/**
 * A page elsewhere must not reach a server on its visitor's own machine by giving that machine a name (DNS rebinding;
 * MCP, Streamable HTTP, "Security"). On a public address every Origin is welcome: the data are public.
 */
function hostGuard(baseUrl: string): (request: HttpRequest) => HttpResponse | undefined {
  const own = new URL(baseUrl).hostname;
  const isOurs = memoize((authority) => {
    const host = authority.replace(/:\d*$/, "").toLowerCase();
    return host === own || isLoopback(host);
  });
  return ({ headers: { host, origin } }) => {
    if (host !== undefined && !isOurs(host)) {
      return failure("forbidden_host", `${excerpt(host)} is not a host of this server.`, `Use ${baseUrl}/mcp`);
    }
    if (isLoopback(own) && origin !== undefined && !isOurs(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? "")) {
      const hint = "This server runs on a local address and answers local pages and programs only.";
      return failure("forbidden_origin", `The origin ${excerpt(origin)} may not use this server.`, hint);
    }
    return undefined;
  };
}

function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}
