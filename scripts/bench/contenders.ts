/**
 * Lists the servers that are timed, and how to start them:
 * - our server
 * - the floor, a bare node:http server that replays our responses
 * - the peers, other servers with the same data; their programs in `peers/` follow their documentation
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";
import type { Program } from "./process.ts";
import { COMPILED, FLOOR, LIMITER_OFF, LOG_ON, NOISE, OURS } from "./readings.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Paths and flags for starting a server. */
export interface Setup {
  /** Path of the Node executable. */
  readonly node: string;
  readonly flags?: readonly string[];
  /** Folder with recorded responses of our server, from which the peers serve the same data. */
  readonly material: string;
  /** Folder with the owner's data. */
  readonly data: string;
  /** File with the response that the floor replays. */
  readonly constant: string;
  /** Folder of our built server; it has `dist/server.js`. */
  readonly checkout: string;
  /** Folder of another build of our server, for comparison. */
  readonly against: string | undefined;
  /** File of the compiled site. */
  readonly site: string;
}

export interface Contender {
  readonly name: string;
  readonly kinds: readonly Case["kind"][];
  readonly program: (setup: Setup, port: number) => Program;
  /** Reasons why the server is not timed in a case, keyed by case, e.g. `{ br: "does not compress" }`. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** Violations of HTTP in the server's response, keyed by case. It is timed, but never listed as the cheapest peer. */
  readonly flaws?: Readonly<Record<string, string>>;
  /** Request paths, keyed by case, where they differ from those of our server. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Whether the server is timed only in cases that name it. */
  readonly isVariant?: boolean;
  /** Whether the server runs without its plugins. It is timed only in cases that it serves correctly without them. */
  readonly isBare?: boolean;
}

/** Rate limit that no client reaches. The limiter counts requests, but rejects none. */
const LIMIT = "1000000";

/** Returns a function that returns the command for starting our server, with some environment variables changed. */
function ours(env: Record<string, string> = {}) {
  return ({ node, flags = [], data, checkout }: Setup): Program => {
    const folders = { DATA_DIR: data, CONTENT_DIR: join(checkout, "content") };
    return {
      command: node,
      args: [...flags, join(checkout, "dist/server.js")],
      env: { RATE_LIMIT: LIMIT, ACCESS_LOG: "off", BASE_URL: "http://localhost:3000", ...folders, ...env },
    };
  };
}

/** Returns the command for starting another build of our server. */
function otherBuild(setup: Setup): Program {
  return ours()({ ...setup, checkout: setup.against ?? setup.checkout });
}

/** Returns the command for starting our server with a compiled site. */
function compiled({ node, flags = [], checkout, site }: Setup): Program {
  return { command: node, args: [...flags, join(checkout, "dist/server.js"), site], env: { ACCESS_LOG: "off" } };
}

/** Compiles the site into a file. Returns the path of the file. */
export function compileSite(setup: Omit<Setup, "site">, file: string): string {
  const { command, args, env } = ours()({ ...setup, site: file });
  execFileSync(command, [...args, "--compile", file], { env: { ...process.env, ...env }, stdio: "ignore" });
  return file;
}

/** Returns a function that returns the command for starting a program in `peers/`. */
function peer(file: string, env: Record<string, string> = {}) {
  return ({ node, flags = [], material, constant }: Setup): Program => ({
    command: node,
    args: [...flags, join(HERE, "peers", file)],
    env: { MATERIAL: material, CONSTANT: constant, ...env },
  });
}

/**
 * Writes a copy of nginx.conf with the port, because nginx reads the port only from its configuration. Returns the
 * command for starting nginx with the copy.
 */
function nginx({ material }: Setup, port: number): Program {
  const configuration = readFileSync(join(HERE, "peers/nginx.conf"), "utf8").replace("@PORT@", String(port));
  const file = join(material, `nginx-${port}.conf`);
  writeFileSync(file, process.getuid?.() === 0 ? `user root;\n${configuration}` : configuration);
  return { command: "nginx", args: ["-p", material, "-c", file], env: {} };
}

function reasonFor(cases: readonly string[], reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(cases.map((name) => [name, reason]));
}

const OTHER_BUILD = `${OURS}, other build`;

const NO_MODERN = reasonFor(["tools/call, 2026-07-28", "server/discover"], "older revisions only");

export const CONTENDERS: readonly Contender[] = [
  { name: FLOOR, kinds: ["http", "mcp"], program: peer("floor.cjs") },
  { name: NOISE, kinds: ["http", "mcp"], program: peer("floor.cjs") },
  { name: OURS, kinds: ["http", "mcp"], program: ours() },
  { name: COMPILED, kinds: ["http"], program: compiled, isVariant: true },
  { name: OTHER_BUILD, kinds: ["http", "mcp"], program: otherBuild },
  { name: LIMITER_OFF, kinds: ["http"], program: ours({ RATE_LIMIT: "off" }), isVariant: true },
  { name: LOG_ON, kinds: ["http"], program: ours({ ACCESS_LOG: "on" }), isVariant: true },
  {
    name: "nginx",
    kinds: ["http"],
    program: nginx,
    cannot: reasonFor(["br", "br, 1,000 reviews"], "needs the brotli module, which is a separate package"),
    paths: { markdown: "/about.md" },
  },
  { name: "fastify", kinds: ["http"], program: peer("fastify.mjs") },
  { name: "fastify, bare", kinds: ["http"], program: peer("fastify.mjs", { BARE: "1" }), isBare: true },
  { name: "hono", kinds: ["http"], program: peer("hono.mjs"), cannot: { br: "compresses with gzip only" } },
  { name: "hono, bare", kinds: ["http"], program: peer("hono.mjs", { BARE: "1" }), isBare: true },
  {
    name: "h3",
    kinds: ["http"],
    program: peer("h3.mjs"),
    cannot: { br: "does not compress", gzip: "does not compress" },
  },
  { name: "express", kinds: ["http"], program: peer("express.mjs") },
  { name: "express, bare", kinds: ["http"], program: peer("express.mjs", { BARE: "1" }), isBare: true },
  {
    name: "polka + sirv",
    kinds: ["http"],
    program: peer("polka.mjs"),
    cannot: { "405": "serves files for any method" },
    flaws: { "304": "without ETag, Cache-Control and Vary, which RFC 9110, section 15.4.5, demands" },
    paths: { markdown: "/about.md" },
  },
  {
    name: "json-server",
    kinds: ["http"],
    program: peer("json-server.mjs"),
    cannot: {
      ...reasonFor(["HTML", "markdown"], "serves JSON only"),
      "404": "has a fixed response",
      "405": "has routes for all methods",
    },
  },
  { name: "official SDK v2", kinds: ["mcp"], program: peer("sdk-v2.mjs") },
  { name: "official SDK v1", kinds: ["mcp"], program: peer("sdk-v1.mjs"), cannot: NO_MODERN },
  { name: "fastmcp", kinds: ["mcp"], program: peer("fastmcp.mjs"), cannot: NO_MODERN },
  { name: "mcp-lite", kinds: ["mcp"], program: peer("mcp-lite.mjs"), cannot: NO_MODERN },
];

/** Cases in which a framework without plugins responds correctly. */
const BARE_CASES = ["200", "HTML", "markdown", "404", "405", "200, 1 connection", "200, 1,000 connections"];

/**
 * Returns the servers that are timed in a case.
 *
 * @param hasOtherBuild whether another build of our server is timed as well
 */
export function contendersOf(benchCase: Case, hasOtherBuild: boolean): Contender[] {
  return CONTENDERS.filter((contender) => {
    if (!contender.kinds.includes(benchCase.kind) || contender.cannot?.[benchCase.name] !== undefined) return false;
    if (contender.name === OTHER_BUILD) return hasOtherBuild;
    if (benchCase.only !== undefined) return benchCase.only.includes(contender.name);
    return contender.isVariant !== true && (contender.isBare !== true || BARE_CASES.includes(benchCase.name));
  });
}
