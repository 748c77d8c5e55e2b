/** Valid requests of 2026-07-28, and changes that make them invalid. */
import type { HttpRequest, RequestFields } from "../../../src/serve/http/message.ts";
import { post } from "./fixture.ts";

export const VERSION = "2026-07-28";
export const KEY = "io.modelcontextprotocol/";
export const META = { [`${KEY}protocolVersion`]: VERSION, [`${KEY}clientCapabilities`]: {} };

export interface Changes {
  readonly meta?: unknown;
  readonly fields?: RequestFields;
  readonly id?: unknown;
}

/** Creates a valid request with the changes of a row. */
export function modern(method: string, params: object = {}, { meta = META, fields = {}, id = 1 }: Changes = {}) {
  const name = "name" in params && typeof params.name === "string" ? params.name : undefined;
  const standard = { "mcp-protocol-version": VERSION, "mcp-method": method, "mcp-name": name };
  return post({ jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } }, { ...standard, ...fields });
}

/** A request and the expected response in the form of `summary`. */
export type Row = readonly [what: string, request: HttpRequest, answer: string];

export const CALL = { name: "get-cottage", arguments: {} };
