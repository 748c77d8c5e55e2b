/**
 * Programs that a test starts and ends, and waiting for what they do.
 *
 * It knows none of the programs. None outlives the test that started it.
 */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

export interface Program {
  /** What it has written so far, on both streams. */
  output(): string;
  /** Resolves when its output matches. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Ends it and tells its exit status, or the signal that ended it. */
  stop(name?: NodeJS.Signals): Promise<number | string>;
  /** Its exit status once it has ended by itself, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly pid: number;
}

/** Debian keeps servers where only root's path leads. */
const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin`;

const living = new Set<ChildProcess>();
const folders = new Set<string>();

function endAll(): void {
  for (const child of living) child.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

after(endAll);
process.on("exit", endAll);

/** A new folder that is gone when the test is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "holiday-cottage-"));
  folders.add(folder);
  return folder;
}

/** @throws Error that names the package, when there is no such command */
export function requireCommand(command: string, debianPackage: string): void {
  const { error } = spawnSync(command, ["--version"], { stdio: "ignore", env: { PATH } });
  if (error !== undefined) throw new Error(`There is no ${command}: apt-get install ${debianPackage}`);
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export function start(command: string, args: readonly string[], { env = {}, cwd }: Surroundings = {}): Program {
  const child = spawn(command, args, {
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  living.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close").then(([status, name]: unknown[]) => {
    living.delete(child);
    return typeof status === "number" ? status : String(name);
  });
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  return {
    output: () => output,
    said: async (pattern) => {
      await until(`${command} says ${pattern}`, () => {
        if (hasEnded && !pattern.test(output)) throw new Error(`${command} ended:\n${output}`);
        return pattern.test(output);
      });
      const match = pattern.exec(output);
      assert.ok(match !== null);
      return match;
    },
    signal: (name) => child.kill(name),
    stop: (name = "SIGTERM") => {
      child.kill(name);
      return ended;
    },
    ended,
    pid: child.pid ?? 0,
  };
}

const PATIENCE_MS = 15_000;
const PAUSE_MS = 25;

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
  return address.port;
}
