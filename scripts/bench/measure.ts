/**
 * Measures a server: CPU time under load, start-up time, waits during a reload, memory, allocated bytes and CPU
 * instructions.
 *
 * Each round starts new processes, because two processes of one program can differ more than two programs do.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
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
  /** Bursts of load on each server in each round. The reading of the round is the median of the bursts. */
  readonly bursts: number;
  readonly milliseconds: number;
  readonly warmMilliseconds: number;
}

/** Contender whose server is running and has sent a correct response. */
export interface Entrant {
  readonly contender: Contender;
  readonly running: Running;
  readonly request: HttpRequest;
  readonly script: string;
}

function requestFor(benchCase: Case, { paths }: Contender): HttpRequest {
  return { ...benchCase.request, path: paths?.[benchCase.name] ?? benchCase.request.path };
}

/** Returns the request for a case. A case that revalidates gets the entity tag of an earlier response. */
async function prepareRequest(benchCase: Case, contender: Contender, port: number): Promise<HttpRequest> {
  const unconditional = requestFor(benchCase, contender);
  if (benchCase.revalidates !== true) return unconditional;
  const etag = field(await send(port, unconditional), "etag");
  return { ...unconditional, headers: { ...unconditional.headers, "If-None-Match": etag ?? "none" } };
}

/**
 * Starts a server, and checks its response. Returns the running server, or a description of the fault if the response
 * is wrong, e.g. `status 404`.
 */
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

/**
 * Returns our server's response, which the peers must match. The floor, a bare node:http server, replays it.
 *
 * @throws Error if the response is wrong
 */
export async function referenceResponse(benchCase: Case, ours: Contender, setup: Setup): Promise<HttpResponse> {
  const port = await freePort();
  const running = await start(ours.program(setup, port), port);
  try {
    const response = await send(port, await prepareRequest(benchCase, ours, port));
    const fault = benchCase.fault(response, response);
    if (fault !== undefined) throw new Error(`this server responds to ${benchCase.name} with ${fault}`);
    return response;
  } finally {
    await running.stop();
  }
}

/** Measures the CPU time per request of each server in each mode: the median of its bursts, in µs. */
export async function timeRound(
  benchCase: Case,
  entrants: readonly Entrant[],
  pace: Pace,
  round: number,
  modes: readonly Mode[],
): Promise<[Mode, Entrant, number][]> {
  const medians: [Mode, Entrant, number][] = [];
  for (const entrant of entrants) await measureCpu(benchCase, entrant, pace.warmMilliseconds);
  for (const mode of modes) {
    setMachineMode(mode);
    const samples = new Map<Entrant, number[]>(entrants.map((entrant) => [entrant, []]));
    // The servers take turns.
    for (let turn = 0; turn < pace.bursts * entrants.length; turn += 1) {
      // Each pass over the servers, and each round, begins with another server.
      const pass = Math.floor(turn / entrants.length);
      const entrant = entrants[(turn + pass + round) % entrants.length];
      if (entrant !== undefined) samples.get(entrant)?.push(await measureCpu(benchCase, entrant, pace.milliseconds));
    }
    for (const [entrant, times] of samples) medians.push([mode, entrant, spread(times)?.median ?? Number.NaN]);
  }
  setMachineMode("quiet");
  return medians;
}

const REQUESTS_MIN = 20;

/**
 * Puts a burst of load on a server. Returns the CPU time per request, in µs.
 *
 * @throws Error if a response was wrong
 */
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
  // When a burst ends, wrk may have counted a response of each connection, but not yet its status.
  if (wrong > benchCase.connections || result.broken > 0 || result.requests === 0) {
    throw new Error(
      `${contender.name}, ${benchCase.name}: of ${result.requests} responses ` +
        `${wrong} had a wrong status and ${result.broken} were broken`,
    );
  }
  return result.cpuNanoseconds / result.requests / 1000;
}

/** Returns the time from spawn to the first response, and the CPU time of the process, both in ms. */
export async function timeStart(
  program: (port: number) => Program,
  path: string,
): Promise<{ readonly duration: number; readonly cpu: number }> {
  const port = await freePort();
  const startedAt = performance.now();
  const running = await start(program(port), port, { path, isPinned: false });
  const duration = performance.now() - startedAt;
  const cpu = cpuNanoseconds(running.pid) / 1e6;
  await running.stop();
  return { duration, cpu };
}

/** Pause after a reload, so that requests that waited for the reload are measured too. */
const AFTER_RELOAD_MS = 100;

/** Longest time of a request in ms, during each reload, and in a period of the same length after each reload. */
export type ReloadWaits = Readonly<{ during: readonly number[]; after: readonly number[] }>;

/** Returns the longest waits of a client that sends one request after another while the server reloads its site. */
export async function measureReloads(
  program: (port: number) => Program,
  request: HttpRequest,
  reloads: number,
): Promise<ReloadWaits> {
  const port = await freePort();
  let output = "";
  const onOutput = (text: string): void => void (output += text);
  const running = await start(program(port), port, { path: request.path, onOutput });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let isSending = true;
  const sendUntilStopped = async (): Promise<void> => {
    while (isSending) {
      const startedAt = performance.now();
      await sendThrough(agent, port, request);
      longest = Math.max(longest, performance.now() - startedAt);
    }
  };
  const sending = sendUntilStopped();
  try {
    const during: number[] = [];
    const after: number[] = [];
    for (let count = 1; count <= reloads; count += 1) {
      await pause(AFTER_RELOAD_MS);
      longest = 0;
      const startedAt = performance.now();
      process.kill(running.pid, "SIGHUP");
      while (output.split('"Reloaded').length <= count) await pause(10);
      await pause(AFTER_RELOAD_MS);
      during.push(longest);
      const duration = performance.now() - startedAt;
      longest = 0;
      await pause(duration);
      after.push(longest);
    }
    return { during, after };
  } finally {
    isSending = false;
    await sending;
    agent.destroy();
    await running.stop();
  }
}

/** Sends a request over one of the agent's connections. Resolves at the end of the response. */
function sendThrough(agent: Agent, port: number, { method, path, headers, body }: HttpRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, method, path, headers, agent }, (response) =>
      response.resume().on("end", resolve),
    )
      .on("error", reject)
      .end(body);
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Pause before memory is measured, so that V8 can finish a garbage collection. */
const REST_MS = 1500;

/**
 * Returns the resident memory in MiB at rest and after each of the given numbers of requests.
 *
 * @param steps total numbers of requests, ascending
 */
export async function measureMemory(
  program: (port: number) => Program,
  request: HttpRequest,
  steps: readonly number[],
): Promise<[subject: string, mebibytes: number][]> {
  const port = await freePort();
  const running = await start(program(port), port, { path: request.path });
  try {
    await pause(REST_MS);
    const sizes: [string, number][] = [["at rest", residentMebibytes(running.pid)]];
    const load = { script: writeScript(request), target: request.path, connections: 64, milliseconds: 1000 };
    let requests = 0;
    for (const step of steps) {
      while (requests < step) requests += (await burst(running, load)).requests;
      await pause(REST_MS);
      sizes.push([`after ${step.toLocaleString("en")}`, residentMebibytes(running.pid)]);
    }
    return sizes;
  } finally {
    await running.stop();
  }
}

/** Flags that make V8 report at each minor collection how many bytes were allocated since the previous one. */
export const ALLOCATION_FLAGS = ["--trace-gc-nvp", "--max-semi-space-size=1"];

/**
 * Returns the bytes that V8 allocates per request, or undefined if the server's response is wrong.
 *
 * @param startServer starts the server with `ALLOCATION_FLAGS`
 */
export async function allocatedBytes(
  startServer: (options: StartOptions) => Promise<Entrant | string>,
  connections: number,
  milliseconds: number,
): Promise<number | undefined> {
  let bytes = 0;
  const onOutput = (text: string): void => {
    for (const [, count] of text.matchAll(/\ballocated"?[=:](\d+)/g)) bytes += Number(count);
  };
  const entrant = await startServer({ onOutput });
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

/** Requests to send before counting, so that V8 has compiled the code. */
const WARM_UP_REQUESTS = 16_000;
const COUNTED_REQUESTS = 4000;
const CONCURRENCY = 8;

/**
 * Counts user-space instructions with callgrind: in total up to the first response, and per request after that. Returns
 * undefined if valgrind is not installed.
 */
export async function countInstructions(
  program: (port: number) => Program,
  request: HttpRequest,
): Promise<Readonly<Record<"start" | "request", number>> | undefined> {
  const isInstalled = spawnSync("valgrind", ["--version"], { stdio: "ignore" }).error === undefined;
  if (!isInstalled) return undefined;
  const port = await freePort();
  const { command, args, env } = program(port);
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const flags = ["--tool=callgrind", "--smc-check=all-non-file", `--callgrind-out-file=${folder}/out`];
  const environment = { ...process.env, ...env, PORT: String(port) };
  const child = spawn("valgrind", [...flags, command, ...args], { env: environment, stdio: "ignore" });
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const isListening = () =>
    sendThrough(agent, port, request).then(
      () => true,
      () => false,
    );
  const sendMany = async (count: number): Promise<void> => {
    const sendInTurn = async (): Promise<void> => {
      for (let sent = 0; sent < count / CONCURRENCY; sent += 1) await sendThrough(agent, port, request);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sendInTurn));
  };
  const control = (flag: string) =>
    void execFileSync("callgrind_control", [flag, String(child.pid)], { stdio: "ignore" });
  // Each dump goes to a file of its own, numbered from 1.
  const dumpCount = (dump: number): number => {
    control("--dump");
    return Number(/^totals: (\d+)/m.exec(readFileSync(join(folder, `out.${dump}`), "utf8"))?.[1]);
  };
  try {
    while (!(await isListening())) await pause(200);
    const start = dumpCount(1);
    await sendMany(WARM_UP_REQUESTS);
    control("--zero");
    await sendMany(COUNTED_REQUESTS);
    return { start, request: dumpCount(2) / COUNTED_REQUESTS };
  } finally {
    agent.destroy();
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
