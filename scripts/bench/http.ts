/**
 * Sends one HTTP request over a new connection, and returns the response.
 */
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** Alternating names and values as received, without the fields that node:http adds to every response. */
  readonly headers: readonly string[];
  /** Body as received, in its content coding. */
  readonly body: Buffer;
}

/** Fields that node:http adds to the responses of every server. */
const AUTOMATIC = new Set(["date", "connection", "keep-alive"]);

export function send(port: number, { method, path, headers, body }: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, headers: { ...headers }, agent: false as const };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const lines = response.rawHeaders;
        const fields = lines.filter((_, index) => !AUTOMATIC.has((lines[index - (index % 2)] ?? "").toLowerCase()));
        resolve({ status: response.statusCode ?? 0, headers: fields, body: Buffer.concat(chunks) });
      });
    })
      .setTimeout(30_000, () => reject(new Error("no response in 30 s")))
      .on("error", reject)
      .end(body);
  });
}

export function field({ headers }: HttpResponse, name: string): string | undefined {
  const nameIndex = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return nameIndex === -1 ? undefined : headers[nameIndex + 1];
}

/** Returns the decoded body. */
export function text(response: HttpResponse): string {
  const coding = field(response, "content-encoding") ?? "identity";
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[coding];
  if (decode === undefined) throw new Error(`content coding ${coding}`);
  return decode(response.body).toString();
}
