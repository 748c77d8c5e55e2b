/**
 * Measuring: a case under load, a start, memory, and the counts that no neighbour changes.
 *
 * Every round starts every server anew, because two processes of one program differ more than two programs may.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer, Ask } from "./ask.ts";
import { ask, field } from "./ask.ts";
import type { Case } from "./cases.ts";
import type { Contender, Place } from "./contenders.ts";
import { burst, script } from "./load.ts";
import { cpuNanoseconds, freePort, makeMachine, residentMebibytes, start } from "./process.ts";
import type { Mode, Program, Running, StartOptions } from "./process.ts";
import { spread } from "./readings.ts";

export interface Pace {
  readonly rounds: number;
  /** Bursts of each server in a round; their median is the round's reading. */
  readonly bursts: number;
  readonly milliseconds: number;
  readonly warmMilliseconds: number;
}

export interface Entrant {
  readonly contender: Contender;
  readonly running: Running;
  readonly request: Ask;
  readonly script: string;
}

function asked(which: Case, { paths }: Contender): Ask {
  return { ...which.ask, path: paths?.[which.name] ?? which.ask.path };
}

/** With the server's own entity tag, where the case revalidates. */
async function prepared(which: Case, contender: Contender, port: number): Promise<Ask> {
  const plain = asked(which, contender);
  if (which.revalidates !== true) return plain;
  const etag = field(await ask(port, plain), "etag");
  return { ...plain, headers: { ...plain.headers, "If-None-Match": etag ?? "none" } };
}

/** A server that answers right, or what is wrong with its answer. */
export async function enter(
  which: Case,
  contender: Contender,
  place: Place,
  right: Answer,
  options: StartOptions = {},
): Promise<Entrant | string> {
  const port = await freePort();
  let running: Running | undefined;
  try {
    running = await start(contender.program(place, port), port, options);
    const request = await prepared(which, contender, port);
    const fault = which.fault(await ask(port, request), right);
    if (fault === undefined) return { contender, running, request, script: script(request) };
    await running.stop();
    return fault;
  } catch (error) {
    await running?.stop();
    return error instanceof Error ? error.message : String(error);
  }
}

/** The answer that the others must match and the floor repeats. */
export async function rightAnswer(which: Case, ours: Contender, place: Place): Promise<Answer> {
  const port = await freePort();
  const running = await start(ours.program(place, port), port);
  try {
    const answer = await ask(port, await prepared(which, ours, port));
    const fault = which.fault(answer, which.revalidates === true ? await ask(port, asked(which, ours)) : answer);
    if (fault !== undefined) throw new Error(`this server answers ${which.name} with ${fault}`);
    return answer;
  } finally {
    await running.stop();
  }
}

/** µs of CPU a request of each, on a quiet and on a busy machine, from processes that were started for this round. */
export async function timeRound(
  which: Case,
  entrants: readonly Entrant[],
  pace: Pace,
  round: number,
  modes: readonly Mode[],
): Promise<[Mode, Entrant, number][]> {
  const found: [Mode, Entrant, number][] = [];
  for (const entrant of entrants) await timed(which, entrant, pace.warmMilliseconds);
  for (const mode of modes) {
    makeMachine(mode);
    const samples = new Map<Entrant, number[]>(entrants.map((entrant) => [entrant, []]));
    for (let turn = 0; turn < pace.bursts * entrants.length; turn += 1) {
      const entrant = entrants[(turn + round + Math.floor(turn / entrants.length)) % entrants.length];
      if (entrant !== undefined) samples.get(entrant)?.push(await timed(which, entrant, pace.milliseconds));
    }
    for (const [entrant, each] of samples) found.push([mode, entrant, spread(each)?.median ?? Number.NaN]);
  }
  makeMachine("quiet");
  return found;
}

const REQUESTS_MIN = 20;

async function timed(
  which: Case,
  { contender, running, script, request }: Entrant,
  milliseconds: number,
): Promise<number> {
  const load = { script, target: request.path, connections: which.connections };
  let result = await burst(running, { ...load, milliseconds });
  // Too few answers are no figure: the server is slow, or the machine was busy with something else.
  for (let longer = 4; longer <= 16 && result.requests < REQUESTS_MIN; longer *= 2) {
    result = await burst(running, { ...load, milliseconds: milliseconds * longer });
  }
  const wrong = which.expectsRefusal === true ? result.requests - result.refused : result.refused;
  // The last answers of a burst may be counted after wrk has stopped looking at their status.
  if (wrong > which.connections || result.broken > 0 || result.requests === 0) {
    throw new Error(
      `${contender.name}, ${which.name}: of ${result.requests} answers ${wrong} had a wrong status and ${result.broken} were broken`,
    );
  }
  return result.cpuNanoseconds / result.requests / 1000;
}

/** From spawn to the first answer: milliseconds, and milliseconds of CPU. */
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

/** Resident MiB at rest, and after so many requests each. */
export async function measureMemory(
  program: (port: number) => Program,
  request: Ask,
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

/** Flags under which V8 tells of every small collection how many bytes had been allocated since the last. */
export const TRACED = ["--trace-gc-nvp", "--max-semi-space-size=1"];

/** Bytes that V8 allocated for a request. */
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

/** As many to warm up with as make the compiler rest: before that its own instructions would be counted. */
const COUNTED = { warm: 16_000, requests: 4000, atOnce: 8 };

/** Instructions outside the kernel that a whole process ran up to its first answer, and for a request, as valgrind's callgrind counts them; undefined without it. */
export async function instructions(
  program: (port: number) => Program,
  asking: Ask,
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
  const agent = new Agent({ keepAlive: true, maxSockets: COUNTED.atOnce });
  const askOnce = (): Promise<boolean> =>
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
      Array.from({ length: COUNTED.atOnce }, async () => {
        while ((left -= 1) >= 0) await askOnce();
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
    while (!(await askOnce())) await new Promise((resolve) => setTimeout(resolve, 200));
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
