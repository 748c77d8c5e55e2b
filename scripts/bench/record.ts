/**
 * What this server serves, written down: for the peers to serve the same, and for the floor to write the same bytes.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Answer, Ask } from "./ask.ts";
import { ask, text } from "./ask.ts";
import type { Running } from "./process.ts";

const folders: string[] = [];
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder that goes when the bench ends. Others may read it, since nginx gives up its rights. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

function readObject(path: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (typeof value !== "object" || value === null) throw new Error(`${path} is no object`);
  return { ...value };
}

/** The sample data with so many reviews, the sample's own over and over. */
export function dataWithReviews(sample: string, count: number): string {
  const folder = temporaryFolder();
  cpSync(sample, folder, { recursive: true });
  const reviews = readObject(join(folder, "reviews.json"));
  const cottage = readObject(join(folder, "cottage.json"));
  const own = Array.isArray(reviews["reviews"]) ? reviews["reviews"] : [];
  const reviewCount = Math.max(count, own.length);
  const many = Array.from({ length: count }, (_, index) => own[index % own.length]);
  const rating = { ...Object(cottage["aggregateRating"]), reviewCount };
  writeFileSync(join(folder, "reviews.json"), JSON.stringify({ ...reviews, reviewCount, reviews: many }));
  writeFileSync(join(folder, "cottage.json"), JSON.stringify({ ...cottage, aggregateRating: rating }));
  return folder;
}

const SET: readonly [file: string, ask: Ask][] = [
  ["cottage.json", { method: "GET", path: "/api/v1/cottage", headers: {} }],
  ["reviews.json", { method: "GET", path: "/api/v1/reviews", headers: {} }],
  ["attractions.json", { method: "GET", path: "/api/v1/attractions", headers: {} }],
  ["booking.json", { method: "GET", path: "/api/v1/booking", headers: {} }],
  ["about.html", { method: "GET", path: "/about", headers: {} }],
  ["about.md", { method: "GET", path: "/about", headers: { Accept: "text/markdown" } }],
  ["404.json", { method: "GET", path: "/nothing", headers: {} }],
  ["405.json", { method: "DELETE", path: "/api/v1/cottage", headers: {} }],
];

/** The files that servers of files serve, each with its compressed versions beside it. */
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

function toolsOf(answer: Answer): unknown {
  const message: unknown = JSON.parse(text(answer));
  return Object(Object(message).result).tools;
}

/** Asks a running server for everything and keeps it in a folder of its own. */
export async function record(server: Running): Promise<string> {
  const folder = temporaryFolder();
  const recorded = new Map<string, string>();
  for (const [file, each] of SET) {
    const content = text(await ask(server.port, each));
    recorded.set(file, content);
    writeFileSync(join(folder, file), content);
  }
  const headers = { "Content-Type": "application/json" };
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const listed = await ask(server.port, { method: "POST", path: "/mcp", headers, body });
  writeFileSync(join(folder, "tools.json"), JSON.stringify(toolsOf(listed)));
  for (const [file, from] of FILES) writeFile(join(folder, "www", file), recorded.get(from) ?? "");
  return folder;
}

/** The floor's one answer. */
export function writeConstant(path: string, { status, headers, body }: Answer, parses: boolean): void {
  writeFileSync(path, JSON.stringify({ status, headers, body: body.toString("base64"), parses }));
}
