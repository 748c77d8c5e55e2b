/**
 * Before and after the load: how long a start takes, and how much memory is held at rest and after many requests.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Ask } from "./ask.ts";
import { ask } from "./ask.ts";
import { burst, script } from "./load.ts";
import type { Program, Running } from "./process.ts";
import { cpuNanoseconds, firstAnswer, freePort, residentMebibytes, start } from "./process.ts";

export interface Startup {
  /** From spawn to the first answer. */
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

export async function timeStart(program: (port: number) => Program, path: string): Promise<Startup> {
  const port = await freePort();
  const { command, args, env } = program(port);
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const answeredAt = await firstAnswer(child, port, path);
    return { milliseconds: answeredAt - startedAt, cpuMilliseconds: cpuNanoseconds(child.pid ?? 0) / 1e6 };
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 200);
    await ended;
    clearTimeout(timer);
  }
}

export interface Memory {
  readonly atRest: number;
  /** Resident MiB after so many requests each. */
  readonly after: readonly { readonly requests: number; readonly mebibytes: number }[];
}

const REST_MS = 1500;

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

export async function measureMemory(program: (port: number) => Program, request: Ask, steps: readonly number[]): Promise<Memory> {
  const port = await freePort();
  const running: Running = await start(program(port), port, { path: request.path });
  try {
    await ask(port, request);
    await rest();
    const atRest = residentMebibytes(running.pid);
    const after: { requests: number; mebibytes: number }[] = [];
    const load = { script: script(request), target: request.path, connections: 64, milliseconds: 1000 };
    let requests = 0;
    for (const step of steps) {
      while (requests < step) requests += (await burst(running, load)).requests;
      await rest();
      after.push({ requests: step, mebibytes: residentMebibytes(running.pid) });
    }
    return { atRest, after };
  } finally {
    await running.stop();
  }
}
