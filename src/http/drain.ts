/**
 * The end of a server that loses no request.
 *
 * `Server.close` of node:http destroys idle connections at once, and with them requests that are already
 * on the wire (nodejs/node issue 60617); and a socket that stops listening resets the connections that its
 * system has made and nobody has accepted. So answers are held back until no new connection comes, then
 * listening ends, then every answer tells its client to close; only then are the connections closed that
 * stay idle, and at last all.
 */
import { Server } from "node:net";

export interface Drainable extends Server {
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

export interface Gate {
  /** From now on requests wait. */
  readonly hold: () => void;
  /** Those that waited are answered, and what comes is answered at once. */
  readonly release: () => void;
  /** Closes connections on which nothing was ever sent; node:http does not count them as idle. */
  readonly closeSilent: () => void;
}

/** Clients that wait for an answer open no connection, so this much silence means that all of them wait. */
const QUIET_MS = 50;
const HOLD_MS_MAX = 250;
const STEP_MS = 50;
const IDLE_AFTER_MS = 700;
/** Containers are killed ten seconds after they are told to stop. */
const ALL_AFTER_MS = 7000;
const GIVE_UP_AFTER_MS = 8000;

/** Calls back when no connection has come for a while, just after the last look for one. */
function whenQuiet(server: Server, done: () => void): void {
  const startedAt = performance.now();
  let lastAt = startedAt;
  server.on("connection", () => {
    lastAt = performance.now();
  });
  const look = (): void => {
    const now = performance.now();
    if (now - lastAt > QUIET_MS || now - startedAt > HOLD_MS_MAX) done();
    // An immediate comes right after the event loop has accepted whoever was there.
    else setTimeout(() => setImmediate(look), 1);
  };
  setImmediate(look);
}

/** Resolves when the last connection is closed. */
export function drain(server: Drainable, { hold, release, closeSilent }: Gate): Promise<void> {
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
    hold();
    whenQuiet(server, () => {
      Server.prototype.close.call(server, finish);
      release();
    });
  });
}
