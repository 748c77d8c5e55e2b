/**
 * Measures the heap, resident memory and file descriptors of a running program, and selects the size of tests.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Running } from "../../support/running.ts";
import { ROOT } from "../../support/suites.ts";

/** Returns the full size if FAULTS=full, or else the usual one, with which the suite takes only minutes. */
export function sizeOf(usual: number, full: number): number {
  return process.env["FAULTS"] === "full" ? full : usual;
}

const REPORT = `process.on("SIGUSR2", () => {
  gc(); gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write("heap " + (heapUsed + external) + "\\n");
})`;

/** Flags of Node that limit the heap, as the shipped unit does or more strictly, and report its size on SIGUSR2. */
export const HEAP_REPORT_FLAGS: readonly string[] = [
  "--max-semi-space-size=1",
  "--expose-gc",
  "--max-old-space-size=64",
  "--import",
  `data:text/javascript,${encodeURIComponent(REPORT)}`,
];

const MEBIBYTE = 1024 * 1024;

/** Memory limit of the shipped unit, which includes buffers. systemd kills a service that exceeds it. */
export const UNIT_MEBIBYTES = Number(
  /^MemoryMax=(\d+)M$/m.exec(readFileSync(join(ROOT, "scripts/deploy/holiday-cottage.service"), "utf8"))?.[1],
);

export interface Measurements {
  /** Reachable memory in MiB, on the heap and outside it. */
  readonly heap: number;
  readonly resident: number;
  readonly descriptors: number;
}

export function residentMebibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Returns the highest resident memory since the start. */
export function peakMebibytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Returns the number of open file descriptors. */
export function descriptorCount(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Measures a program that was started with `HEAP_REPORT_FLAGS`, in MiB. */
export async function measure({ pid, kill, waitForOutput, output }: Running): Promise<Measurements> {
  const before = output.stderr.split("heap ").length;
  kill("SIGUSR2");
  await waitForOutput("heap ", before);
  const heap = Number(/heap (\d+)\n$/.exec(output.stderr)?.[1]) / MEBIBYTE;
  return { heap, resident: residentMebibytes(pid), descriptors: descriptorCount(pid) };
}

/** Formats a number for the diagnostics of a test, with a decimal place below 100. */
export function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1);
}
