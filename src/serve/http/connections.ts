/**
 * Tracks the open connections, limits them, and closes them without losing a request or a response.
 */

import type { Socket } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";
import type { Body } from "./message.ts";
import { addressKey } from "./rate-limit.ts";

/** Leaves room below the usual limit of 1,024 file descriptors. */
export const CONNECTIONS_MAX = 960;
/** Limits the memory that queued responses use on all connections. One packet can contain thousands of requests. */
const PIPELINED_MAX = 2048;
const LINGER_MS = 1000;

export interface Connection {
  readonly socket: Socket;
  /** Rate-limit key derived from the remote address. */
  readonly peer: string;
  /** Sequence number of the last activity. The least recently active connection has the lowest number. */
  lastActive: number;
  /** If true, the connection closes after its current response and ignores further input (RFC 9112, section 9.6). */
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
  /** Returns the connections of the peer that probably causes the overload: its sum of `measure` is the largest. */
  const connectionsOfLargestPeer = (measure: (connection: Connection) => number): Connection[] => {
    const sums = new Map<string, number>();
    for (const connection of connections.values()) {
      sums.set(connection.peer, (sums.get(connection.peer) ?? 0) + measure(connection));
    }
    const [largestPeer] = [...sums].reduce((a, b) => (b[1] > a[1] ? b : a));
    return [...connections.values()].filter(({ peer }) => peer === largestPeer);
  };

  return {
    /** Adds a connection. Above the limit, closes the least recently active of the peer with the most connections. */
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
      const candidates = connectionsOfLargestPeer(() => 1);
      const leastRecent = candidates.reduce((a, b) => (a.lastActive < b.lastActive ? a : b));
      connections.delete(leastRecent.socket);
      destroy(leastRecent);
      onOverload();
    },

    /** Records activity on a socket. Returns its connection, or undefined if the socket's input must be ignored. */
    touch(socket: Duplex): Connection | undefined {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isFinal) return undefined;
      activity += 1;
      connection.lastActive = activity;
      return connection;
    },

    /**
     * Queues a pipelined response. If too many are queued, closes the connections of the peer with the most queued
     * responses. Returns false if `connection` was closed.
     */
    tryQueue(connection: Connection, response: Writable): boolean {
      if (queued >= pipelinedMax) {
        const withThisOne = (each: Connection) => (each === connection ? each.queued + 1 : each.queued);
        connectionsOfLargestPeer(withThisOne).forEach(destroy);
        onOverload();
        if (connection.isFinal) return false;
      }
      addQueued(connection, 1);
      response.once("finish", () => {
        if (connection.queued > 0) addQueued(connection, -1);
      });
      return true;
    },

    isEmpty: () => connections.size === 0,

    /** Closes connections that have received no data. `closeIdleConnections()` of node:http leaves them open. */
    closeUnused() {
      for (const { socket } of connections.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/**
 * Closes an idle connection unless input is pending. After a suspended machine resumes, timers fire before pending
 * input is read, so a request could be lost. setImmediate() lets Node read the input first.
 */
export function closeIdle(socket: Readonly<{ bytesRead: number; destroy: () => unknown }>): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/**
 * Writes the response body, but ends the response only when the request has been fully received or a timeout expires.
 * Ending earlier could cause a TCP reset that destroys the response before the client reads it (RFC 9112, section 9.6).
 */
export function endAfterRequest(incoming: Readable, outgoing: Writable, body: Body): void {
  for (const part of body) outgoing.write(part);
  const timer = setTimeout(() => outgoing.end(), LINGER_MS);
  const finish = () => {
    clearTimeout(timer);
    outgoing.end();
  };
  // If the client disconnects, "close" comes without "end". Calling finish() twice is harmless.
  incoming.resume().once("end", finish).once("close", finish);
}

/** Sends a serialised response, then discards input until the socket closes. Destroys the socket after LINGER_MS. */
export function endSocket(socket: Duplex, response: string): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}
