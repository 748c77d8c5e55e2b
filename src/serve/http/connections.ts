/**
 * Tracks and limits the open connections, and closes idle or finished ones without losing data.
 */

import type { Socket } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";
import type { Body } from "./message.ts";
import { addressKey } from "./rate-limit.ts";

/** Each connection takes one of the usual 1,024 file descriptors. Leaves some for other files. */
export const CONNECTIONS_MAX = 960;
/** Maximum number of waiting requests across all connections. One packet can contain thousands of requests. */
const PIPELINED_MAX = 2048;
const LINGER_MS = 1000;

export interface Connection {
  readonly socket: Socket;
  /** The remote address, used as the key for rate limiting. */
  readonly peer: string;
  /** Sequence number of the last activity. A lower number means longer ago. */
  lastActive: number;
  /** If true, the connection ignores further input, and closes after its current response. */
  isFinal: boolean;
  /** Number of pipelined responses waiting for an earlier response to finish. */
  queued: number;
}

export function connectionTable(
  onOverload: () => void,
  connectionsMax = CONNECTIONS_MAX,
  pipelinedMax = PIPELINED_MAX,
) {
  const connections = new Map<Duplex, Connection>();
  let activity = 0;
  let queued = 0;

  const addQueued = (connection: Connection, responses: number) => {
    connection.queued += responses;
    queued += responses;
  };
  const destroy = (connection: Connection) => {
    connection.isFinal = true;
    connection.socket.destroy();
  };
  const connectionsOfHeaviestPeer = (loadOf: (connection: Connection) => number): Connection[] => {
    const peers = new Map<string, { connections: Connection[]; load: number }>();
    for (const connection of connections.values()) {
      const peer = peers.get(connection.peer) ?? { connections: [], load: 0 };
      peers.set(connection.peer, peer);
      peer.connections.push(connection);
      peer.load += loadOf(connection);
    }
    return [...peers.values()].reduce((a, b) => (b.load > a.load ? b : a)).connections;
  };

  return {
    /** Adds a connection. If there are too many, closes the least recently active one of the peer that has the most. */
    add(socket: Socket) {
      activity += 1;
      // `remoteAddress` is undefined if the client has already disconnected.
      const peer = addressKey(socket.remoteAddress ?? "") ?? "unknown";
      const connection: Connection = { socket, peer, lastActive: activity, isFinal: false, queued: 0 };
      connections.set(socket, connection);
      socket.once("close", () => {
        connections.delete(socket);
        addQueued(connection, -connection.queued);
      });
      if (connections.size <= connectionsMax) return;
      const candidates = connectionsOfHeaviestPeer(() => 1);
      const leastRecent = candidates.reduce((a, b) => (a.lastActive < b.lastActive ? a : b));
      connections.delete(leastRecent.socket);
      destroy(leastRecent);
      onOverload();
    },

    /** Records activity and returns the connection, or undefined if further input must be ignored. */
    touch(socket: Duplex): Connection | undefined {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isFinal) return undefined;
      activity += 1;
      connection.lastActive = activity;
      return connection;
    },

    /**
     * Queues a pipelined response. If too many are queued, closes all connections of the peer with the most
     * queued responses. Returns false if `connection` is one of them.
     */
    tryQueue(connection: Connection, response: Writable): boolean {
      addQueued(connection, 1);
      if (queued > pipelinedMax) {
        connectionsOfHeaviestPeer((each) => each.queued).forEach(destroy);
        onOverload();
        if (connection.isFinal) return false;
      }
      response.once("finish", () => {
        if (connection.queued > 0) addQueued(connection, -1);
      });
      return true;
    },

    isEmpty: () => connections.size === 0,

    /** Closes connections that have received no data. Node's `closeIdleConnections()` leaves them open. */
    closeUnused() {
      for (const { socket } of connections.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/**
 * Closes an idle connection unless input is pending. When a suspended machine resumes, timers fire before pending
 * input is read, so a request in it could be lost. setImmediate() lets Node read the input first.
 */
export function closeIdle(socket: Readonly<{ bytesRead: number; destroy: () => unknown }>) {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/**
 * Sends the body and discards the rest of the request. Ends the response when the request is complete or LINGER_MS
 * have passed. Ending the response earlier could reset the connection before it is read (RFC 9112, section 9.6).
 */
export function sendBodyAndLinger(incoming: Readable, outgoing: Writable, body: Body) {
  for (const part of body) outgoing.write(part);
  const timer = setTimeout(() => outgoing.end(), LINGER_MS);
  const finish = () => {
    clearTimeout(timer);
    outgoing.end();
  };
  incoming.resume();
  // If the client disconnects, "close" is emitted without "end".
  incoming.once("end", finish).once("close", finish);
}

/** Sends a serialised response, then discards input until the socket closes or LINGER_MS have passed. */
export function endSocket(socket: Duplex, response: string) {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}
