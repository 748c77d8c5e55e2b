/**
 * JSON-RPC 2.0: parses messages and serialises replies. Results are passed in as JSON text.
 *
 * This module does not depend on HTTP or MCP, and calls no methods.
 */

export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export type RpcRequest = Readonly<{
  kind: "request";
  id: Id;
  method: string;
  params: unknown;
}>;

type InvalidMessage = Readonly<{
  kind: "invalid";
  /** The id of the value if it is valid, otherwise null (JSON-RPC 2.0, section 5). */
  id: Id | null;
  error: RpcError;
}>;

type Message = RpcRequest | Readonly<{ kind: "notification" }> | Readonly<{ kind: "response" }> | InvalidMessage;

/** Codes of JSON-RPC 2.0, section 5.1, and of MCP 2026-07-28. The names appear in the access log. */
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
  /** The exception behind an internal error; never sent. */
  exception?: unknown;
}>;

/** A result serialised as JSON and split in two, so that many replies can share the large `suffix`. */
export type ReadyResult = Readonly<{
  kind: "result";
  prefix: string;
  suffix: Buffer;
  /** JSON text of a notification to send before the result. The response is then an event stream. */
  notification?: string;
}>;

export type Outcome = ReadyResult | RpcError;

export type Reply = Readonly<{ prefix: readonly (string | Buffer)[]; body: Buffer }>;

/** In UTF-16 code units. */
export const ID_LENGTH_MAX = 1024;
const EXCERPT_MAX = 100;

export function rpcError(name: RpcError["name"], message: string, data?: object): RpcError {
  return { kind: "error", name, message, data };
}

const NOT_A_MESSAGE = rpcError(
  "invalid_request",
  `A JSON-RPC 2.0 message has a string as method, and an integer or at most ${ID_LENGTH_MAX} characters as id.`,
);

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseMessage(value: unknown): Message {
  if (!isObject(value)) return { kind: "invalid", id: null, error: NOT_A_MESSAGE };
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc === "2.0" && typeof method === "string") {
    if (id === undefined) return { kind: "notification" };
    if (isId(id)) return { kind: "request", id, method, params };
  }
  if (jsonrpc === "2.0" && method === undefined && isResponse(value)) return { kind: "response" };
  return { kind: "invalid", id: isId(id) ? id : null, error: NOT_A_MESSAGE };
}

/** Rejects integers above 2^53: they would be returned rounded, so the client could not match the reply. */
function isId(value: unknown): value is Id {
  return typeof value === "string" ? value.length <= ID_LENGTH_MAX : Number.isSafeInteger(value);
}

function isResponse({ id, result, error }: Params): boolean {
  const hasOne = (result === undefined) !== (error === undefined);
  return hasOne && (isId(id) || (id === null && isObject(error)));
}

export function readyResult(result: object): ReadyResult {
  return { kind: "result", prefix: "{", suffix: Buffer.from(`${JSON.stringify(result).slice(1)}}`) };
}

export function reply(id: Id | null, outcome: Outcome): Reply {
  if (outcome.kind === "error") {
    const { name, message, data } = outcome;
    const error = { code: ERROR_CODES[name], message, data };
    return { prefix: [], body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, error })) };
  }
  return { prefix: [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${outcome.prefix}`], body: outcome.suffix };
}

/** Joins replies into one JSON array. */
export function batchReply(replies: readonly Reply[]): Reply {
  const prefix = replies.flatMap((member, index) => [index === 0 ? "[" : ",", ...member.prefix, member.body]);
  return { prefix, body: Buffer.from("]") };
}

/** Returns a client's value as JSON for use in a message, shortened to 100 characters. */
export function excerpt(value: unknown): string {
  const shortened = typeof value === "string" ? value.slice(0, EXCERPT_MAX) : value;
  const text = JSON.stringify(shortened) ?? "nothing";
  return text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text;
}
