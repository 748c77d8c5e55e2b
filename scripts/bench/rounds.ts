/**
 * One case: every server is started fresh, checked, warmed, and then loaded in turn, round after round.
 *
 * The rounds are interleaved so that whatever else the machine does falls on all of them; ratios are taken within one
 * round. Each round begins with another server.
 */
import { join } from "node:path";
import { ask, field } from "./ask.ts";
import type { Answer, Ask } from "./ask.ts";
import type { Case } from "./cases.ts";
import { contendersOf } from "./contenders.ts";
import type { Contender, Place } from "./contenders.ts";
import { burst, script } from "./load.ts";
import { freePort, start } from "./process.ts";
import type { Running } from "./process.ts";
import { writeConstant } from "./record.ts";

export interface Pace {
  readonly rounds: number;
  readonly milliseconds: number;
  readonly warmMilliseconds: number;
}

export interface Sample {
  readonly server: string;
  readonly round: number;
  /** Microseconds of a core that one request took. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  readonly p99Milliseconds: number;
}

export interface CaseResult {
  readonly name: string;
  readonly samples: readonly Sample[];
  /** Servers that were not timed, and what was wrong with their answer. */
  readonly faults: Readonly<Record<string, string>>;
}

interface Entrant {
  readonly contender: Contender;
  readonly running: Running;
  readonly script: string;
  readonly target: string;
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

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function enter(which: Case, contender: Contender, place: Place, right: Answer): Promise<Entrant | string> {
  const port = await freePort();
  let running: Running | undefined;
  try {
    running = await start(contender.program(place, port), port);
    const request = await prepared(which, contender, port);
    const fault = which.fault(await ask(port, request), right);
    if (fault === undefined) return { contender, running, script: script(request), target: request.path };
    await running.stop();
    return fault;
  } catch (error) {
    await running?.stop();
    return message(error);
  }
}

/** The answer that the others must match and the floor repeats. */
async function rightAnswer(which: Case, ours: Contender, place: Place): Promise<Answer> {
  const port = await freePort();
  const running = await start(ours.program(place, port), port);
  try {
    const request = await prepared(which, ours, port);
    const answer = await ask(port, request);
    const fault = which.fault(answer, which.revalidates === true ? await ask(port, asked(which, ours)) : answer);
    if (fault !== undefined) throw new Error(`this server answers ${which.name} with ${fault}`);
    return answer;
  } finally {
    await running.stop();
  }
}

export interface Run {
  readonly place: Omit<Place, "constant">;
  readonly pace: Pace;
  readonly isWanted: (contender: Contender) => boolean;
  readonly onProgress: (text: string) => void;
}

export async function runCase(which: Case, { place: shared, pace, isWanted, onProgress }: Run): Promise<CaseResult> {
  const place: Place = { ...shared, constant: join(shared.material, "constant.json") };
  const contenders = contendersOf(which, place.against !== undefined).filter(isWanted);
  const ours = contenders.find(({ name }) => name === "this server") ?? contenders[0];
  if (ours === undefined) return { name: which.name, samples: [], faults: {} };
  const right = await rightAnswer(which, ours, place);
  writeConstant(place.constant, right, which.kind === "mcp");

  const entrants: Entrant[] = [];
  const faults: Record<string, string> = {};
  for (const contender of contenders) {
    onProgress(`starting ${contender.name}`);
    const entrant = await enter(which, contender, place, right);
    if (typeof entrant === "string") faults[contender.name] = entrant;
    else entrants.push(entrant);
  }
  const samples: Sample[] = [];
  try {
    for (const entrant of entrants) {
      onProgress(`warming ${entrant.contender.name}`);
      await timed(which, entrant, pace.warmMilliseconds);
    }
    for (let round = 0; round < pace.rounds; round += 1) {
      for (let place = 0; place < entrants.length; place += 1) {
        const entrant = entrants[(place + round) % entrants.length];
        if (entrant === undefined) continue;
        onProgress(`round ${round + 1} of ${pace.rounds}, ${entrant.contender.name}`);
        samples.push({ round, ...(await timed(which, entrant, pace.milliseconds)) });
      }
    }
  } finally {
    await Promise.all(entrants.map(({ running }) => running.stop()));
  }
  return { name: which.name, samples, faults };
}

const REQUESTS_MIN = 20;

async function timed(which: Case, { contender, running, script, target }: Entrant, milliseconds: number): Promise<Omit<Sample, "round">> {
  const load = { script, target, connections: which.connections };
  let result = await burst(running, { ...load, milliseconds });
  // Too few answers are no figure: the server is slow, or the machine was busy with something else.
  for (let longer = 4; longer <= 16 && result.requests < REQUESTS_MIN; longer *= 2) {
    result = await burst(running, { ...load, milliseconds: milliseconds * longer });
  }
  const expectsRefusal = which.name === "404" || which.name === "405";
  const wrong = expectsRefusal ? result.requests - result.refused : result.refused;
  // The last answers of a burst may be counted after wrk has stopped looking at their status.
  if (wrong > which.connections || result.broken > 0 || result.requests === 0) {
    throw new Error(`${contender.name}, ${which.name}: of ${result.requests} answers ${wrong} had a wrong status and ${result.broken} were broken`);
  }
  return {
    server: contender.name,
    cpu: result.cpuNanoseconds / result.requests / 1000,
    requestsPerSecond: result.requests / result.seconds,
    p99Milliseconds: result.p99Milliseconds,
  };
}
