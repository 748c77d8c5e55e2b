/**
 * POST /mcp: what of an HTTP request is a question to MCP, and how the answer goes back.
 *
 * Where there is a JSON-RPC request to answer, its error is a JSON-RPC error with its id; where there is none, the
 * failure is one of HTTP. Nothing is remembered between two requests: no session is ever made.
 */
import { failure, PUBLIC_FIELDS } from "../http/failure.ts";
import { NO_BODY, requestField, wholeBody } from "../http/message.ts";
import type { FieldLines, Handler, HttpRequest, HttpResponse, Priced } from "../http/message.ts";
import { jsonBody } from "./body.ts";
import { claimedEra, eraOfRequest } from "./envelope.ts";
import type { StandardFields } from "./envelope.ts";
import { INVALID_REQUEST, METHOD_NOT_FOUND, isObject, messageOf } from "./json-rpc.ts";
import { batchAnswer, errorAnswer, resultAnswer } from "./json-rpc.ts";
import type { Answer, Id, Message, RpcRequest } from "./json-rpc.ts";
import { call, methodsOf } from "./methods.ts";
import type { McpSettings, Methods, Outcome } from "./methods.ts";
import { admission, preflight } from "./origin.ts";
import { ERAS, SUPPORTED_VERSIONS, eraOf } from "./revisions.ts";
import type { Era } from "./revisions.ts";

/** One POST may ask for at most so many answers. */
export const BATCH_MAX = 50;

const JSON_TYPE = "application/json";

/** Accepted, and nothing is owed. Some clients parse any body whose type is given, so none is. */
const ACCEPTED: HttpResponse = {
  status: 202,
  headers: ["Content-Length", "0", "Cache-Control", "no-store", ...PUBLIC_FIELDS],
  body: NO_BODY,
};

/** The handlers of `/mcp`, by HTTP method. */
export function mcpMethods(settings: McpSettings): Readonly<Record<string, Handler>> {
  const methods = { legacy: methodsOf(ERAS.legacy, settings), modern: methodsOf(ERAS.modern, settings) };
  const hint =
    "POST one JSON-RPC 2.0 object (or, before 2026-07-28, an array of them) with Content-Type: application/json. " +
    `See ${settings.baseUrl}/openapi.json`;
  const admit = admission(settings.baseUrl);
  return {
    POST: (request) => {
      const refused = admit(request);
      if (refused !== undefined) return refused;
      const body = jsonBody(request, hint);
      return "failure" in body ? body.failure : answer(body.value, { request, methods, hint });
    },
    OPTIONS: preflight(admit),
  };
}

interface Exchange {
  readonly request: HttpRequest;
  readonly methods: Readonly<Record<Era["name"], Methods>>;
  readonly hint: string;
}

function answer(value: unknown, exchange: Exchange): HttpResponse | Priced {
  if (Array.isArray(value)) return answerBatch(value, exchange);
  const message = messageOf(value);
  if (message === undefined) return invalidRequest("The request body is not a JSON-RPC 2.0 message.", exchange);
  return message.kind === "request" ? answerRequest(message, exchange) : take(message, exchange);
}

function answerRequest(message: RpcRequest, { request, methods }: Exchange): HttpResponse {
  const era = eraOfRequest(message, standardFields(request));
  if ("code" in era) return respond(400, errorAnswer(message.id, era));
  const outcome = call(methods[era.name], message);
  const owed = answerTo(message.id, outcome);
  if ("result" in outcome) return outcome.before === undefined ? respond(200, owed) : streamed(outcome.before, owed);
  return respond(outcome.error.code === METHOD_NOT_FOUND ? era.unknownMethodStatus : 200, owed);
}

/** Notifications and responses are taken and forgotten. */
function take({ kind }: Message, exchange: Exchange): HttpResponse {
  const era = fieldEra(exchange.request);
  if (era === undefined) return unknownVersion(exchange);
  if (kind === "response" && !era.responses) {
    return invalidRequest("From 2026-07-28 on the body must be a request or a notification.", exchange);
  }
  return ACCEPTED;
}

function answerBatch(values: readonly unknown[], exchange: Exchange): HttpResponse | Priced {
  const era = fieldEra(exchange.request);
  if (era === undefined) return unknownVersion(exchange);
  if (values.length === 0) return invalidRequest("The batch is empty.", exchange);
  if (values.length > BATCH_MAX) {
    const message = `The batch has ${values.length} messages; at most ${BATCH_MAX} are answered.`;
    return failure("batch_too_large", message, exchange.hint);
  }
  if (!era.batches || values.some((value) => isObject(value) && claimedEra(value["params"])?.batches === false)) {
    return invalidRequest("From 2026-07-28 on the body must be one message, not a batch.", exchange);
  }
  const answer = (): HttpResponse => {
    const answers = values.flatMap((value) => memberAnswer(value, values.length, exchange.methods[era.name]));
    return answers.length === 0 ? ACCEPTED : respond(200, batchAnswer(answers));
  };
  return { cost: values.length, answer };
}

/** The answer owed to one member of a batch, if any. */
function memberAnswer(value: unknown, count: number, methods: Methods): Answer[] {
  const message = messageOf(value);
  if (message === undefined) {
    return [errorAnswer(null, { code: INVALID_REQUEST, message: "This member is not a JSON-RPC 2.0 message." })];
  }
  if (message.kind !== "request") return [];
  if (message.method === "initialize" && count > 1) {
    return [errorAnswer(message.id, { code: INVALID_REQUEST, message: "initialize must be sent by itself." })];
  }
  return [answerTo(message.id, call(methods, message))];
}

function answerTo(id: Id, outcome: Outcome): Answer {
  return "result" in outcome ? resultAnswer(id, outcome.result) : errorAnswer(id, outcome.error);
}

/** The era that `MCP-Protocol-Version` names for a body that cannot say it itself; undefined when it names none. */
function fieldEra(request: HttpRequest): Era | undefined {
  const version = requestField(request, "mcp-protocol-version");
  return version === undefined ? ERAS.legacy : eraOf(version);
}

function standardFields(request: HttpRequest): StandardFields {
  return {
    version: requestField(request, "mcp-protocol-version"),
    method: requestField(request, "mcp-method"),
    name: requestField(request, "mcp-name"),
  };
}

function unknownVersion({ request }: Exchange): HttpResponse {
  const version = JSON.stringify(requestField(request, "mcp-protocol-version"));
  const message = `MCP-Protocol-Version is ${version}, a revision that is not spoken here.`;
  return failure("bad_request", message, `Use one of ${SUPPORTED_VERSIONS.join(", ")}.`);
}

function invalidRequest(message: string, { hint }: Exchange): HttpResponse {
  return failure("invalid_request", message, hint);
}

function respond(status: number, { start, body }: Answer): HttpResponse {
  const bytes = start.reduce((sum, piece) => sum + piece.length, body.length);
  return { status, headers: fields(JSON_TYPE, bytes), start, body };
}

/** The whole stream at once: two messages, and the end. */
function streamed(before: string, owed: Answer): HttpResponse {
  const messages = [before, wholeBody(owed)];
  const body = Buffer.from(messages.map((message) => `event: message\ndata: ${String(message)}\n\n`).join(""));
  return { status: 200, headers: [...fields("text/event-stream", body.length), "X-Accel-Buffering", "no"], body };
}

function fields(mediaType: string, bytes: number): FieldLines {
  const length = String(bytes);
  return ["Content-Type", mediaType, "Content-Length", length, "Cache-Control", "no-store", ...PUBLIC_FIELDS];
}
