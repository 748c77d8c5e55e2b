/**
 * Table of open connections, with a connection limit and a pipelining limit.
 *
 * It closes the connections that exceed a limit. It neither reads requests nor writes responses.
 */

import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { peerKey } from "./client.ts";

/** Below the usual limit of 1,024 file descriptors. */
export const CONNECTIONS_MAX = 960;
/** Queued responses of all connections. One packet can contain thousands of pipelined requests. */
const PIPELINED_MAX = 2048;

export interface Connection {
  readonly socket: Socket;
  readonly peer: string;
  /** Sequence number of the last activity. */
  lastActive: number;
  /** Whether the last response is decided. Further input is then ignored (RFC 9112, section 9.6). */
  isFinal: boolean;
  /** Number of responses that wait for an earlier response on this connection. */
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
    /** Adds a connection. Over the limit, it evicts the least recently active connection. */
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
      let leastRecent = connection;
      for (const other of connections.values()) if (other.lastActive < leastRecent.lastActive) leastRecent = other;
      connections.delete(leastRecent.socket);
      close(leastRecent);
      onExcess();
    },

    /** Records activity on a socket. Returns undefined if input of the socket is ignored. */
    touch(socket: Duplex): Connection | undefined {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isFinal) return undefined;
      activity += 1;
      connection.lastActive = activity;
      return connection;
    },

    /** Queues a pipelined response. Over the limit, it closes all connections of the peer and returns false. */
    tryQueue(connection: Connection, response: Writable): boolean {
      if (queued >= pipelinedMax) {
        // If only this connection closed, input of the peer's other connections would still be parsed.
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

    /** Closes connections on which no byte arrived. node:http does not count them as idle. */
    closeUnused() {
      for (const { socket } of connections.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
