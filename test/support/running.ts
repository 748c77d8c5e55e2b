/**
 * The service as a program of its own, on a free port of loopback: what it says, what it writes, and how it ends.
 *
 * It is started as it was built; while coverage is measured, from the source.
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Program } from "./program.ts";
import { copyOfSample } from "./folder.ts";
import { freePort, inTime, start } from "./program.ts";
import { ROOT } from "./suites.ts";

export { ROOT };

const COVERAGE = process.env["NODE_V8_COVERAGE"];

/** `SERVER` names another build to be held to the same tests. */
const PROGRAM =
  COVERAGE === undefined
    ? [process.env["SERVER"] ?? join(ROOT, "dist/server.js")]
    : ["--import", import.meta.resolve("tsx"), join(ROOT, "src/server.ts")];

export type Environment = Readonly<Record<string, string>>;

export interface Manner {
  /** Words of the program's command line. */
  readonly words?: readonly string[];
  /** The Node that runs it: the one that runs the test when none is named. */
  readonly node?: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  readonly server?: string;
  /** How many files and connections it may have open; undefined for as many as the test may. */
  readonly descriptors?: number;
}

function begin(environment: Environment, { words = [], node = process.execPath, flags = [], server, descriptors }: Manner): Program {
  const command = [node, ...flags, ...(server === undefined ? PROGRAM : [server]), ...words];
  const [file = "", ...rest] = descriptors === undefined ? command : ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh", ...command];
  const measured = COVERAGE === undefined ? {} : { NODE_V8_COVERAGE: COVERAGE };
  return start(file, rest, { cwd: tmpdir(), env: { PORT: "0", ...measured, ...environment } });
}

export interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How it ended and all it wrote, once it has. */
async function end({ ended, written }: Program): Promise<Ended> {
  const how = await ended;
  return { ...(typeof how === "number" ? { status: how, signal: null } : { status: null, signal: how }), ...written };
}

/** Starts it where it cannot go on, and resolves with what it said. */
export function attempt(environment: Environment, words: readonly string[] = []): Promise<Ended> {
  const program = begin(environment, { words });
  return inTime(end(program), () => "it did not end").finally(() => program.signal("SIGKILL"));
}

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** All it has written so far. */
  readonly output: Program["written"];
  readonly said: Program["said"];
  kill(signal: NodeJS.Signals): void;
}

/** Starts it and resolves when it listens; with the test it ends. */
export async function run(test: TestContext, environment: Environment = {}, manner: Manner = {}): Promise<Running> {
  const program = begin(environment, manner);
  // A program that is killed cannot say which of its lines were run.
  test.after(() => program.stop(COVERAGE === undefined ? "SIGKILL" : "SIGTERM"));
  const [, port] = await program.said(LISTENING);
  return { child: program.child, port: Number(port), pid: program.pid, ended: end(program), output: program.written, said: program.said, kill: program.signal };
}

const LISTENING = /Listening on http:\/\/[^"\s]*:(\d+)/;

/** Starts it and resolves when it listens; it ends when it is told to, or with the last test of the file. */
export async function launch(environment: Environment = {}, manner: Manner = {}): Promise<{ readonly program: Program; readonly port: number }> {
  const program = begin(environment, manner);
  const [, port] = await program.said(LISTENING);
  return { program, port: Number(port) };
}

export interface RunningServer {
  /** Also its BASE_URL, so that every absolute link can be followed. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** For suites that ask a server and never look at it: without a limit or a log, on the Node that runs npm. */
export async function startServer(environment: Environment = {}): Promise<RunningServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), BASE_URL: origin, RATE_LIMIT: "off", ACCESS_LOG: "off", ...environment };
  const { program } = await launch(settings, { node: process.env["npm_node_execpath"] ?? process.execPath });
  return { origin, stop: async () => void (await program.stop()) };
}

export interface OwnFiles {
  readonly dataDirectory: string;
  readonly imagesDirectory: string;
  readonly environment: Environment;
}

/** The sample's data and content, to be changed at will; gone when the test file is through. */
export function ownFiles(): OwnFiles {
  const { environment } = copyOfSample();
  return { dataDirectory: environment.DATA_DIR, imagesDirectory: join(environment.CONTENT_DIR, "images"), environment };
}

/** Names the photographs, whose files are the caller's to put there, in the place of the sample's. */
export function namePhotos({ dataDirectory }: OwnFiles, photos: readonly { readonly file: string; readonly alt: string }[]): void {
  const site = join(dataDirectory, "site.json");
  writeFileSync(site, JSON.stringify({ ...JSON.parse(readFileSync(site, "utf8")), photos }));
}
