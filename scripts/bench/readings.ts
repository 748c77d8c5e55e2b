/**
 * Readings of one benchmark run, and functions for their spread and for the ratio of two servers.
 *
 * A ratio is calculated from readings of the same round. A spread consists of quantiles, so that the readings need not
 * follow any distribution.
 */
import type { Mode } from "./process.ts";

/**
 * Quantity that is measured:
 * - `cpu`: CPU time per request in µs
 * - `start`: time from spawn to the first response in ms
 * - `start cpu`: CPU time up to the first response in ms
 * - `reload`: longest time that a request takes in ms, during a reload or without one
 * - `memory`: resident memory in MiB
 * - `bytes`: bytes that V8 allocates per request
 * - `instructions`: CPU instructions per request, or up to the first response
 */
export type Measure = "cpu" | "start" | "start cpu" | "reload" | "memory" | "bytes" | "instructions";

export interface Reading {
  /** Version of Node, e.g. `22.23.3`. */
  readonly node: string;
  readonly measure: Measure;
  /** Name of the benchmark case, or the moment of the measurement, e.g. `at rest` for memory. */
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
  /** Servers that were not timed, each with the case and the reason, e.g. `hono, 405: status 404`. */
  readonly faults: Set<string>;
}

export const OURS = "this server";
export const COMPILED = `${OURS}, compiled`;
export const LIMITER_OFF = `${OURS}, limiter off`;
export const LOG_ON = `${OURS}, log on`;
/**
 * The floor: a bare node:http server that replays our server's responses (`peers/floor.cjs`). Its CPU time is about the
 * least that any server on node:http needs.
 */
export const FLOOR = "floor";
/** A second process of the floor. Its difference from the first process is the noise of the measurement. */
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

/** Returns the spread of the values, or undefined if there are none. */
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

/** Values that the properties of the selected readings must have, e.g. `{ measure: "cpu", mode: "quiet" }`. */
export type Query = Partial<Pick<Reading, "node" | "measure" | "subject" | "mode" | "server">>;

export function select(readings: readonly Reading[], query: Query): Reading[] {
  const conditions = Object.entries(query);
  return readings.filter((reading) => conditions.every(([name, value]) => Reflect.get(reading, name) === value));
}

/** Returns the spread of the selected readings, or undefined if there are none. */
export function spreadOf(readings: readonly Reading[], query: Query): Spread | undefined {
  return spread(select(readings, query).map(({ value }) => value));
}

/**
 * Divides the selected reading of each round by the reading of another server. Returns the spread of these ratios, or
 * undefined if no round has both readings.
 *
 * @param base name of the server whose readings are the divisors
 */
export function ratio(readings: readonly Reading[], query: Query, base: string): Spread | undefined {
  const baseReadings = select(readings, { ...query, server: base });
  const bases = new Map(baseReadings.map(({ round, value }) => [round, value]));
  const ratios = select(readings, query).flatMap(({ round, value }) => {
    const baseValue = bases.get(round);
    return baseValue === undefined ? [] : [value / baseValue];
  });
  return spread(ratios);
}

/** Returns the distinct values that a property of the readings has, in order of appearance. */
export function distinct<K extends "node" | "subject" | "mode" | "server">(
  readings: readonly Reading[],
  key: K,
): Reading[K][] {
  return [...new Set(readings.map((reading) => reading[key]))];
}
