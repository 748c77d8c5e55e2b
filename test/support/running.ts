/**
 * Runs the service in a separate process on a free loopback port: the build, or the source while coverage is measured.
 */
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Program } from "./program.ts";
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
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Path of the Node executable. By default, the one that runs the test. */
  readonly node?: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** Path of another server.js. */
  readonly server?: string;
  /** Maximum number of open files and connections. By default, inherited from the test process. */
  readonly descriptors?: number;
}

function spawnServer(
  environment: Environment,
  { args = [], node = process.execPath, flags = [], server, descriptors }: LaunchOptions,
): Program {
  const command = [node, ...flags, ...(server === undefined ? PROGRAM : [server]), ...args];
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

/** Runs the program until it exits on its own. Resolves with its result. */
export function runToEnd(environment: Environment, args: readonly string[] = []): Promise<ExitResult> {
  const program = spawnServer(environment, { args });
  return withTimeout(exitResult(program), () => "the program did not end").finally(() => program.signal("SIGKILL"));
}

/** Starts the program without waiting for it to listen. */
export function startLoading(environment: Environment, args: readonly string[] = []): Program {
  return spawnServer(environment, { args });
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

/** Starts the server, and resolves once it is listening. The server ends with the test. */
export async function run(
  test: TestContext,
  environment: Environment = {},
  options: LaunchOptions = {},
): Promise<Running> {
  const program = spawnServer(environment, options);
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

/** Starts the server, and resolves once it is listening. It ends when it is stopped, or after the last test. */
export async function launch(
  environment: Environment = {},
  options: LaunchOptions = {},
): Promise<{ readonly program: Program; readonly port: number }> {
  const program = spawnServer(environment, options);
  const [, port] = await program.waitForOutput(LISTENING);
  return { program, port: Number(port) };
}

export interface RunningServer {
  /** Address of the server. It is also the BASE_URL, so that tests can follow absolute links. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a server with no rate limit or access log, using the Node executable that runs npm. */
export async function startServer(environment: Environment = {}): Promise<RunningServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), BASE_URL: origin, RATE_LIMIT: "off", ACCESS_LOG: "off", ...environment };
  const { program } = await launch(settings, { node: process.env["npm_node_execpath"] ?? process.execPath });
  return { origin, stop: async () => void (await program.stop()) };
}
