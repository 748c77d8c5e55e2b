/**
 * Starts the built server, and sends it plain HTTP requests without redirects, default headers or decoding.
 */
import { once } from "node:events";
import { request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startServer as start } from "../support/running.ts";
import type { Environment, RunningServer } from "../support/running.ts";

export type { RunningServer };

/** Public address in the description, because linters reject a local address. */
export const BASE_URL = "https://cottage.example";

export function startServer(environment: Environment = {}): Promise<RunningServer> {
  return start({ BASE_URL, RATE_LIMIT: "100000", ...environment });
}

export interface RequestOptions {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body without its content coding. */
  readonly text: string;
}

export async function sendRequest(
  origin: string,
  { method = "GET", path, headers = {}, body }: RequestOptions,
): Promise<ReceivedResponse> {
  const outgoing = request(`${origin}${path}`, { method, headers, agent: false, timeout: 10_000 });
  outgoing.on("timeout", () => outgoing.destroy(new Error(`No response to ${method} ${path}`)));
  outgoing.end(body);
  const [incoming] = await once(outgoing, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    text: decodeBody(incoming.headers, Buffer.concat(chunks)),
  };
}

function decodeBody(headers: IncomingHttpHeaders, bytes: Buffer): string {
  if (bytes.length === 0) return "";
  if (headers["content-encoding"] === "br") return brotliDecompressSync(bytes).toString();
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
}
