/**
 * Cores that do not halt between two requests.
 *
 * Where they may, a server that is a little slower lets the core of the load fall asleep more often, and pays for
 * waking it: a difference of a microsecond then reads as two or three.
 */
import { openSync, writeSync } from "node:fs";

/**
 * Holds the system to no latency for as long as this process lives; false where it may not be asked (it takes root).
 * The kernel's documentation, "PM Quality Of Service Interface".
 */
export function keepAwake(): boolean {
  try {
    writeSync(openSync("/dev/cpu_dma_latency", "w"), Buffer.alloc(4));
    return true;
  } catch {
    return false;
  }
}
