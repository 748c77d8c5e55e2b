/**
 * Records the responses of this server, so that the peers serve the same data and the floor serves the same bytes.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { temporaryFolder } from "./folder.ts";
import type { HttpResponse, HttpRequest } from "./http.ts";
import { send, text } from "./http.ts";
import type { Running } from "./process.ts";

/** Copies the sample data, and repeats its reviews up to the given number. Returns the folder of the copy. */
export function dataWithReviews(sample: string, reviewCount: number): string {
  const folder = temporaryFolder();
  cpSync(sample, folder, { recursive: true });
  const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const writeJson = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
  const list = readJson("reviews.json");
  const reviews = Array.from({ length: reviewCount }, (_, index) => list.reviews[index % list.reviews.length]);
  writeJson("reviews.json", { ...list, reviewCount, reviews });
  const cottage = readJson("cottage.json");
  writeJson("cottage.json", { ...cottage, aggregateRating: { ...cottage.aggregateRating, reviewCount } });
  return folder;
}

/** Names of files, and the requests whose response bodies they get. */
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

/** Files for servers of static files, and the recorded files that they are copies of. */
const STATIC_FILES: readonly [file: string, recorded: string][] = [
  ["api/v1/cottage.json", "cottage.json"],
  ["api/v1/reviews.json", "reviews.json"],
  ["about.html", "about.html"],
  ["about.md", "about.md"],
  ["404.json", "404.json"],
  ["405.json", "405.json"],
];

/** Writes a file, and compressed copies beside it. */
function writeWithCompressed(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const isLarge = content.length > 1e6;
  const params = { [constants.BROTLI_PARAM_QUALITY]: isLarge ? 1 : 5 };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: isLarge ? 1 : 6 }));
}

/** Records the responses of a running server in a new folder, and returns its path. */
export async function record(server: Running): Promise<string> {
  const folder = temporaryFolder();
  for (const [file, request] of RECORDED) {
    writeFileSync(join(folder, file), text(await send(server.port, request)));
  }
  const headers = { "Content-Type": "application/json" };
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const response = await send(server.port, { method: "POST", path: "/mcp", headers, body });
  writeFileSync(join(folder, "tools.json"), JSON.stringify(JSON.parse(text(response)).result.tools));
  for (const [file, recorded] of STATIC_FILES) {
    writeWithCompressed(join(folder, "www", file), readFileSync(join(folder, recorded), "utf8"));
  }
  return folder;
}

/**
 * Writes the file with the response of the floor.
 *
 * @param parses whether the floor parses the bodies of requests
 */
export function writeConstant(path: string, { status, headers, body }: HttpResponse, parses: boolean): void {
  writeFileSync(path, JSON.stringify({ status, headers, body: body.toString("base64"), parses }));
}
