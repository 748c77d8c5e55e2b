/**
 * What one bench found: single readings, and what is made of them.
 *
 * A ratio is taken within one round, between processes that were loaded in turn; nothing here assumes a distribution.
 */
import type { Mode } from "./process.ts";

/** µs of CPU per request; ms to the first response and ms of CPU until then; ms that a request waits at a reload; resident MiB; bytes and instructions per request. */
export type Measure = "cpu" | "start" | "start cpu" | "reload" | "memory" | "bytes" | "instructions";

export interface Reading {
  /** As `node --version` says it. */
  readonly node: string;
  readonly measure: Measure;
  /** A case, or a moment in a server's life. */
  readonly of: string;
  readonly mode: Mode;
  readonly server: string;
  readonly round: number;
  readonly value: number;
}

export interface Results {
  readonly machine: string;
  readonly pace: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly readings: Reading[];
  /** Servers that were not timed, and what was wrong with their answer. */
  readonly faults: Set<string>;
}

export const OURS = "this server";
export const COMPILED = "this server, compiled";
export const FLOOR = "floor";
export const NOISE = "floor again";

/** The five numbers of a box plot. */
export interface Spread {
  readonly min: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly max: number;
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function spread(values: readonly number[]): Spread | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const [min, low, median, high, max] = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { min, low, median, high, max };
}

export type Asked = Partial<Pick<Reading, "node" | "measure" | "of" | "mode" | "server">>;

export function select(readings: readonly Reading[], asked: Asked): Reading[] {
  const wanted = Object.entries(asked);
  return readings.filter((reading) => wanted.every(([name, value]) => Reflect.get(reading, name) === value));
}

export function values(readings: readonly Reading[], asked: Asked): Spread | undefined {
  return spread(select(readings, asked).map(({ value }) => value));
}

/** One server in multiples of another, round by round; undefined when they never met. */
export function ratio(readings: readonly Reading[], asked: Asked, base: string): Spread | undefined {
  const bases = new Map(select(readings, { ...asked, server: base }).map(({ round, value }) => [round, value]));
  return spread(
    select(readings, asked).flatMap(({ round, value }) => (bases.has(round) ? [value / (bases.get(round) ?? 1)] : [])),
  );
}

/** What the readings name, in the order in which it was met first. */
export function named<K extends "node" | "of" | "mode" | "server">(readings: readonly Reading[], key: K): Reading[K][] {
  return [...new Set(readings.map((each) => each[key]))];
}
