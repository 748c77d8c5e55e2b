/**
 * Records the responses of this server, so that the peers serve the same data and the floor serves the same bytes.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { HttpResponse, HttpRequest } from "./http.ts";
import { send, text } from "./http.ts";
import type { Running } from "./process.ts";

const folders: string[] = [];
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Creates a folder that is deleted when the benchmark ends. It is readable for all, because nginx drops privileges. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function readObject(path: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isObject(value)) throw new Error(`${path} is not an object`);
  return value;
}

/** Copies the sample data and repeats its reviews up to the given number. */
export function dataWithReviews(sample: string, count: number): string {
  const folder = temporaryFolder();
  cpSync(sample, folder, { recursive: true });
  const reviews = readObject(join(folder, "reviews.json"));
  const cottage = readObject(join(folder, "cottage.json"));
  const sampleReviews = Array.isArray(reviews["reviews"]) ? reviews["reviews"] : [];
  const reviewCount = Math.max(count, sampleReviews.length);
  const many = Array.from({ length: count }, (_, index) => sampleReviews[index % sampleReviews.length]);
  const { aggregateRating } = cottage;
  if (!isObject(aggregateRating)) throw new Error("cottage.json has no aggregateRating");
  const rating = { ...aggregateRating, reviewCount };
  writeFileSync(join(folder, "reviews.json"), JSON.stringify({ ...reviews, reviewCount, reviews: many }));
  writeFileSync(join(folder, "cottage.json"), JSON.stringify({ ...cottage, aggregateRating: rating }));
  return folder;
}

/** Requests whose responses are recorded, and the files for the bodies. */
const RECORDED: readonly [file: string, request: HttpRequest][] = [
  ["cottage.json", { method: "GET", path: "/api/v1/cottage", headers: {} }],
  ["reviews.json", { method: "GET", path: "/api/v1/reviews", headers: {} }],
  ["attractions.json", { method: "GET", path: "/api/v1/attractions", headers: {} }],
  ["booking.json", { method: "GET", path: "/api/v1/booking", headers: {} }],
  ["about.html", { method: "GET", path: "/about", headers: {} }],
  ["about.md", { method: "GET", path: "/about", headers: { Accept: "text/markdown" } }],
  ["404.json", { method: "GET", path: "/nothing", headers: {} }],
  ["405.json", { method: "DELETE", path: "/api/v1/cottage", headers: {} }],
];

/** Files for static file servers. Compressed copies are written beside them. */
const FILES: readonly [file: string, recorded: string][] = [
  ["api/v1/cottage.json", "cottage.json"],
  ["api/v1/reviews.json", "reviews.json"],
  ["about.html", "about.html"],
  ["about.md", "about.md"],
  ["404.json", "404.json"],
  ["405.json", "405.json"],
];

function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const quality = content.length > 1e6 ? 1 : 5;
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: content.length > 1e6 ? 1 : 6 }));
}

function toolsOf(response: HttpResponse): unknown {
  const message: unknown = JSON.parse(text(response));
  if (!isObject(message) || !isObject(message["result"])) throw new Error("the response to tools/list has no result");
  return message["result"]["tools"];
}

/** Records the responses of a running server in a new folder, and returns its path. */
export async function record(server: Running): Promise<string> {
  const folder = temporaryFolder();
  const recorded = new Map<string, string>();
  for (const [file, recordedRequest] of RECORDED) {
    const content = text(await send(server.port, recordedRequest));
    recorded.set(file, content);
    writeFileSync(join(folder, file), content);
  }
  const headers = { "Content-Type": "application/json" };
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const listed = await send(server.port, { method: "POST", path: "/mcp", headers, body });
  writeFileSync(join(folder, "tools.json"), JSON.stringify(toolsOf(listed)));
  for (const [file, from] of FILES) writeFile(join(folder, "www", file), recorded.get(from) ?? "");
  return folder;
}

/** Writes the response of the floor. `parses` says whether the floor parses request bodies. */
export function writeConstant(path: string, { status, headers, body }: HttpResponse, parses: boolean): void {
  writeFileSync(path, JSON.stringify({ status, headers, body: body.toString("base64"), parses }));
}
