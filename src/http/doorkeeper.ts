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
  /** Closes every connection from where this one comes. */
  readonly closeAllFrom: (peer: Socket) => void;
}

/** @param turnAway ends a connection, at once */
export function doorkeeper(connectionsMax: number, turnAway: (socket: Socket) => void): Doorkeeper {
  /** Connections without a request yet, the oldest first. */
  const silent = new Set<Socket>();
  const open = new Set<Socket>();

  return {
    opened: (socket) => {
      open.add(socket);
      silent.add(socket);
      socket.once("close", () => {
        open.delete(socket);
        silent.delete(socket);
      });
      if (open.size <= connectionsMax) return;
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
    closeAllFrom: ({ remoteAddress }) => {
      for (const socket of open) if (socket.remoteAddress === remoteAddress) socket.destroy();
    },
  };
}
