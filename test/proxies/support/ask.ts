/**
 * An HTTP client that sends just what it is told and hands back just what came.
 *
 * It follows nothing, decodes nothing and stores nothing. A GET whose connection was closed while it was on its way, as a proxy
 * that runs short of connections may do to idle ones, is sent again as every client does (RFC 9112, section 9.3.1).
 */
import type { IncomingMessage } from "node:http";
import { Agent, request as requestPlain } from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export interface Question {
  readonly method?: string;
  readonly fields?: Fields;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** By lower-case name, repeated lines joined by ", ". */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Ask = (path: string, question?: Question) => Promise<Answer>;

export interface Way {
  readonly port: number;
  /** The certificate to trust; undefined for plain HTTP. */
  readonly certificate?: string;
  /** The address to come from: another client to whoever counts them. */
  readonly from?: string;
}

/** The public name that the shipped configurations use. */
export const HOST = "cottage.example";

const CONNECTIONS_MAX = 16;
const PATIENCE_MS = 10_000;

export function asker({ port, certificate, from = "127.0.0.1" }: Way): Ask {
  const pool = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
  const agent = certificate === undefined ? new Agent(pool) : new SecureAgent({ ...pool, ca: certificate });
  const request = certificate === undefined ? requestPlain : requestSecure;
  const ask: Ask = (path, { method = "GET", fields = {}, body } = {}) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const headers = Object.fromEntries(
      Object.entries({ Host: HOST, ...length, ...fields }).map(([name, value]) => [
        name,
        typeof value === "string" ? value : [...value],
      ]),
    );
    const options = { host: "127.0.0.1", port, servername: HOST, localAddress: from, agent, method, path, headers };
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (incoming) => void collect(incoming).then(resolve, reject));
      outgoing
        .on("error", (error: NodeJS.ErrnoException) => {
          if (method === "GET" && outgoing.reusedSocket && error.code === "ECONNRESET") ask(path, { method, fields }).then(resolve, reject);
          else reject(error);
        })
        .setTimeout(PATIENCE_MS, () => void outgoing.destroy(new Error(`No answer to ${method} ${path}`)))
        .end(body);
    });
  };
  return ask;
}

async function collect(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const fields: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) fields[name] = (values ?? []).join(", ");
  return { status: incoming.statusCode ?? 0, fields, body: Buffer.concat(chunks) };
}
