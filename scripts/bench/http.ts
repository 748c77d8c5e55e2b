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
  /** Alternating names and values, like `rawHeaders` of node:http, without the fields that node:http always adds. */
  readonly headers: readonly string[];
  /** Body as received, possibly compressed. */
  readonly body: Buffer;
}

/** Header fields that node:http adds to the responses of every server. */
const AUTOMATIC = new Set(["date", "connection", "keep-alive"]);

export function send(port: number, { method, path, headers, body }: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, headers: { ...headers }, agent: false as const };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { rawHeaders } = response;
        // Names have even indices. Each value follows its name.
        const nameAt = (index: number) => rawHeaders[index - (index % 2)] ?? "";
        const fields = rawHeaders.filter((_, index) => !AUTOMATIC.has(nameAt(index).toLowerCase()));
        resolve({ status: response.statusCode ?? 0, headers: fields, body: Buffer.concat(chunks) });
      });
    })
      .setTimeout(30_000, () => reject(new Error("no response in 30 s")))
      .on("error", reject)
      .end(body);
  });
}

/** Returns the value of a header field, or undefined if it is absent. The name must be in lower case. */
export function field({ headers }: HttpResponse, name: string): string | undefined {
  const nameIndex = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return nameIndex === -1 ? undefined : headers[nameIndex + 1];
}

/** Returns the decompressed body as text. */
export function text(response: HttpResponse): string {
  const coding = field(response, "content-encoding") ?? "identity";
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[coding];
  if (decode === undefined) throw new Error(`content coding ${coding}`);
  return decode(response.body).toString();
}
