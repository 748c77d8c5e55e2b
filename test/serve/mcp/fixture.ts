/**
 * A small MCP server, and functions that send requests to it and read its responses. Every response is checked for the
 * rules that hold for all.
 */
import assert from "node:assert/strict";
import {
  failureResponse,
  type HttpRequest,
  type HttpResponse,
  type RequestFields,
} from "../../../src/serve/http/message.ts";
import { responseField } from "../../support/field.ts";
import { mcpHandlers } from "../../../src/serve/mcp/endpoint.ts";
import type { McpSettings } from "../../../src/serve/mcp/methods.ts";
import { toolResult } from "../../../src/compile/discovery/mcp.ts";
import { conform, joinBody, type SentResponse } from "../../support/conform.ts";
import { isObject } from "../../support/json.ts";

function tool(name: string, facts: object): McpSettings["tools"][number] {
  const definition = { name, description: `What ${name} is for` };
  return { name, definition, result: toolResult(facts, []) };
}

export const SETTINGS: McpSettings = {
  baseUrl: "http://localhost:3000",
  server: {
    name: "holiday-cottage",
    title: "A cottage",
    version: "1.0.0",
    websiteUrl: "http://localhost:3000/developers",
  },
  instructions: "Facts about one cottage.",
  tools: [
    tool("get-cottage", { object: "cottage", priceRange: "£120–£180", note: 'a "quoted" word\u2028and a line' }),
    tool("list-reviews", { object: "review_list", reviews: [] }),
    tool("list-attractions", { object: "attraction_list", attractions: [] }),
    tool("get-booking-options", { object: "booking_options", channels: [] }),
  ],
};

export const TOOL_NAMES: readonly string[] = SETTINGS.tools.map(({ name }) => name);

const local = mcpHandlers(SETTINGS);

export const FIELDS: RequestFields = { host: "localhost:3000", "content-type": "application/json" };

/** Creates a POST as the listener passes it. Undefined fields are not sent. */
export function post(body: unknown, fields: RequestFields = {}): HttpRequest {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return { method: "POST", path: "/mcp", headers: { ...FIELDS, ...fields }, body: bytes };
}

export function ask(request: HttpRequest, methods = local): SentResponse & Pick<HttpResponse, "reason"> {
  const handler = methods[request.method];
  assert.ok(handler, `no handler for ${request.method}`);
  const found = handler(request);
  if (found.kind === "deferred") assert.ok(found.cost >= 1 && found.cost <= 50, `cost ${found.cost}`);
  const result = found.kind === "deferred" ? found.respond() : found;
  const response = joinBody(result.kind === "failure" ? failureResponse(result) : result);
  conformMessages(response);
  return response;
}

/** Returns the cost of a request in tokens. */
export function costOf(request: HttpRequest): number {
  const found = local[request.method]?.(request);
  return found !== undefined && "cost" in found ? found.cost : 1;
}

/** Checks the rules that hold for every response of the endpoint. */
function conformMessages(response: SentResponse): void {
  const { status, headers, body } = conform(response);
  assert.ok([200, 202, 204, 400, 403, 404, 415].includes(status), `status ${status}`);
  assert.equal(responseField(headers, "cache-control"), "no-store");
  if (body.length > 0) for (const message of messagesIn(response)) conformMessage(message, status);
}

function conformMessage(message: unknown, status: number): void {
  assert.ok(isObject(message));
  if (message["jsonrpc"] === undefined) {
    assert.deepEqual(Object.keys(message), ["error"]);
    assert.ok(status >= 400 && isObject(message["error"]) && typeof message["error"]["code"] === "string");
    return;
  }
  assert.equal(message["jsonrpc"], "2.0");
  if (message["method"] !== undefined) return;
  assert.notEqual(message["result"] === undefined, message["error"] === undefined, "a result or an error, never both");
  if (message["error"] !== undefined)
    assert.ok(isObject(message["error"]) && Number.isInteger(message["error"]["code"]));
}

/** Returns the JSON values of a body: one, the members of a batch, or the events of a stream. */
export function messagesIn({ headers, body }: SentResponse): readonly unknown[] {
  const type = responseField(headers, "content-type");
  if (type === "text/event-stream") {
    const events = body.toString().split("\n\n").slice(0, -1);
    return events.map((event) => {
      const [name, data = ""] = event.split("\n");
      assert.equal(name, "event: message");
      assert.ok(data.startsWith("data: "));
      return JSON.parse(data.slice("data: ".length));
    });
  }
  assert.equal(type, "application/json");
  const value: unknown = JSON.parse(body.toString());
  return Array.isArray(value) ? value : [value];
}

/** Summarises a response: `200 result`, `404 error -32601`, `400 failure parse_error`, `202 nothing`. */
export function summary(response: SentResponse): string {
  if (response.body.length === 0) return `${response.status} nothing`;
  const text = response.body.toString();
  const said = messagesIn(response).map(messageSummary);
  const isBatch = text.startsWith("[");
  return `${response.status} ${isBatch ? `[${said.join(", ")}]` : said.join(", ")}`;
}

function messageSummary(message: unknown): string {
  if (!isObject(message)) return "no message";
  if (typeof message["method"] === "string") return message["method"];
  if (message["result"] !== undefined) return "result";
  const code = isObject(message["error"]) ? message["error"]["code"] : undefined;
  return typeof code === "string" ? `failure ${code}` : `error ${String(code)}`;
}
