/**
 * Starts programs for a test file, and waits for their output. Every program is killed when the test file ends.
 */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { after } from "node:test";

export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Output so far, by stream. */
  readonly written: { readonly stdout: string; readonly stderr: string };
  /** Returns the output of both streams so far. */
  output(): string;
  /** Waits until the output contains the given number of matches. Resolves with the last one. */
  waitForOutput(wanted: RegExp | string, count?: number): Promise<RegExpMatchArray>;
  signal(name: NodeJS.Signals): void;
  /** Sends a signal, and waits for the program to end. Resolves with the value of `ended`. */
  stop(name?: NodeJS.Signals): Promise<number | string>;
  /** Resolves with the exit status, or with the name of the signal that ended the program. */
  readonly ended: Promise<number | string>;
}

/** Includes the folder in which Debian installs servers, because only root has that folder in PATH. */
const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin`;

const running = new Set<ChildProcess>();

function endAll(): void {
  for (const child of running) child.kill();
}

after(endAll);
process.on("exit", endAll);

/**
 * Checks that a command is installed.
 *
 * @throws Error that names the package to install
 */
export function requireCommand(command: string, debianPackage: string): void {
  const { error } = spawnSync(command, ["--version"], { stdio: "ignore", env: { PATH } });
  if (error !== undefined) throw new Error(`There is no ${command}: apt-get install ${debianPackage}`);
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export function start(command: string, args: readonly string[], { env = {}, cwd }: StartOptions = {}): Program {
  const child = spawn(command, args, {
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  running.add(child);
  const written = { stdout: "", stderr: "" };
  const output = () => written.stdout + written.stderr;
  const watchers = new Set<() => void>();
  const notify = () => watchers.forEach((checkOutput) => checkOutput());
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      notify();
    });
  }
  let hasEnded = false;
  const ended = once(child, "close").then(([status, name]: unknown[]) => {
    running.delete(child);
    hasEnded = true;
    notify();
    return typeof status === "number" ? status : String(name);
  });
  const waitForOutput: Program["waitForOutput"] = (wanted, count = 1) => {
    const pattern = globalPattern(wanted);
    const found = new Promise<RegExpMatchArray>((resolve, reject) => {
      const checkOutput = (): void => {
        const match = [...output().matchAll(pattern)][count - 1];
        if (match === undefined && !hasEnded) {
          watchers.add(checkOutput);
          return;
        }
        watchers.delete(checkOutput);
        if (match !== undefined) resolve(match);
        else reject(new Error(`${command} ended without writing ${wanted}:\n${output().slice(-2000)}`));
      };
      checkOutput();
    });
    return withTimeout(found, () => `${command} did not write ${wanted}:\n${output().slice(-2000)}`);
  };
  return {
    child,
    pid: child.pid ?? 0,
    written,
    output,
    waitForOutput,
    signal: (name) => child.kill(name),
    stop: (name = "SIGTERM") => {
      child.kill(name);
      return ended;
    },
    ended,
  };
}

/** Converts a text or a regular expression to a regular expression with the flag `g`. */
function globalPattern(wanted: RegExp | string): RegExp {
  if (typeof wanted !== "string") return new RegExp(wanted, `${wanted.flags}g`);
  const escaped = wanted.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(escaped, "g");
}

const TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 25;

/** Resolves with the promise's value, or rejects with the message if it takes longer than `TIMEOUT_MS`. */
export function withTimeout<T>(promise: Promise<T>, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), TIMEOUT_MS);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** Polls a condition until it is true, e.g. one that depends on other programs. */
export async function until(description: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Timed out waiting until ${description}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/** Returns a loopback port that is free and that this process has not returned before. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  assert.ok(address !== null && typeof address === "object");
  const { port } = address;
  if (returnedPorts.has(port)) return freePort();
  returnedPorts.add(port);
  return port;
}

/** Ports that were returned before. Since they are closed again, the system may offer them a second time. */
const returnedPorts = new Set<number>();
