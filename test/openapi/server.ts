/**
 * The built server as a program of its own, and plain HTTP to it: nothing is added, followed or hidden.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const PROGRAM = fileURLToPath(new URL("../../dist/server.js", import.meta.url));

/** What the description calls itself by, so that no linter meets a local address. */
export const BASE_URL = "https://cottage.example";

export interface RunningServer {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", BASE_URL, RATE_LIMIT: "100000", ...environment };
  const program = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: program.stdout })) {
    const origin = /Listening on (http:\/\/[^"\s]+)/.exec(line)?.[1];
    if (origin === undefined) continue;
    program.stdout.resume();
    return {
      origin,
      stop: async () => {
        program.kill();
        await once(program, "exit");
      },
    };
  }
  throw new Error("The server ended before it listened");
}

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Without its content coding. */
  readonly text: string;
}

export async function ask(origin: string, { method = "GET", path, headers = {}, body }: Question): Promise<Answer> {
  const outgoing = request(`${origin}${path}`, { method, headers, agent: false, timeout: 10_000 });
  outgoing.on("timeout", () => outgoing.destroy(new Error(`No answer to ${method} ${path}`)));
  outgoing.end(body);
  const [incoming] = await once(outgoing, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode, headers: incoming.headers, text: decoded(incoming.headers, Buffer.concat(chunks)) };
}

function decoded(headers: IncomingHttpHeaders, bytes: Buffer): string {
  if (bytes.length === 0) return "";
  if (headers["content-encoding"] === "br") return brotliDecompressSync(bytes).toString();
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
}
