/**
 * Programs that a test file starts and ends, and waiting for what they do.
 *
 * It knows none of the programs. None outlives the file that started it.
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
  /** What it has written so far on each stream. */
  readonly written: { readonly stdout: string; readonly stderr: string };
  /** The same, joined. */
  output(): string;
  /** Resolves when its output has this so many times in all, with the last of them. */
  said(what: RegExp | string, times?: number): Promise<RegExpMatchArray>;
  signal(name: NodeJS.Signals): void;
  /** Ends it and tells its exit status, or the signal that ended it. */
  stop(name?: NodeJS.Signals): Promise<number | string>;
  /** Its exit status once it has ended by itself, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Debian keeps servers where only root's path leads. */
const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin`;

const living = new Set<ChildProcess>();

function endAll(): void {
  for (const child of living) child.kill();
}

after(endAll);
process.on("exit", endAll);

/** @throws Error that names the package, when there is no such command */
export function requireCommand(command: string, debianPackage: string): void {
  const { error } = spawnSync(command, ["--version"], { stdio: "ignore", env: { PATH } });
  if (error !== undefined) throw new Error(`There is no ${command}: apt-get install ${debianPackage}`);
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export function start(command: string, words: readonly string[], { env = {}, cwd }: Surroundings = {}): Program {
  const child = spawn(command, words, {
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  living.add(child);
  const written = { stdout: "", stderr: "" };
  const output = () => written.stdout + written.stderr;
  const watchers = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      for (const look of watchers) look();
    });
  }
  let hasEnded = false;
  const ended = once(child, "close").then(([status, name]: unknown[]) => {
    living.delete(child);
    hasEnded = true;
    for (const look of watchers) look();
    return typeof status === "number" ? status : String(name);
  });
  const said: Program["said"] = (what, times = 1) => {
    const pattern = typeof what === "string" ? new RegExp(what.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"), "g") : new RegExp(what, `${what.flags}g`);
    const heard = new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = (): void => {
        const match = [...output().matchAll(pattern)][times - 1];
        if (match === undefined && !hasEnded) return void watchers.add(look);
        watchers.delete(look);
        if (match !== undefined) resolve(match);
        else reject(new Error(`${command} ended and did not say ${what}:\n${output().slice(-2000)}`));
      };
      look();
    });
    return inTime(heard, () => `${command} did not say ${what}:\n${output().slice(-2000)}`);
  };
  return {
    child,
    pid: child.pid ?? 0,
    written,
    output,
    said,
    signal: (name) => child.kill(name),
    stop: (name = "SIGTERM") => {
      child.kill(name);
      return ended;
    },
    ended,
  };
}

const PATIENCE_MS = 30_000;
const PAUSE_MS = 25;

/** What a promise gives, unless it takes too long. */
export function inTime<T>(promise: Promise<T>, why: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(why())), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Asks again and again until the answer is yes: for what other programs do in their own time. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** A port on loopback that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  assert.ok(address !== null && typeof address === "object");
  const { port } = address;
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

/** Free again, a port may be chosen again: of two that are asked for, each must be another. */
const given = new Set<number>();
