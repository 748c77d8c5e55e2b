/**
 * Open connections: what is remembered of each, how many there may be, and who goes when there are more: the client
 * that has been silent longest.
 *
 * Whoever connects and asks is served, however many connect and say nothing.
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { peerKey } from "./client.ts";

/** A connection as its requests see it, so that none of them finds out anew what stays the same. */
export interface Connection {
  /** Who its other end is counted as. */
  readonly peer: string;
  hasAsked: boolean;
  /** It had its last answer: what else arrives on it is no request (RFC 9112, section 9.6). */
  isOver: boolean;
}

export interface Doorkeeper {
  /** To be told of each new connection. */
  readonly opened: (socket: Socket) => void;
  /** To be told of each request; undefined when its connection is closed already. */
  readonly asked: (socket: Socket) => Connection | undefined;
  /** Marks a connection as over; false when it was, or is closed. */
  readonly end: (socket: Duplex) => boolean;
  /** Closes the connections on which nothing was ever sent. */
  readonly closeSilent: () => void;
  /** Closes every connection from where this one comes. */
  readonly closeAllFrom: (peer: Socket) => void;
}

/** @param turnAway ends a connection, at once */
export function doorkeeper(connectionsMax: number, turnAway: (socket: Socket) => void): Doorkeeper {
  const open = new Map<Duplex, Connection>();
  /** Connections without a request yet, the oldest first. */
  const silent = new Set<Socket>();

  return {
    opened: (socket) => {
      open.set(socket, { peer: peerKey(socket.remoteAddress), hasAsked: false, isOver: false });
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
      const connection = open.get(socket);
      if (connection?.hasAsked === false) {
        connection.hasAsked = true;
        silent.delete(socket);
      }
      return connection;
    },
    end: (socket) => {
      const connection = open.get(socket);
      if (connection === undefined || connection.isOver) return false;
      return (connection.isOver = true);
    },
    closeSilent: () => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    },
    closeAllFrom: (socket) => {
      const peer = open.get(socket)?.peer;
      for (const [each, connection] of open) if (connection.peer === peer) each.destroy();
    },
  };
}
