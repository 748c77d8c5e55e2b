/**
 * Asks the server on this machine whether it is ready: the health check of a container.
 */

import { type Config, originOf } from "./config.ts";

const TIMEOUT_MS = 3000;

export async function isHealthy({ host, port }: Config): Promise<boolean> {
  try {
    // A connection to 0.0.0.0 or :: reaches this machine itself.
    const { ok } = await fetch(`${originOf(host, port)}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok;
  } catch {
    return false;
  }
}
