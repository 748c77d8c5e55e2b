/**
 * Readings of one benchmark, and their spread and ratios.
 *
 * A ratio compares processes of the same round. No distribution is assumed.
 */
import type { Mode } from "./process.ts";

/**
 * Quantities: CPU time per request in µs, time and CPU time to the first response in ms, longest wait during a reload
 * in ms, resident memory in MiB, and bytes and instructions per request.
 */
export type Measure = "cpu" | "start" | "start cpu" | "reload" | "memory" | "bytes" | "instructions";

export interface Reading {
  /** Version of Node, e.g. `22.23.3`. */
  readonly node: string;
  readonly measure: Measure;
  /** Name of a case, or of a moment such as `at rest`. */
  readonly subject: string;
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
  /** Servers that were not timed, with the reason. */
  readonly faults: Set<string>;
}

export const OURS = "this server";
export const COMPILED = `${OURS}, compiled`;
export const LIMITER_OFF = `${OURS}, limiter off`;
export const LOG_ON = `${OURS}, log on`;
/** Bare node:http that sends the same bytes as this server. */
export const FLOOR = "floor";
/** A second process of the floor, whose difference from the first shows the noise of the measurement. */
export const NOISE = "floor again";

/** The five numbers of a box plot. */
export interface Spread {
  readonly min: number;
  /** Lower quartile. */
  readonly low: number;
  readonly median: number;
  /** Upper quartile. */
  readonly high: number;
  readonly max: number;
}

/** Returns a quantile of sorted values, interpolated between the two nearest ones. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Returns undefined if there are no values. */
export function spread(values: readonly number[]): Spread | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  return {
    min: quantile(sorted, 0),
    low: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    high: quantile(sorted, 0.75),
    max: quantile(sorted, 1),
  };
}

/** Properties that the selected readings must have. */
export type Query = Partial<Pick<Reading, "node" | "measure" | "subject" | "mode" | "server">>;

export function select(readings: readonly Reading[], query: Query): Reading[] {
  const wanted = Object.entries(query);
  return readings.filter((reading) => wanted.every(([name, value]) => Reflect.get(reading, name) === value));
}

/** Returns the spread of the selected readings, or undefined if there are none. */
export function spreadOf(readings: readonly Reading[], query: Query): Spread | undefined {
  return spread(select(readings, query).map(({ value }) => value));
}

/** Returns the spread of the ratio of two servers within each round, or undefined if no round has both. */
export function ratio(readings: readonly Reading[], query: Query, base: string): Spread | undefined {
  const bases = new Map(select(readings, { ...query, server: base }).map(({ round, value }) => [round, value]));
  const ratios = select(readings, query).flatMap(({ round, value }) => {
    const baseValue = bases.get(round);
    return baseValue === undefined ? [] : [value / baseValue];
  });
  return spread(ratios);
}

/** Returns the distinct values of a property of the readings, in order of appearance. */
export function distinct<K extends "node" | "subject" | "mode" | "server">(
  readings: readonly Reading[],
  key: K,
): Reading[K][] {
  return [...new Set(readings.map((reading) => reading[key]))];
}
