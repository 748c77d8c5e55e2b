/**
 * Records our server's responses, so that the peers can serve the same data. The floor, a bare node:http server,
 * replays them byte for byte.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { temporaryFolder } from "./folder.ts";
import type { HttpResponse, HttpRequest } from "./http.ts";
import { send, text } from "./http.ts";
import type { Running } from "./process.ts";

/** Copies the sample data, and repeats its reviews until there are `reviewCount`. Returns the folder of the copy. */
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

/** Files to record, each with the request whose response body is written to it. */
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

/** Files for static file servers, each with the recorded file of which it is a copy. */
const STATIC_FILES: readonly [file: string, recorded: string][] = [
  ["api/v1/cottage.json", "cottage.json"],
  ["api/v1/reviews.json", "reviews.json"],
  ["about.html", "about.html"],
  ["about.md", "about.md"],
  ["404.json", "404.json"],
  ["405.json", "405.json"],
];

/** Writes a file, and copies of it compressed with brotli and gzip, e.g. `about.html.br`. */
function writeWithCompressed(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  // Large files are compressed at the fastest level, because better levels would take too long.
  const isLarge = content.length > 1e6;
  const params = { [constants.BROTLI_PARAM_QUALITY]: isLarge ? 1 : 5 };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: isLarge ? 1 : 6 }));
}

/** Records the responses of a running server in a new folder. Returns the path of the folder. */
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
 * Writes the file with the response that the floor replays.
 *
 * @param parses whether the floor parses the bodies of POST requests before it responds
 */
export function writeConstant(path: string, { status, headers, body }: HttpResponse, parses: boolean): void {
  writeFileSync(path, JSON.stringify({ status, headers, body: body.toString("base64"), parses }));
}
