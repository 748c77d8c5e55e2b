/**
 * One request and its whole answer, over a connection of its own.
 */
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** As sent, but without the fields that node:http adds to every answer by itself. */
  readonly headers: readonly string[];
  /** As sent, in its content coding. */
  readonly body: Buffer;
}

/** node:http writes these itself, in every server that is built on it. */
const AUTOMATIC = new Set(["date", "connection", "keep-alive"]);

export function ask(port: number, { method, path, headers, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, headers: { ...headers }, agent: false as const };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const lines = response.rawHeaders;
        const kept = lines.filter((_, index) => !AUTOMATIC.has((lines[index - (index % 2)] ?? "").toLowerCase()));
        resolve({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) });
      });
    })
      .setTimeout(30_000, () => reject(new Error("no answer in 30 s")))
      .on("error", reject)
      .end(body);
  });
}

export function field({ headers }: Answer, name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at === -1 ? undefined : headers[at + 1];
}

/** The body without its content coding. */
export function text(answer: Answer): string {
  const coding = field(answer, "content-encoding") ?? "identity";
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[coding];
  if (decode === undefined) throw new Error(`content coding ${coding}`);
  return decode(answer.body).toString();
}
