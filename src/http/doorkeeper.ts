/**
 * A bound on open connections, and who goes when it is reached: the client that has been silent longest.
 *
 * Whoever connects and asks is served, however many connect and say nothing.
 */
import type { Socket } from "node:net";

export interface Doorkeeper {
  /** To be told of each new connection. */
  readonly opened: (socket: Socket) => void;
  /** To be told of each request. */
  readonly asked: (socket: Socket) => void;
  /** Closes the connections on which nothing was ever sent. */
  readonly closeSilent: () => void;
}

/** @param turnAway ends a connection, at once */
export function doorkeeper(connectionsMax: number, turnAway: (socket: Socket) => void): Doorkeeper {
  /** Connections without a request yet, the oldest first. */
  const silent = new Set<Socket>();
  let open = 0;

  return {
    opened: (socket) => {
      open += 1;
      silent.add(socket);
      socket.once("close", () => {
        open -= 1;
        silent.delete(socket);
      });
      if (open <= connectionsMax) return;
      const [longest = socket] = silent;
      silent.delete(longest);
      turnAway(longest);
    },
    asked: (socket) => {
      silent.delete(socket);
    },
    closeSilent: () => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
