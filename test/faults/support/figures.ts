/**
 * What a running program takes: heap, memory and descriptors; and how much of a fault is enough.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Running } from "../../support/running.ts";
import { ROOT } from "../../support/suites.ts";
import { wait } from "./load.ts";

/** `npm run faults:full` for the sizes that the figures are promised for; the usual ones fit into minutes. */
export function size(usual: number, full: number): number {
  return process.env["FAULTS"] === "full" ? full : usual;
}

const REPORT = `process.on("SIGUSR2", () => {
  gc(); gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write("heap " + (heapUsed + external) + "\\n");
})`;

/** Flags with which a program tells its heap, and has no more than a small one. */
export const TELLS_HEAP: readonly string[] = [
  "--expose-gc",
  "--max-old-space-size=64",
  "--import",
  `data:text/javascript,${encodeURIComponent(REPORT)}`,
];

const MEBIBYTE = 1024 * 1024;

/** What the shipped unit lets the service have, buffers and all: the system ends what has more. */
export const UNIT_MEBIBYTES = Number(
  /^MemoryMax=(\d+)M$/m.exec(readFileSync(join(ROOT, "scripts/deploy/holiday-cottage.service"), "utf8"))?.[1],
);

export interface Figures {
  /** What is reachable, on the heap and off it. */
  readonly heap: number;
  readonly resident: number;
  readonly descriptors: number;
}

export function residentMebibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** The most it has been since it began. */
export function peakMebibytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

export function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Asks a program that was started with `TELLS_HEAP`; megabytes are of 1,048,576 bytes. */
export async function figures({ pid, kill, said, output }: Running): Promise<Figures> {
  const before = output.stderr.split("heap ").length;
  kill("SIGUSR2");
  await said("heap ", before);
  const heap = Number(/heap (\d+)\n$/.exec(output.stderr)?.[1]) / MEBIBYTE;
  return { heap, resident: residentMebibytes(pid), descriptors: descriptors(pid) };
}

/** Resolves when something is so, and fails when it takes too long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 20_000,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - startedAt < patienceMs, `in ${patienceMs} ms: ${what}`);
    await wait(20);
  }
  return performance.now() - startedAt;
}

/** Shown beside the test, and kept in the log of the run. */
export function shown(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1);
}
