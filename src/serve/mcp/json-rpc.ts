/**
 * JSON-RPC 2.0 messages: told apart when they come in, written around ready results when they go out.
 *
 * It knows neither HTTP nor MCP, and calls no method.
 */

export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: Id;
  readonly method: string;
  readonly params: unknown;
}

type Message = RpcRequest | { readonly kind: "notification" | "response" };

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** JSON-RPC 2.0, section 5.1. */
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;
export const invalidRequest = (message: string): RpcError => ({ code: -32600, message });
export const invalidParams = (message: string): RpcError => ({ code: -32602, message });

/** In UTF-16 code units: far beyond what any client counts with. */
export const ID_LENGTH_MAX = 1024;

export const NO_MESSAGE = invalidRequest("This member is not a JSON-RPC 2.0 message.");
const OVERLONG = invalidRequest(`The id is longer than ${ID_LENGTH_MAX} characters.`);

const EXCERPT_MAX = 100;

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The message that a JSON value is, or the error when it is none whose id could be given back. */
export function messageOf(value: unknown): Message | RpcError {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return NO_MESSAGE;
  const { id, method, params } = value;
  if (method === undefined) return isResponse(value) ? { kind: "response" } : NO_MESSAGE;
  if (typeof method !== "string") return NO_MESSAGE;
  if (id === undefined) return { kind: "notification" };
  if (typeof id === "string" && id.length > ID_LENGTH_MAX) return OVERLONG;
  return isId(id) ? { kind: "request", id, method, params } : NO_MESSAGE;
}

/** Integers past 2^53 could not be echoed as they came, and no client would know its answer again. */
function isId(value: unknown): value is Id {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isResponse({ id, result, error }: Params): boolean {
  return (result === undefined) !== (error === undefined) && (isId(id) || (id === null && isObject(error)));
}

/** A result as JSON text in two parts: the end may be shared with other results. */
export interface ReadyResult {
  /** In ASCII. */
  readonly start: string;
  readonly end: Buffer;
  /** A notification that must come before the result, which makes the answer a stream. */
  readonly before?: string;
}

export type Outcome = ReadyResult | RpcError;

/** Pieces of its own, texts only where they are ASCII, then bytes that other replies share. */
export interface Reply {
  readonly start: readonly (string | Buffer)[];
  readonly body: Buffer;
}

export function readyResult(result: object): ReadyResult {
  return { start: "{", end: Buffer.from(`${JSON.stringify(result).slice(1)}}`) };
}

/** A value as JSON that needs no encoding: what is not ASCII is escaped. */
export function ascii(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** @param id null only where there is none to give back (section 5) */
export function reply(id: Id | null, outcome: Outcome): Reply {
  if ("code" in outcome) return { start: [], body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, error: outcome })) };
  const start = `{"jsonrpc":"2.0","id":${typeof id === "number" ? id : ascii(id)},"result":${outcome.start}`;
  return { start: [start], body: outcome.end };
}

/** The replies to a batch as one array, in the order of its requests. */
export function batchReply(replies: readonly Reply[]): Reply {
  const start = replies.flatMap((each, index) => [index === 0 ? "[" : ",", ...each.start, each.body]);
  return { start, body: Buffer.from("]") };
}

/** A client's own value as a message may repeat it. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, EXCERPT_MAX) : value) ?? "nothing";
  return text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text;
}
