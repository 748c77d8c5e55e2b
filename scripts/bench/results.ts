/** What one bench found, and the figures that are read out of it. */
import { CONTENDERS } from "./contenders.ts";
import type { Memory, Startup } from "./lifetime.ts";
import type { CaseResult, Sample } from "./rounds.ts";
import type { Summary } from "./statistics.ts";
import { summarize } from "./statistics.ts";

export interface RunResult {
  readonly cases: readonly CaseResult[];
  readonly startups: readonly { readonly name: string; readonly samples: readonly Startup[] }[];
  readonly memories: readonly ({ readonly name: string } & Memory)[];
}

export interface NodeResult {
  /** As `node --version` says it. */
  readonly node: string;
  readonly runs: readonly RunResult[];
}

export interface Results {
  readonly machine: string;
  readonly pace: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly nodes: readonly NodeResult[];
}

function samplesOf(run: RunResult, name: string): readonly Sample[] {
  return run.cases.find((each) => each.name === name)?.samples ?? [];
}

/** The CPU of one server in multiples of another's, taken within each round; undefined when they never met. */
export function ratio(runs: readonly RunResult[], name: string, server: string, base: string): Summary | undefined {
  const ratios = runs.flatMap((run) => {
    const samples = samplesOf(run, name);
    const bases = new Map(samples.filter((each) => each.server === base).map((each) => [each.round, each.cpu]));
    return samples.flatMap((each) => {
      const other = bases.get(each.round);
      return each.server === server && other !== undefined ? [each.cpu / other] : [];
    });
  });
  return ratios.length === 0 ? undefined : summarize(ratios);
}

export function figure(runs: readonly RunResult[], name: string, server: string, of: (sample: Sample) => number): Summary | undefined {
  const values = runs.flatMap((run) => samplesOf(run, name).filter((each) => each.server === server).map(of));
  return values.length === 0 ? undefined : summarize(values);
}

/** Everybody who was timed in any case, in the order of the contenders. */
export function serversOf(runs: readonly RunResult[], cases: readonly string[]): string[] {
  return [...new Set(runs.flatMap((run) => cases.flatMap((name) => samplesOf(run, name).map((each) => each.server))))];
}

export function casesOf(runs: readonly RunResult[]): string[] {
  return [...new Set(runs.flatMap((run) => run.cases.filter((each) => each.samples.length > 0).map((each) => each.name)))];
}

const NOT_PEERS = /^(?:floor|this server|nginx)/;

export function isNodePeer(server: string): boolean {
  return !NOT_PEERS.test(server) && !server.includes("limiter on");
}

export function isSound(server: string, name: string): boolean {
  return CONTENDERS.find((each) => each.name === server)?.flaws?.[name] === undefined;
}

/** The cheapest Node peer of a case, and its CPU in multiples of this server's. */
export function bestPeer(runs: readonly RunResult[], name: string): { readonly name: string; readonly times: Summary } | undefined {
  return serversOf(runs, [name])
    .filter((peer) => isNodePeer(peer) && isSound(peer, name))
    .flatMap((peer) => {
      const times = ratio(runs, name, peer, "this server");
      return times === undefined ? [] : [{ name: peer, times }];
    })
    .sort((a, b) => a.times.median - b.times.median)[0];
}

export function startup(runs: readonly RunResult[], name: string, of: (sample: Startup) => number): Summary | undefined {
  const values = runs.flatMap((run) => run.startups.filter((each) => each.name === name).flatMap((each) => each.samples.map(of)));
  return values.length === 0 ? undefined : summarize(values);
}

export function startupsOf(runs: readonly RunResult[]): string[] {
  return [...new Set(runs.flatMap((run) => run.startups.map((each) => each.name)))];
}

export function memoriesOf(runs: readonly RunResult[]): Map<string, Memory[]> {
  const byName = new Map<string, Memory[]>();
  for (const memory of runs.flatMap((run) => run.memories)) byName.set(memory.name, [...(byName.get(memory.name) ?? []), memory]);
  return byName;
}
