/**
 * Measures CPU time under load, start, reload, memory, allocated bytes and instructions.
 *
 * Every round starts new processes, because two processes of one program can differ more than two programs do.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpResponse, HttpRequest } from "./http.ts";
import { send, field } from "./http.ts";
import type { Case } from "./cases.ts";
import type { Contender, Place } from "./contenders.ts";
import { burst, script } from "./load.ts";
import { cpuNanoseconds, freePort, makeMachine, residentMebibytes, start } from "./process.ts";
import type { Mode, Program, Running, StartOptions } from "./process.ts";
import { spread } from "./readings.ts";

export interface Pace {
  readonly rounds: number;
  /** Bursts per server and round. The reading is their median. */
  readonly bursts: number;
  readonly milliseconds: number;
  readonly warmMilliseconds: number;
}

export interface Entrant {
  readonly contender: Contender;
  readonly running: Running;
  readonly request: HttpRequest;
  readonly script: string;
}

function requestFor(which: Case, { paths }: Contender): HttpRequest {
  return { ...which.request, path: paths?.[which.name] ?? which.request.path };
}

/** Returns the request, with the entity tag of an earlier response if the case revalidates. */
async function revalidating(which: Case, contender: Contender, port: number): Promise<HttpRequest> {
  const plain = requestFor(which, contender);
  if (which.revalidates !== true) return plain;
  const etag = field(await send(port, plain), "etag");
  return { ...plain, headers: { ...plain.headers, "If-None-Match": etag ?? "none" } };
}

/** Starts a server and checks its response. Returns the fault if the response is wrong. */
export async function enter(
  which: Case,
  contender: Contender,
  place: Place,
  right: HttpResponse,
  options: StartOptions = {},
): Promise<Entrant | string> {
  const port = await freePort();
  let running: Running | undefined;
  try {
    running = await start(contender.program(place, port), port, options);
    const request = await revalidating(which, contender, port);
    const fault = which.fault(await send(port, request), right);
    if (fault === undefined) return { contender, running, request, script: script(request) };
    await running.stop();
    return fault;
  } catch (error) {
    await running?.stop();
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the response of this server, which the peers must match and the floor repeats. */
export async function referenceResponse(which: Case, ours: Contender, place: Place): Promise<HttpResponse> {
  const port = await freePort();
  const running = await start(ours.program(place, port), port);
  try {
    const answer = await send(port, await revalidating(which, ours, port));
    const fault = which.fault(answer, which.revalidates === true ? await send(port, requestFor(which, ours)) : answer);
    if (fault !== undefined) throw new Error(`this server answers ${which.name} with ${fault}`);
    return answer;
  } finally {
    await running.stop();
  }
}

/** Measures the CPU time per request of each server in µs, in each mode. The servers take turns. */
export async function timeRound(
  which: Case,
  entrants: readonly Entrant[],
  pace: Pace,
  round: number,
  modes: readonly Mode[],
): Promise<[Mode, Entrant, number][]> {
  const found: [Mode, Entrant, number][] = [];
  for (const entrant of entrants) await measureCpu(which, entrant, pace.warmMilliseconds);
  for (const mode of modes) {
    makeMachine(mode);
    const samples = new Map<Entrant, number[]>(entrants.map((entrant) => [entrant, []]));
    for (let turn = 0; turn < pace.bursts * entrants.length; turn += 1) {
      const entrant = entrants[(turn + round + Math.floor(turn / entrants.length)) % entrants.length];
      if (entrant !== undefined) samples.get(entrant)?.push(await measureCpu(which, entrant, pace.milliseconds));
    }
    for (const [entrant, times] of samples) found.push([mode, entrant, spread(times)?.median ?? Number.NaN]);
  }
  makeMachine("quiet");
  return found;
}

const REQUESTS_MIN = 20;

async function measureCpu(
  which: Case,
  { contender, running, script, request }: Entrant,
  milliseconds: number,
): Promise<number> {
  const load = { script, target: request.path, connections: which.connections };
  let result = await burst(running, { ...load, milliseconds });
  // Repeats with longer bursts if there were too few responses for a reliable figure.
  for (let longer = 4; longer <= 16 && result.requests < REQUESTS_MIN; longer *= 2) {
    result = await burst(running, { ...load, milliseconds: milliseconds * longer });
  }
  const wrong = which.expectsRefusal === true ? result.requests - result.refused : result.refused;
  // wrk may count the last responses of a burst without their status.
  if (wrong > which.connections || result.broken > 0 || result.requests === 0) {
    throw new Error(
      `${contender.name}, ${which.name}: of ${result.requests} responses ` +
        `${wrong} had a wrong status and ${result.broken} were broken`,
    );
  }
  return result.cpuNanoseconds / result.requests / 1000;
}

/** Returns the time from spawn to the first response and the CPU time of the process, both in ms. */
export async function timeStart(
  program: (port: number) => Program,
  path: string,
): Promise<[start: number, cpu: number]> {
  const port = await freePort();
  const startedAt = performance.now();
  const running = await start(program(port), port, { path, isPinned: false });
  const took = performance.now() - startedAt;
  const cpu = cpuNanoseconds(running.pid) / 1e6;
  await running.stop();
  return [took, cpu];
}

/** Pause after a reload, so that requests that waited for it are counted. */
const AFTER_RELOAD_MS = 100;

/**
 * Sends one request after the other while the server reloads its site.
 *
 * @returns the longest time that a request took during each reload, in ms
 */
export async function measureReloads(
  program: (port: number) => Program,
  path: string,
  reloads: number,
): Promise<number[]> {
  const port = await freePort();
  let output = "";
  const running = await start(program(port), port, { path, onOutput: (text) => void (output += text) });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let isLoading = true;
  const load = async (): Promise<void> => {
    while (isLoading) {
      const startedAt = performance.now();
      await new Promise<void>((resolve, reject) => {
        request({ host: "127.0.0.1", port, path, agent }, (response) => response.resume().on("end", resolve))
          .on("error", reject)
          .end();
      });
      longest = Math.max(longest, performance.now() - startedAt);
    }
  };
  const loading = load();
  try {
    const found: number[] = [];
    for (let count = 1; count <= reloads; count += 1) {
      await pause(AFTER_RELOAD_MS);
      longest = 0;
      process.kill(running.pid, "SIGHUP");
      while (output.split('"Reloaded').length <= count) await pause(10);
      await pause(AFTER_RELOAD_MS);
      found.push(longest);
    }
    return found;
  } finally {
    isLoading = false;
    await loading;
    agent.destroy();
    await running.stop();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const REST_MS = 1500;

/** Returns the resident memory in MiB at rest and after each number of requests. */
export async function measureMemory(
  program: (port: number) => Program,
  request: HttpRequest,
  steps: readonly number[],
): Promise<[of: string, mebibytes: number][]> {
  const port = await freePort();
  const running = await start(program(port), port, { path: request.path });
  try {
    await pause(REST_MS);
    const found: [string, number][] = [["at rest", residentMebibytes(running.pid)]];
    const load = { script: script(request), target: request.path, connections: 64, milliseconds: 1000 };
    let requests = 0;
    for (const step of steps) {
      while (requests < step) requests += (await burst(running, load)).requests;
      await pause(REST_MS);
      found.push([`after ${step.toLocaleString("en")}`, residentMebibytes(running.pid)]);
    }
    return found;
  } finally {
    await running.stop();
  }
}

/** Flags that make V8 report at each minor collection how many bytes were allocated since the previous one. */
export const TRACED = ["--trace-gc-nvp", "--max-semi-space-size=1"];

/** Returns the bytes that V8 allocates per request. */
export async function allocatedBytes(
  enter: (options: StartOptions) => Promise<Entrant | string>,
  connections: number,
  milliseconds: number,
): Promise<number | undefined> {
  let bytes = 0;
  const onOutput = (text: string): void => {
    for (const [, count] of text.matchAll(/\ballocated"?[=:](\d+)/g)) bytes += Number(count);
  };
  const entrant = await enter({ onOutput });
  if (typeof entrant === "string") return undefined;
  try {
    const load = { script: entrant.script, target: entrant.request.path, connections, milliseconds };
    await burst(entrant.running, { ...load, milliseconds: 2 * milliseconds });
    bytes = 0;
    const { requests } = await burst(entrant.running, load);
    return bytes / requests;
  } finally {
    await entrant.running.stop();
  }
}

/** Requests to warm up and to count. After the warm-up the compiler is idle, so its instructions are not counted. */
const COUNTED = { warm: 16_000, requests: 4000, concurrency: 8 };

/**
 * Counts instructions outside the kernel with callgrind: of the process up to its first response, and per request.
 * Returns undefined if valgrind is not installed.
 */
export async function instructions(
  program: (port: number) => Program,
  asking: HttpRequest,
): Promise<Readonly<Record<"start" | "request", number>> | undefined> {
  const port = await freePort();
  const { command, args, env } = program(port);
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const options = [
    "--tool=callgrind",
    "--smc-check=all-non-file",
    `--callgrind-out-file=${folder}/out`,
    command,
    ...args,
  ];
  try {
    execFileSync("valgrind", ["--version"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const child = spawn("valgrind", options, { env: { ...process.env, ...env, PORT: String(port) }, stdio: "ignore" });
  const agent = new Agent({ keepAlive: true, maxSockets: COUNTED.concurrency });
  const sendOnce = (): Promise<boolean> =>
    new Promise((resolve) => {
      const { method, path, headers, body } = asking;
      request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) =>
        response.resume().on("end", () => resolve(true)),
      )
        .on("error", () => resolve(false))
        .end(body);
    });
  const many = async (count: number): Promise<void> => {
    let left = count;
    await Promise.all(
      Array.from({ length: COUNTED.concurrency }, async () => {
        while ((left -= 1) >= 0) await sendOnce();
      }),
    );
  };
  const control = (word: string) =>
    void execFileSync("callgrind_control", [word, String(child.pid)], { stdio: "ignore" });
  const counted = (part: number): number => {
    control("--dump");
    return Number(/^totals: (\d+)/m.exec(readFileSync(join(folder, `out.${part}`), "utf8"))?.[1]);
  };
  try {
    while (!(await sendOnce())) await new Promise((resolve) => setTimeout(resolve, 200));
    const start = counted(1);
    await many(COUNTED.warm);
    control("--zero");
    await many(COUNTED.requests);
    return { start, request: counted(2) / COUNTED.requests };
  } finally {
    agent.destroy();
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
