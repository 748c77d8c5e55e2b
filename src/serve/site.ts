/**
 * A compiled site: its types, its file, and the router that serves it.
 *
 * The file, which `compile/site-file.ts` writes, has four parts:
 * 1. One line with the program version and the length of the manifest in bytes.
 * 2. The manifest, which is the site as JSON with `{"$bytes": [offset, length]}` in place of each buffer.
 * 3. The buffers.
 * 4. The CRC-32 checksum of the other parts, as four big-endian bytes.
 */

import { failure, failureResponse, noStoreResponse } from "./http/message.ts";
import type { HttpRequest, HttpResponse, RawHeaders, RenderFailure } from "./http/message.ts";
import { createRouter, optionsResponse, type Route, type Router } from "./http/router.ts";
import { negotiatedHandler, preferredMediaType, staticHandler, type Variant } from "./http/static-handlers.ts";
import { mcpHandlers } from "./mcp/endpoint.ts";
import type { McpSettings } from "./mcp/methods.ts";

const fs = process.getBuiltinModule("node:fs");
const { crc32 } = process.getBuiltinModule("node:zlib");

/** Content and the path where it is served. In the rate limit, a request for it counts as `cost` requests. */
export type Target = Readonly<{ path: string; cost: number }> &
  (
    | Readonly<{ kind: "static"; variant: Variant }>
    | Readonly<{ kind: "negotiated"; variants: readonly Variant[]; vary: string }>
  );

export type CompiledSite = Readonly<{
  baseUrl: string;
  /** Maximum number of requests per client per minute. Undefined means no limit. */
  rateLimit?: number | undefined;
  revision: string;
  targets: readonly Target[];
  errorPages: readonly Readonly<{ status: number; body: Buffer }>[];
  errorPageFields: RawHeaders;
  /** Template for security.txt, with `{expires}` for the expiry date. */
  securityText: string;
  mcp: McpSettings;
}>;

export type LoadedSite = Readonly<{ site: CompiledSite | undefined; problems: readonly string[] }>;

export type ProcessState = Readonly<{
  isReady: () => boolean;
  now: () => number;
  version: string;
  nodeVersion: string;
}>;

/** 180 days. RFC 9116, section 2.5.5, recommends less than a year. */
const SECURITY_TEXT_LIFETIME_MS = 180 * 86_400_000;

const NOT_READY = failure("unavailable", "The server is shutting down", "Send the request to another server", {
  close: true,
});

/** Creates the router for a site's stored content and for services such as `/healthz`. */
export function siteRouter(site: CompiledSite, state: ProcessState): Router {
  const targetRoutes = site.targets.map((target) => {
    const { path, cost } = target;
    const isStatic = target.kind === "static";
    const GET = isStatic ? staticHandler(target.variant) : negotiatedHandler(target.variants, target.vary);
    return { path, cost, methods: { GET } };
  });
  return createRouter([...targetRoutes, ...serviceRoutes(site, state)], errorPageRenderer(site));
}

/** Creates the routes whose responses are not stored in the compiled site, e.g. `/mcp` and `/healthz`. */
function serviceRoutes(site: CompiledSite, { isReady, now, version, nodeVersion }: ProcessState): Route[] {
  const mcpHttpMethods = mcpHandlers(site.mcp);
  const health = JSON.stringify({ status: "ok", version, site: site.revision, node: nodeVersion });
  const healthyResponse = noStoreResponse(200, "application/json", [health]);
  return [
    { path: "/mcp", methods: mcpHttpMethods },
    // Do not redirect /mcp/ to /mcp, because some clients drop the body of a redirected POST.
    { path: "/mcp/", methods: mcpHttpMethods },
    { path: "/.well-known/security.txt", methods: { GET: () => securityTextResponse(site.securityText, now()) } },
    // A cost of 0 exempts health checks from the rate limit.
    { path: "/healthz", cost: 0, methods: { GET: () => healthyResponse } },
    { path: "/readyz", cost: 0, methods: { GET: () => (isReady() ? healthyResponse : NOT_READY) } },
    // `OPTIONS *` asks which methods the server supports in general.
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
}

function securityTextResponse(template: string, now: number): HttpResponse {
  const expires = new Date(now + SECURITY_TEXT_LIFETIME_MS).toISOString();
  return noStoreResponse(200, "text/plain; charset=utf-8", [template.replace("{expires}", expires)]);
}

const API_PATH = /^\/(?:api|mcp|\.well-known)(?:\/|$)/;

function errorPageRenderer({ errorPages, errorPageFields }: CompiledSite): RenderFailure {
  const pages = new Map(errorPages.map(({ status, body }) => [status, { body, headers: errorPageFields }]));
  return (request, failed) => {
    const wantsPage = isNavigation(request) && !API_PATH.test(request.path);
    return failureResponse(failed, wantsPage ? pages.get(failed.status) : undefined);
  };
}

function isNavigation({ method, headers }: HttpRequest) {
  if (headers["sec-fetch-dest"] !== "document" || (method !== "GET" && method !== "HEAD")) return false;
  return preferredMediaType(["application/json", "text/html"], headers["accept"]) === "text/html";
}

export const SITE_MAGIC = "holiday-cottage site";
const FIRST_LINE = /^holiday-cottage site (\S{1,20}) (\d{1,10})\n/;
const FIRST_LINE_BYTES_MAX = 64;
export const CHECKSUM_BYTES = 4;

const FILE_BYTES_MAX = 512 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Settings that a compiled site must have. An undefined setting is not checked. */
export type SiteExpectations = Readonly<{
  programVersion: string;
  baseUrl: string | undefined;
  rateLimit: number | "off" | undefined;
}>;

export function isFile(path: string): boolean {
  try {
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Yields to the event loop, so that waiting requests are handled during a long task. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Reads a compiled site. Never rejects: if the file is unusable, `problems` says why. */
export async function readSiteFile(path: string, expected: SiteExpectations): Promise<LoadedSite> {
  try {
    const stats = fs.statSync(path);
    // Reject a named pipe here, because opening it would block.
    if (!stats.isFile()) return unusable(path, "is not a file");
    if (stats.size > FILE_BYTES_MAX) {
      return unusable(path, `is larger than ${FILE_BYTES_MAX} bytes, so it is not a compiled site`);
    }
    return await decodeSite(path, await readInChunks(path, stats.size), expected);
  } catch (error) {
    return unusable(path, `could not be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/**
 * Reads a file of `size` bytes. Serves waiting requests after each chunk. Uses synchronous reads, because loading
 * `fs.promises` would delay the start by 2 ms.
 */
async function readInChunks(path: string, size: number): Promise<Buffer> {
  // If the file shrinks during the loop, the rest of the buffer stays zero, so the checksum will not match.
  const bytes = Buffer.alloc(size);
  const descriptor = fs.openSync(path, "r");
  try {
    for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, size - offset);
      fs.readSync(descriptor, bytes, { offset, length, position: offset });
      await yieldToEventLoop();
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return bytes;
}

const DAMAGED = "is damaged or incomplete, or is not a compiled site; make one with --compile";

/** Decodes a site file, whose first line is e.g. `holiday-cottage site 2.0.0 5123`. Only messages use `path`. */
async function decodeSite(path: string, bytes: Buffer, expected: SiteExpectations): Promise<LoadedSite> {
  const match = FIRST_LINE.exec(bytes.toString("latin1", 0, FIRST_LINE_BYTES_MAX));
  if (match === null) return unusable(path, DAMAGED);
  const [firstLine, version, manifestLength] = match;
  if (version !== expected.programVersion) {
    const problem = `was compiled by version ${version}, not by ${expected.programVersion}; compile the site again`;
    return unusable(path, problem);
  }
  try {
    // latin1 has one byte per character, so the manifest begins at the offset `firstLine.length`.
    const site = await restoreSite(bytes, firstLine.length, Number(manifestLength));
    const mismatch = describeMismatch(site, expected);
    return mismatch === undefined ? { site, problems: [] } : unusable(path, mismatch);
  } catch {
    return unusable(path, DAMAGED);
  }
}

/** Restores a site from the manifest and buffers in a file. Throws if the file is damaged. */
async function restoreSite(file: Buffer, manifestStart: number, manifestLength: number): Promise<CompiledSite> {
  const checksumStart = file.length - CHECKSUM_BYTES;
  const checksum = await checksumOf(file.subarray(0, checksumStart));
  if (checksum !== file.readUInt32BE(checksumStart)) throw new Error("The checksum does not match");
  const manifestEnd = manifestStart + manifestLength;
  const site = JSON.parse(file.toString("utf8", manifestStart, manifestEnd));
  await yieldToEventLoop();
  const buffers = file.subarray(manifestEnd, checksumStart);
  restoreBuffers(site, buffers);
  return site;
}

/** Returns the CRC-32 checksum. Yields to the event loop after each chunk. */
async function checksumOf(bytes: Buffer): Promise<number> {
  let checksum = 0;
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    checksum = crc32(bytes.subarray(offset, offset + CHUNK_BYTES), checksum);
    await yieldToEventLoop();
  }
  return checksum;
}

type ManifestObject = { $bytes?: [offset: number, length: number]; [key: string]: unknown };

/** Replaces each `{"$bytes": [offset, length]}` in an object or array, at any depth, with a slice of `bytes`. */
function restoreBuffers(parent: ManifestObject, bytes: Buffer): void {
  // Do not use Object.entries(), which takes twice as long.
  for (const key in parent) {
    const value = parent[key];
    if (typeof value !== "object" || value === null) continue;
    const child = value as ManifestObject;
    if (child.$bytes !== undefined) parent[key] = bufferAt(child.$bytes, bytes);
    else restoreBuffers(child, bytes);
  }
}

function bufferAt([offset, length]: readonly [number, number], bytes: Buffer): Buffer {
  const buffer = bytes.subarray(offset, offset + length);
  if (buffer.length !== length) throw new RangeError("A buffer is outside the file");
  return buffer;
}

function describeMismatch(site: CompiledSite, { baseUrl, rateLimit }: SiteExpectations): string | undefined {
  const baseUrlMismatch = describeDifference("BASE_URL", site.baseUrl, baseUrl);
  return baseUrlMismatch ?? describeDifference("RATE_LIMIT", site.rateLimit ?? "off", rateLimit);
}

function describeDifference(name: string, compiled: unknown, expected: unknown): string | undefined {
  if (expected === undefined || expected === compiled) return undefined;
  return `was compiled for ${name} ${compiled}, but ${name} is ${expected}; compile the site again`;
}

function unusable(path: string, problem: string): LoadedSite {
  return { site: undefined, problems: [`The file ${path} ${problem}`] };
}
