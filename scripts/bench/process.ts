/**
 * Starts servers as processes on a free loopback port, reads their CPU time and memory from /proc, and kills them by
 * process id. Also starts the processes that make a quiet machine busy.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, readdirSync, writeSync } from "node:fs";
import { createServer, request } from "node:http";
import { availableParallelism } from "node:os";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Running {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Cores on which the server and the load generator run, if there are at least two. */
export const CORES = { server: 0, load: 1 } as const;

type Command = Pick<Program, "command" | "args">;

/** Returns the command that runs a program on one core, or the unchanged command if there is only one core. */
export function pin(core: number, { command, args }: Command): Command {
  if (availableParallelism() < 2) return { command, args };
  return { command: "taskset", args: ["-c", String(core), command, ...args] };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const START_TIMEOUT_MS = 60_000;

/** Resolves on the first response, whatever its status. Rejects on a timeout, or if the process ends. */
function waitForResponse(child: ChildProcess, port: number, path: string): Promise<void> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const attempt = (): void => {
      if (child.exitCode !== null || child.signalCode !== null) return reject(new Error("the server ended"));
      if (performance.now() - startedAt > START_TIMEOUT_MS) return reject(new Error("no response"));
      request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
        response.resume();
        resolve();
      })
        .on("error", () => setTimeout(attempt, 1))
        .end();
    };
    attempt();
  });
}

export interface StartOptions {
  /** Path that is requested again and again until the server responds, with whatever status. */
  readonly path?: string;
  readonly isPinned?: boolean;
  /** Receives the standard output of the server. */
  readonly onOutput?: (text: string) => void;
}

/** Processes that must be killed when the benchmark ends. */
const live = new Set<ChildProcess>();
process.on("exit", () => live.forEach((child) => child.kill("SIGKILL")));
process.on("SIGINT", () => process.exit(130)).on("SIGTERM", () => process.exit(143));

/** Starts a server, and resolves when it has sent a response. */
export async function start(
  program: Program,
  port: number,
  { path = "/", isPinned = true, onOutput }: StartOptions = {},
): Promise<Running> {
  const { command, args } = isPinned ? pin(CORES.server, program) : program;
  // Standard output is a pipe, as it is under a supervisor.
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...program.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  live.add(child);
  child.stdout?.on("data", (chunk) => onOutput?.(String(chunk)));
  child.once("exit", () => live.delete(child));
  await waitForResponse(child, port, path);
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      const children = childrenOf(child.pid ?? 0);
      child.kill("SIGKILL");
      for (const childPid of children) killIfAlive(childPid);
      await ended;
    },
  };
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

function childrenOf(pid: number): number[] {
  return readIfExists(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** Reads a file in /proc. Returns an empty string if that fails, because the process or thread may have ended. */
function readIfExists(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * Returns the CPU time of a process, including its threads and children, in nanoseconds. Reads schedstat, because utime
 * and stime in /proc/pid/stat are rounded to hundredths of a second.
 */
export function cpuNanoseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((task) => readIfExists(`/proc/${pid}/task/${task}/schedstat`));
  const own = threads.reduce((sum, text) => sum + Number(text.split(" ")[0] ?? 0), 0);
  return childrenOf(pid).reduce((sum, child) => sum + cpuNanoseconds(child), own);
}

/** Returns the resident memory of a process and its children in MiB. */
export function residentMebibytes(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readIfExists(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
  return childrenOf(pid).reduce((sum, child) => sum + residentMebibytes(child), own);
}

/**
 * Keeps idle cores from sleeping while this process lives ("PM Quality Of Service Interface" in the kernel
 * documentation). Otherwise, the load generator's core could fall asleep while it waits for a slow server, which would
 * then spend CPU time on waking it. Returns false if that is not permitted.
 */
export function keepAwake(): boolean {
  try {
    writeSync(openSync("/dev/cpu_dma_latency", "w"), Buffer.alloc(4));
    return true;
  } catch {
    return false;
  }
}

/** Program that writes to random addresses in 64 MiB, which is larger than any CPU cache. */
const NEIGHBOUR =
  "const m = new Int32Array(1 << 24); for (let i = 1; ; i = (Math.imul(i, 1664525) + 1013904223) | 0) m[i >>> 8] += i;";

export type Mode = "quiet" | "busy";

const neighbours: ChildProcess[] = [];

/** Makes the machine busy with a process on each of the two cores, or quiet by suspending both processes. */
export function setMachineMode(mode: Mode): void {
  while (mode === "busy" && neighbours.length < 2) {
    const { command, args } = pin(neighbours.length, { command: process.execPath, args: ["-e", NEIGHBOUR] });
    const child = spawn(command, args, { stdio: "ignore" });
    child.unref();
    live.add(child);
    neighbours.push(child);
  }
  for (const child of neighbours) child.kill(mode === "busy" ? "SIGCONT" : "SIGSTOP");
}
