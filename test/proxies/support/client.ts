/**
 * HTTP client that sends exactly the given fields and returns exactly the received ones.
 *
 * It follows no redirects, decodes no codings and caches nothing. It repeats a GET if the server closes the idle
 * connection at the same moment, as every client does (RFC 9112, section 9.3.1).
 */
import type { IncomingMessage } from "node:http";
import { Agent, request as requestPlain } from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";
import { until } from "../../support/program.ts";

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export interface RequestOptions {
  readonly method?: string;
  readonly fields?: Fields;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** Values by lower-case name; repeated fields are joined by ", ". */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type SendRequest = (path: string, options?: RequestOptions) => Promise<HttpResponse>;

export interface ClientOptions {
  readonly port: number;
  /** Certificate to trust; undefined for plain HTTP. */
  readonly certificate?: string;
  /** Source address. The rate limit counts each loopback address as another client. */
  readonly from?: string;
}

/** The public name in the shipped configurations. */
export const HOST = "cottage.example";

const CONNECTIONS_MAX = 16;
const TIMEOUT_MS = 10_000;

/** Returns a function that requests a path and resolves with the response. */
export function createClient({ port, certificate, from = "127.0.0.1" }: ClientOptions): SendRequest {
  const pool = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
  const agent = certificate === undefined ? new Agent(pool) : new SecureAgent({ ...pool, ca: certificate });
  const startRequest = certificate === undefined ? requestPlain : requestSecure;
  const request: SendRequest = (path, { method = "GET", fields = {}, body } = {}) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const headers = Object.fromEntries(
      Object.entries({ Host: HOST, ...length, ...fields }).map(([name, value]) => [
        name,
        typeof value === "string" ? value : [...value],
      ]),
    );
    const options = { host: "127.0.0.1", port, servername: HOST, localAddress: from, agent, method, path, headers };
    return new Promise((resolve, reject) => {
      const outgoing = startRequest(options, (incoming) => void collect(incoming).then(resolve, reject));
      outgoing
        .on("error", (error: NodeJS.ErrnoException) => {
          if (method === "GET" && outgoing.reusedSocket && error.code === "ECONNRESET")
            request(path, { method, fields }).then(resolve, reject);
          else reject(error);
        })
        .setTimeout(TIMEOUT_MS, () => void outgoing.destroy(new Error(`No response to ${method} ${path}`)))
        .end(body);
    });
  };
  return request;
}

async function collect(incoming: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const fields: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) fields[name] = (values ?? []).join(", ");
  return { status: incoming.statusCode ?? 0, fields, body: Buffer.concat(chunks) };
}

/** Waits until a proxy passes on the response of a running service. */
export function waitUntilHealthy(proxy: string, request: SendRequest): Promise<void> {
  return until(`${proxy} responds`, () =>
    request("/healthz").then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}
