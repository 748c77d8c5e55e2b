/**
 * The memory of a running proxy, as the kernel counts it: of all its processes.
 */
import { readFileSync } from "node:fs";

/** Of a process and those it started: bytes that stood in memory at the worst moment so far. */
export function peakBytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [String(pid), ...children]
    .map((each) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${each}/status`, "utf8"))?.[1]) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);
}
