/**
 * Parses and serialises JSON-RPC 2.0 messages.
 */

import type { Body } from "../http/message.ts";

export type Id = string | number;
export type JsonObject = Readonly<Record<string, unknown>>;

export type RpcRequest = Readonly<{ kind: "request"; id: Id; method: string; params: unknown }>;

/** `id` is null if the message has no valid id (JSON-RPC 2.0, section 5). */
type InvalidMessage = Readonly<{ kind: "invalid"; id: Id | null; error: RpcError }>;

type Message = RpcRequest | InvalidMessage | Readonly<{ kind: "notification" }> | Readonly<{ kind: "response" }>;

/** Keyed by the name that appears in the access log. */
const ERROR_CODES = {
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  header_mismatch: -32020,
  unsupported_protocol_version: -32022,
} as const;

export type RpcError = Readonly<{
  kind: "error";
  name: keyof typeof ERROR_CODES;
  message: string;
  data?: object | undefined;
  /** Logged, never sent. */
  exception?: unknown;
}>;

export type RpcResult = Readonly<{
  kind: "result";
  json: Buffer;
  /** A notification, as JSON, to send before the result. If set, the response is an event stream. */
  notification?: string;
}>;

export type Outcome = RpcResult | RpcError;

export const ID_LENGTH_MAX = 1024;
const EXCERPT_MAX = 100;

export function rpcError(name: RpcError["name"], message: string, data?: object): RpcError {
  return { kind: "error", name, message, data };
}

export function rpcResult(result: object): RpcResult {
  return { kind: "result", json: Buffer.from(JSON.stringify(result)) };
}

const NOT_A_MESSAGE = rpcError(
  "invalid_request",
  `A message has "jsonrpc": "2.0", a string as method, ` +
    `and an integer within ±(2^53 - 1) or at most ${ID_LENGTH_MAX} characters as id.`,
);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseMessage(value: unknown): Message {
  if (!isJsonObject(value)) return { kind: "invalid", id: null, error: NOT_A_MESSAGE };
  const { jsonrpc, id, method, params } = value;
  const invalid: InvalidMessage = { kind: "invalid", id: isId(id) ? id : null, error: NOT_A_MESSAGE };
  if (jsonrpc !== "2.0") return invalid;
  if (method === undefined) return isResponse(value) ? { kind: "response" } : invalid;
  if (typeof method !== "string") return invalid;
  if (id === undefined) return { kind: "notification" };
  return isId(id) ? { kind: "request", id, method, params } : invalid;
}

/** Rejects unsafe integers: they lose precision, so the reply would not match its request. */
function isId(value: unknown): value is Id {
  return typeof value === "string" ? value.length <= ID_LENGTH_MAX : Number.isSafeInteger(value);
}

function isResponse({ id, result, error }: JsonObject) {
  const hasResultOrError = (result === undefined) !== (error === undefined);
  return hasResultOrError && (isId(id) || (id === null && isJsonObject(error)));
}

export function replyJson(id: Id | null, outcome: Outcome): Body {
  if (outcome.kind === "error") {
    const { name, message, data } = outcome;
    return [JSON.stringify({ jsonrpc: "2.0", id, error: { code: ERROR_CODES[name], message, data } })];
  }
  return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, outcome.json, "}"];
}

export function jsonExcerpt(value: unknown): string {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length > EXCERPT_MAX ? `${json.slice(0, EXCERPT_MAX)}…` : json;
}
