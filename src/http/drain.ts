/**
 * The end of a server that loses no request.
 *
 * `Server.close` of node:http destroys idle connections at once, and with them requests that are already
 * on the wire (nodejs/node issue 60617). So first it stops listening, while every answer tells its client to
 * close; only then are the connections closed that stay idle, and at last all.
 */
import { Server } from "node:net";

export interface Drainable extends Server {
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

const STEP_MS = 50;
const IDLE_AFTER_MS = 700;
/** Containers are killed ten seconds after they are told to stop. */
const ALL_AFTER_MS = 7000;
const GIVE_UP_AFTER_MS = 8000;

/**
 * Resolves when the last connection is closed.
 *
 * @param closeSilent closes connections that never sent anything, which node:http does not count as idle
 */
export function drain(server: Drainable, closeSilent: () => void): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const step = (): void => {
      const elapsed = performance.now() - startedAt;
      if (elapsed > GIVE_UP_AFTER_MS) finish();
      else if (elapsed > ALL_AFTER_MS) server.closeAllConnections();
      else if (elapsed > IDLE_AFTER_MS) {
        server.closeIdleConnections();
        closeSilent();
      }
    };
    const timer = setInterval(step, STEP_MS);
    const finish = (): void => {
      clearInterval(timer);
      resolve();
    };
    Server.prototype.close.call(server, finish);
  });
}
