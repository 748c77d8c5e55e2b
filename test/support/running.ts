/**
 * The program as a process of its own, on a free port of the loopback: what it says, and how it ends.
 */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The Node that runs the program: by default the one that runs the test. */
const NODE = process.env["FAULTS_NODE"] ?? process.execPath;

const COVERAGE = process.env["NODE_V8_COVERAGE"];

/** The program as it was built; while coverage is measured, the source that it is built from. */
const PROGRAM =
  COVERAGE === undefined
    ? [join(ROOT, "dist/server.js")]
    : ["--import", import.meta.resolve("tsx"), join(ROOT, "src/server.ts")];

const PATIENCE_MS = 30_000;

export interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Output {
  stdout: string;
  stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** All it has written so far. */
  readonly output: Readonly<Output>;
  /** Resolves when its output has this text so many times in all. */
  said(text: string, times?: number): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export type Environment = Readonly<Record<string, string>>;

const live = new Set<ChildProcess>();
process.on("exit", () => live.forEach((child) => child.kill("SIGKILL")));

function patience<T>(promise: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what())), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

type Spawned = Pick<Running, "child" | "ended" | "output" | "said">;

function spawned(environment: Environment, command: readonly string[]): Spawned {
  const [file = "", ...words] = command;
  const measured = COVERAGE === undefined ? {} : { NODE_V8_COVERAGE: COVERAGE };
  const env = { PATH: process.env["PATH"] ?? "", PORT: "0", ...measured, ...environment };
  const child = spawn(file, words, { cwd: tmpdir(), env, stdio: ["ignore", "pipe", "pipe"] });
  const output: Output = { stdout: "", stderr: "" };
  const onOutput = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk) => {
      output[name] += String(chunk);
      onOutput.forEach((each) => each());
    });
  }
  live.add(child);
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (status, signal) => {
      live.delete(child);
      resolve({ status, signal, ...output });
    });
  });
  const said = (text: string, times = 1): Promise<void> => {
    const heard = new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (`${output.stdout}${output.stderr}`.split(text).length <= times) return;
        onOutput.delete(look);
        resolve();
      };
      onOutput.add(look);
      void ended.then(() => reject(new Error(`it ended and did not say "${text}": ${output.stdout.slice(-500)}${output.stderr.slice(-1500)}`)));
      look();
    });
    return patience(heard, () => `it did not say "${text}": ${output.stdout.slice(-500)}${output.stderr.slice(-1500)}`);
  };
  return { child, ended, output, said };
}

export interface Manner {
  /** How many files and connections it may have open; undefined for as many as the test may. */
  readonly descriptors?: number;
  /** Words of the program's command line. */
  readonly words?: readonly string[];
  /** Flags of Node. */
  readonly flags?: readonly string[];
}

function commandOf(words: readonly string[], { descriptors, flags = [] }: Manner): readonly string[] {
  const command = [NODE, ...flags, ...PROGRAM, ...words];
  return descriptors === undefined ? command : ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh", ...command];
}

/** Starts the program and resolves when it listens; with the test it ends. */
export async function run(test: TestContext, environment: Environment = {}, manner: Manner = {}): Promise<Running> {
  const { child, ended, output, said } = spawned(environment, commandOf(manner.words ?? [], manner));
  test.after(async () => {
    // A program that is killed cannot say which of its lines were run.
    child.kill(COVERAGE === undefined ? "SIGKILL" : "SIGTERM");
    const deadline = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    await ended;
    clearTimeout(deadline);
  });
  await said("Listening on ");
  const port = Number(/Listening on http:\/\/[^"\s]*:(\d+)/.exec(output.stdout)?.[1]);
  return { child, port, pid: child.pid ?? 0, ended, output, said, kill: (signal) => void child.kill(signal) };
}

/** Starts the program where it cannot go on, and resolves with what it said. */
export function attempt(environment: Environment, words: readonly string[] = []): Promise<Ended> {
  const { child, ended } = spawned(environment, commandOf(words, {}));
  return patience(ended, () => "it did not end").finally(() => child.kill("SIGKILL"));
}

export interface OwnFiles {
  readonly dataDirectory: string;
  readonly environment: Environment;
  remove(): void;
}

/** The sample's data and content, to be changed at will. */
export function ownFiles(): OwnFiles {
  const folder = mkdtempSync(join(tmpdir(), "cottage-"));
  const dataDirectory = join(folder, "data");
  const contentDirectory = join(folder, "content");
  cpSync(join(ROOT, "data"), dataDirectory, { recursive: true });
  cpSync(join(ROOT, "content"), contentDirectory, { recursive: true });
  return {
    dataDirectory,
    environment: { DATA_DIR: dataDirectory, CONTENT_DIR: contentDirectory },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
