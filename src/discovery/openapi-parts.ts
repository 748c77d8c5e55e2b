/**
 * What both halves of the description, data and MCP, are made of: references, refusals, and examples, which are asked of
 * the routes themselves so that none can say what the server does not.
 */
import { wholeBody } from "../http/message.ts";
import type { HttpRequest } from "../http/message.ts";
import type { Router } from "../http/router.ts";
import { respond } from "../http/router.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Question extends Partial<Pick<HttpRequest, "method" | "headers">> {
  readonly path: string;
  /** A JSON value, or text as it stands. */
  readonly body?: unknown;
}

/** What is answered: a JSON value, or the text of a stream. */
export type Ask = (question: Question) => unknown;

export function asker(router: Router): Ask {
  return ({ method = "GET", path, headers = {}, body = "" }) => {
    const sent = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const text = wholeBody(respond(router, { method, path, headers, body: sent })).toString();
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
  };
}

export function ref(kind: "schemas" | "responses" | "headers" | "parameters", name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Response fields by name, each with its component. */
export function fields(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, ref("headers", name.replaceAll("-", ""))]));
}

/** A failure in the Error shape. */
export function refusal(description: string, example?: unknown, headers: JsonObject = {}): JsonObject {
  const shown = example === undefined ? {} : { example };
  return { description, headers, content: { "application/json": { schema: ref("schemas", "Error"), ...shown } } };
}
