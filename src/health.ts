/**
 * Asks a server that runs on this machine whether it is ready: the health check of a container.
 */

import type { Config } from "./config.ts";

const PATIENCE_MS = 3000;

/** An address that stands for all of the machine's own is reached through loopback. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export async function isHealthy({ host, port }: Config): Promise<boolean> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok;
  } catch {
    return false;
  }
}
