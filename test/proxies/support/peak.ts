/**
 * Peak memory of a running proxy.
 */
import { readFileSync } from "node:fs";

/** Returns the peak resident set size of a process and its children so far, in bytes. */
export function peakBytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [String(pid), ...children]
    .map((each) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${each}/status`, "utf8"))?.[1]) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);
}
