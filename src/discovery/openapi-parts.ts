/**
 * What both halves of the description, data and MCP, are made of. Examples are asked of the routes themselves, so that
 * none can say what the server does not.
 */
import { wholeBody } from "../http/message.ts";
import type { HttpRequest } from "../http/message.ts";
import type { Router } from "../http/router.ts";
import { respond } from "../http/router.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export const JSON_TYPE = "application/json";

/** Asks for a JSON value, or for the text of a stream. */
export type Ask = (question: Partial<Omit<HttpRequest, "body">> & { readonly body?: unknown }) => unknown;

/** A body is a JSON value, or text as it stands. */
export function asker(router: Router): Ask {
  return ({ method = "GET", path = "/", headers = {}, body = "" }) => {
    const sent = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const text = wholeBody(respond(router, { method, path, headers, body: sent })).toString();
    return /^[[{]/.test(text) ? JSON.parse(text) : text;
  };
}

/** The beginning of each list of objects: a reader wants the form, and a tool its types. */
export function abridged(facts: object, entries: number): JsonObject {
  const beginning = (value: unknown): unknown => (Array.isArray(value) && typeof value[0] === "object" ? value.slice(0, entries) : value);
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, beginning(value)]));
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
  return { description, headers, content: { [JSON_TYPE]: { schema: ref("schemas", "Error"), ...shown } } };
}
