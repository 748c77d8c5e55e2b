/**
 * Runs the service as a process of its own on a free loopback port.
 *
 * The process runs the build, or the source while coverage is measured.
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Program } from "./program.ts";
import { copyOfSample } from "./folder.ts";
import { freePort, withTimeout, start } from "./program.ts";
import { ROOT } from "./suites.ts";

export { ROOT };

const COVERAGE = process.env["NODE_V8_COVERAGE"];

/** The environment variable `SERVER` selects another build to test. */
const PROGRAM =
  COVERAGE === undefined
    ? [process.env["SERVER"] ?? join(ROOT, "dist/server.js")]
    : ["--import", import.meta.resolve("tsx"), join(ROOT, "src/server.ts")];

export type Environment = Readonly<Record<string, string>>;

export interface LaunchOptions {
  /** Words of the program's command line. */
  readonly words?: readonly string[];
  /** Path of Node; by default the one that runs the test. */
  readonly node?: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** Path of another server.js. */
  readonly server?: string;
  /** Maximum number of open files and connections; by default that of the test. */
  readonly descriptors?: number;
}

function spawnServer(
  environment: Environment,
  { words = [], node = process.execPath, flags = [], server, descriptors }: LaunchOptions,
): Program {
  const command = [node, ...flags, ...(server === undefined ? PROGRAM : [server]), ...words];
  const [file = "", ...rest] =
    descriptors === undefined ? command : ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh", ...command];
  const measured = COVERAGE === undefined ? {} : { NODE_V8_COVERAGE: COVERAGE };
  return start(file, rest, { cwd: tmpdir(), env: { PORT: "0", ...measured, ...environment } });
}

export interface ExitResult {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Resolves with the exit status and all output when the program has ended. */
async function exitResult({ ended, written }: Program): Promise<ExitResult> {
  const result = await ended;
  if (typeof result === "number") return { status: result, signal: null, ...written };
  return { status: null, signal: result, ...written };
}

/** Starts a program that ends by itself, and resolves with its result. */
export function runToEnd(environment: Environment, words: readonly string[] = []): Promise<ExitResult> {
  const program = spawnServer(environment, { words });
  return withTimeout(exitResult(program), () => "it did not end").finally(() => program.signal("SIGKILL"));
}

/** Starts a program whose folder has errors, so that it does not listen yet. */
export function startWithErrors(environment: Environment, words: readonly string[]): Program {
  return spawnServer(environment, { words });
}

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<ExitResult>;
  /** Output so far, by stream. */
  readonly output: Program["written"];
  readonly waitForOutput: Program["waitForOutput"];
  kill(signal: NodeJS.Signals): void;
}

/** Starts the server and resolves when it listens. It ends with the test. */
export async function run(
  test: TestContext,
  environment: Environment = {},
  manner: LaunchOptions = {},
): Promise<Running> {
  const program = spawnServer(environment, manner);
  // A killed process writes no coverage.
  test.after(() => program.stop(COVERAGE === undefined ? "SIGKILL" : "SIGTERM"));
  const [, port] = await program.waitForOutput(LISTENING);
  return {
    child: program.child,
    port: Number(port),
    pid: program.pid,
    ended: exitResult(program),
    output: program.written,
    waitForOutput: program.waitForOutput,
    kill: program.signal,
  };
}

const LISTENING = /Listening on http:\/\/[^"\s]*:(\d+)/;

/** Starts the server and resolves when it listens. It ends when it is stopped, or with the last test of the file. */
export async function launch(
  environment: Environment = {},
  manner: LaunchOptions = {},
): Promise<{ readonly program: Program; readonly port: number }> {
  const program = spawnServer(environment, manner);
  const [, port] = await program.waitForOutput(LISTENING);
  return { program, port: Number(port) };
}

export interface RunningServer {
  /** Also its BASE_URL, so that tests can follow absolute links. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a server without rate limit and access log, on the Node that runs npm. */
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

/** Copies the sample's data and content, so that a test can change them. Removed after the test file. */
export function ownFiles(): OwnFiles {
  const { environment } = copyOfSample();
  return { dataDirectory: environment.DATA_DIR, imagesDirectory: join(environment.CONTENT_DIR, "images"), environment };
}

/** Names the photographs, whose files are the caller's to put there, in the place of the sample's. */
export function namePhotos(
  { dataDirectory }: OwnFiles,
  photos: readonly { readonly file: string; readonly alt: string }[],
): void {
  const site = join(dataDirectory, "site.json");
  writeFileSync(site, JSON.stringify({ ...JSON.parse(readFileSync(site, "utf8")), photos }));
}
