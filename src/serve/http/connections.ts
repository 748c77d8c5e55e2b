/**
 * Table of open connections, with a connection limit and a pipelining limit.
 *
 * It reads no request and writes no response. It closes the connections that exceed a limit.
 */

import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { peerKey } from "./client.ts";

/** Fits into 1,024 file descriptors. A connection takes up to 60 kB while a head arrives. */
export const CONNECTIONS_MAX = 960;
/** Responses that wait for an earlier one, over all connections. One packet may contain thousands of requests. */
const PIPELINED_MAX = 2048;

export interface Connection {
  readonly socket: Socket;
  readonly peer: string;
  /** Sequence number of the last activity. */
  lastActive: number;
  /** The final response is decided, and further input is ignored (RFC 9112, section 9.6). */
  isFinal: boolean;
  /** Responses that wait for an earlier one. */
  queued: number;
}

export function connectionTable(onExcess: () => void, connectionsMax = CONNECTIONS_MAX, pipelinedMax = PIPELINED_MAX) {
  const connections = new Map<Duplex, Connection>();
  let activity = 0;
  let queued = 0;

  const addQueued = (connection: Connection, responses: number) => {
    connection.queued += responses;
    queued += responses;
  };
  const close = (connection: Connection) => {
    connection.isFinal = true;
    connection.socket.destroy();
  };

  return {
    /** Adds a connection. Over the limit, it evicts the least recently active one. */
    add(socket: Socket) {
      activity += 1;
      const peer = peerKey(socket.remoteAddress);
      const connection: Connection = { socket, peer, lastActive: activity, isFinal: false, queued: 0 };
      connections.set(socket, connection);
      socket.once("close", () => {
        connections.delete(socket);
        addQueued(connection, -connection.queued);
      });
      if (connections.size <= connectionsMax) return;
      let evicted = connection;
      for (const other of connections.values()) if (other.lastActive < evicted.lastActive) evicted = other;
      connections.delete(evicted.socket);
      close(evicted);
      onExcess();
    },

    /** Records activity on a socket. Returns undefined if its input is to be ignored. */
    touch(socket: Duplex): Connection | undefined {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isFinal) return undefined;
      activity += 1;
      connection.lastActive = activity;
      return connection;
    },

    /** Queues a response behind earlier ones. Over the limit, it closes all connections of the peer instead. */
    tryQueue(connection: Connection, response: Writable): boolean {
      if (queued >= pipelinedMax) {
        // Close the peer's other connections too, or their queued packets would still be parsed.
        for (const other of connections.values()) if (other.peer === connection.peer) close(other);
        onExcess();
        return false;
      }
      addQueued(connection, 1);
      response.once("finish", () => {
        if (connection.queued > 0) addQueued(connection, -1);
      });
      return true;
    },

    /** Closes connections that never sent a byte. node:http does not count them as idle. */
    closeUnused() {
      for (const { socket } of connections.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
