/**
 * Asks a server that runs on this machine whether it is ready: the health check of a container.
 */

import { type Config, originOf } from "./config.ts";

const PATIENCE_MS = 3000;

export async function isHealthy({ host, port }: Config): Promise<boolean> {
  try {
    // Where all addresses of a machine are listened on, 0.0.0.0 or ::, its own is asked.
    const { ok } = await fetch(`${originOf(host, port)}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return ok;
  } catch {
    return false;
  }
}
