/**
 * Open connections: what is remembered of each, how many there may be, and the pipelining limit.
 *
 * It reads no request and makes no answer: what goes beyond a bound is closed.
 */
import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { peerKey } from "./client.ts";

/** Half of the smallest limit on descriptors that is usual for a service. */
export const CONNECTIONS_MAX = 2048;
/**
 * A client may send thousands of requests in one packet and read no answer (RFC 9112, section 9.3.2, lets it), and each
 * answer that waits behind another costs kilobytes. All connections share one bound.
 */
const PIPELINED_MAX = 4096;

/** A connection as its requests see it, so that none of them finds out anew what stays the same. */
export interface Connection {
  /** Who its other end is counted as. */
  readonly peer: string;
  /** It had its last answer: what else arrives on it is no request (RFC 9112, section 9.6). */
  isOver: boolean;
  /** When it last asked or, if it never did, was opened: a place in the order of all such events. */
  lastAsked: number;
  /** Answers that wait behind others. */
  pipelined: number;
}

export interface Connections {
  readonly opened: (socket: Socket) => void;
  /** To be told of each request; undefined when it is none, for its connection is over. */
  readonly asked: (socket: Socket) => Connection | undefined;
  /** Takes an answer that has to wait behind another; false when there is no room for it. */
  readonly mayWait: (connection: Connection, answer: Writable) => boolean;
  /** Marks a connection as over; false when it was, or is closed. */
  readonly end: (socket: Duplex) => boolean;
  /** Closes the connections on which nothing was ever sent. */
  readonly closeSilent: () => void;
}

/** @param onExcess is told whenever connections are closed because there is no room */
export function connections(onExcess: () => void, connectionsMax = CONNECTIONS_MAX, pipelinedMax = PIPELINED_MAX): Connections {
  const open = new Map<Duplex, Connection>();
  let events = 0;
  let pipelined = 0;

  const close = (socket: Duplex, connection: Connection): void => {
    connection.isOver = true;
    socket.destroy();
  };

  /** Whoever connects and asks is served, however many others hold connections. */
  const closeLongestIdle = (): void => {
    let longest: [Duplex, Connection] | undefined;
    for (const each of open) if (longest === undefined || each[1].lastAsked < longest[1].lastAsked) longest = each;
    if (longest === undefined) return;
    open.delete(longest[0]);
    close(...longest);
    onExcess();
  };

  return {
    opened: (socket) => {
      const connection = { peer: peerKey(socket.remoteAddress), isOver: false, lastAsked: (events += 1), pipelined: 0 };
      open.set(socket, connection);
      socket.once("close", () => {
        open.delete(socket);
        pipelined -= connection.pipelined;
        connection.pipelined = 0;
      });
      if (open.size > connectionsMax) closeLongestIdle();
    },
    asked: (socket) => {
      const connection = open.get(socket);
      if (connection === undefined || connection.isOver) return undefined;
      connection.lastAsked = events += 1;
      return connection;
    },
    mayWait: (connection, answer) => {
      if (pipelined >= pipelinedMax) {
        // What is in the packets of this client's other connections would be parsed all the same, and kept until then.
        for (const [socket, each] of open) if (each.peer === connection.peer) close(socket, each);
        onExcess();
        return false;
      }
      pipelined += 1;
      connection.pipelined += 1;
      answer.once("finish", () => {
        if (connection.pipelined === 0) return;
        pipelined -= 1;
        connection.pipelined -= 1;
      });
      return true;
    },
    end: (socket) => {
      const connection = open.get(socket);
      if (connection === undefined || connection.isOver) return false;
      return (connection.isOver = true);
    },
    closeSilent: () => {
      for (const [socket] of open) if ("bytesRead" in socket && socket.bytesRead === 0) socket.destroy();
    },
  };
}
