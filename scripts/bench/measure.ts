/**
 * Measures CPU time under load, start, reload, memory, allocated bytes and instructions.
 *
 * Each round starts new processes, because two processes of one program can differ more than two programs do.
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
import type { Contender, Setup } from "./contenders.ts";
import { burst, writeScript } from "./load.ts";
import { cpuNanoseconds, freePort, setMachineMode, residentMebibytes, start } from "./process.ts";
import type { Mode, Program, Running, StartOptions } from "./process.ts";
import { spread } from "./readings.ts";

export interface Pace {
  readonly rounds: number;
  /** Bursts per server and round. The reading is their median. */
  readonly bursts: number;
  readonly milliseconds: number;
  readonly warmMilliseconds: number;
}

/** A contender that is running and has sent a correct response. */
export interface Entrant {
  readonly contender: Contender;
  readonly running: Running;
  readonly request: HttpRequest;
  readonly script: string;
}

function requestFor(benchCase: Case, { paths }: Contender): HttpRequest {
  return { ...benchCase.request, path: paths?.[benchCase.name] ?? benchCase.request.path };
}

/** Returns the request of a case, with the entity tag of an earlier response if the case revalidates. */
async function prepareRequest(benchCase: Case, contender: Contender, port: number): Promise<HttpRequest> {
  const plain = requestFor(benchCase, contender);
  if (benchCase.revalidates !== true) return plain;
  const etag = field(await send(port, plain), "etag");
  return { ...plain, headers: { ...plain.headers, "If-None-Match": etag ?? "none" } };
}

/** Starts a server and checks its response. Returns the fault as a string if the response is wrong. */
export async function startEntrant(
  benchCase: Case,
  contender: Contender,
  setup: Setup,
  expected: HttpResponse,
  options: StartOptions = {},
): Promise<Entrant | string> {
  const port = await freePort();
  let running: Running | undefined;
  try {
    running = await start(contender.program(setup, port), port, options);
    const request = await prepareRequest(benchCase, contender, port);
    const fault = benchCase.fault(await send(port, request), expected);
    if (fault === undefined) return { contender, running, request, script: writeScript(request) };
    await running.stop();
    return fault;
  } catch (error) {
    await running?.stop();
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the response of this server, which the peers must match and the floor repeats. */
export async function referenceResponse(benchCase: Case, ours: Contender, setup: Setup): Promise<HttpResponse> {
  const port = await freePort();
  const running = await start(ours.program(setup, port), port);
  try {
    const response = await send(port, await prepareRequest(benchCase, ours, port));
    const fault = benchCase.fault(
      response,
      benchCase.revalidates === true ? await send(port, requestFor(benchCase, ours)) : response,
    );
    if (fault !== undefined) throw new Error(`this server responds to ${benchCase.name} with ${fault}`);
    return response;
  } finally {
    await running.stop();
  }
}

/** Measures the CPU time per request of each server in each mode, in µs. The servers take turns. */
export async function timeRound(
  benchCase: Case,
  entrants: readonly Entrant[],
  pace: Pace,
  round: number,
  modes: readonly Mode[],
): Promise<[Mode, Entrant, number][]> {
  const found: [Mode, Entrant, number][] = [];
  for (const entrant of entrants) await measureCpu(benchCase, entrant, pace.warmMilliseconds);
  for (const mode of modes) {
    setMachineMode(mode);
    const samples = new Map<Entrant, number[]>(entrants.map((entrant) => [entrant, []]));
    for (let turn = 0; turn < pace.bursts * entrants.length; turn += 1) {
      const entrant = entrants[(turn + round + Math.floor(turn / entrants.length)) % entrants.length];
      if (entrant !== undefined) samples.get(entrant)?.push(await measureCpu(benchCase, entrant, pace.milliseconds));
    }
    for (const [entrant, times] of samples) found.push([mode, entrant, spread(times)?.median ?? Number.NaN]);
  }
  setMachineMode("quiet");
  return found;
}

const REQUESTS_MIN = 20;

async function measureCpu(
  benchCase: Case,
  { contender, running, script, request }: Entrant,
  milliseconds: number,
): Promise<number> {
  const load = { script, target: request.path, connections: benchCase.connections };
  let result = await burst(running, { ...load, milliseconds });
  // Repeat with longer bursts if there were too few responses for a reliable mean.
  for (let factor = 4; factor <= 16 && result.requests < REQUESTS_MIN; factor *= 2) {
    result = await burst(running, { ...load, milliseconds: milliseconds * factor });
  }
  const wrong = benchCase.expectsRefusal === true ? result.requests - result.refused : result.refused;
  // wrk may count the last responses of a burst without their status.
  if (wrong > benchCase.connections || result.broken > 0 || result.requests === 0) {
    throw new Error(
      `${contender.name}, ${benchCase.name}: of ${result.requests} responses ` +
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
  const duration = performance.now() - startedAt;
  const cpu = cpuNanoseconds(running.pid) / 1e6;
  await running.stop();
  return [duration, cpu];
}

/** Pause after a reload, so that requests that waited for the reload are measured too. */
const AFTER_RELOAD_MS = 100;

/**
 * Sends one request after another while the server reloads its site. Returns the longest time that a request took
 * during each reload, in ms.
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
): Promise<[subject: string, mebibytes: number][]> {
  const port = await freePort();
  const running = await start(program(port), port, { path: request.path });
  try {
    await pause(REST_MS);
    const found: [string, number][] = [["at rest", residentMebibytes(running.pid)]];
    const load = { script: writeScript(request), target: request.path, connections: 64, milliseconds: 1000 };
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
export const ALLOCATION_FLAGS = ["--trace-gc-nvp", "--max-semi-space-size=1"];

/** Returns the bytes that V8 allocates per request. */
export async function allocatedBytes(
  startWith: (options: StartOptions) => Promise<Entrant | string>,
  connections: number,
  milliseconds: number,
): Promise<number | undefined> {
  let bytes = 0;
  const onOutput = (text: string): void => {
    for (const [, count] of text.matchAll(/\ballocated"?[=:](\d+)/g)) bytes += Number(count);
  };
  const entrant = await startWith({ onOutput });
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

/** Requests to send before counting and while counting. After the first ones, V8's compiler is idle and not counted. */
const COUNTED = { warmUp: 16_000, requests: 4000, concurrency: 8 };

/**
 * Counts instructions outside the kernel with callgrind: those of the process up to its first response, and those per
 * request. Returns undefined if valgrind is not installed.
 */
export async function countInstructions(
  program: (port: number) => Program,
  counted: HttpRequest,
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
      const { method, path, headers, body } = counted;
      request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) =>
        response.resume().on("end", () => resolve(true)),
      )
        .on("error", () => resolve(false))
        .end(body);
    });
  const sendMany = async (count: number): Promise<void> => {
    let left = count;
    await Promise.all(
      Array.from({ length: COUNTED.concurrency }, async () => {
        while ((left -= 1) >= 0) await sendOnce();
      }),
    );
  };
  const control = (word: string) =>
    void execFileSync("callgrind_control", [word, String(child.pid)], { stdio: "ignore" });
  const readCount = (part: number): number => {
    control("--dump");
    return Number(/^totals: (\d+)/m.exec(readFileSync(join(folder, `out.${part}`), "utf8"))?.[1]);
  };
  try {
    while (!(await sendOnce())) await new Promise((resolve) => setTimeout(resolve, 200));
    const start = readCount(1);
    await sendMany(COUNTED.warmUp);
    control("--zero");
    await sendMany(COUNTED.requests);
    return { start, request: readCount(2) / COUNTED.requests };
  } finally {
    agent.destroy();
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
