/**
 * Table of open connections, with a connection limit and a pipelining limit.
 *
 * It neither reads requests nor writes responses. It closes the connections that exceed a limit.
 */

import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { peerKey } from "./client.ts";

/** Half of the smallest usual limit on descriptors. */
export const CONNECTIONS_MAX = 2048;
/**
 * RFC 9112, section 9.3.2, lets a client send thousands of requests in one packet and read no answer; each that waits
 * behind another costs kilobytes. All connections share one bound.
 */
const PIPELINED_MAX = 2048;

export interface Connection {
  readonly socket: Socket;
  readonly peer: string;
  /** When it asked last, or was opened. */
  turn: number;
  /** After the last answer, what else arrives is no request (RFC 9112, section 9.6). */
  isOver: boolean;
  /** Answers that wait behind others. */
  pipelined: number;
}

export function connections(onExcess: () => void, connectionsMax = CONNECTIONS_MAX, pipelinedMax = PIPELINED_MAX) {
  const open = new Map<Duplex, Connection>();
  let turn = 0;
  let pipelined = 0;

  const count = (connection: Connection, waiting: number) => {
    pipelined += waiting;
    connection.pipelined += waiting;
  };
  const close = (connection: Connection) => {
    connection.isOver = true;
    connection.socket.destroy();
  };

  return {
    /** When there are too many, the one that asked longest ago goes. */
    opened(socket: Socket) {
      const connection = { socket, peer: peerKey(socket.remoteAddress), turn: (turn += 1), isOver: false, pipelined: 0 };
      open.set(socket, connection);
      socket.once("close", () => {
        open.delete(socket);
        count(connection, -connection.pipelined);
      });
      if (open.size <= connectionsMax) return;
      const longest = [...open.values()].reduce((one, other) => (other.turn < one.turn ? other : one));
      open.delete(longest.socket);
      close(longest);
      onExcess();
    },

    /** Notes that something arrived; undefined when the connection is over. */
    asked(socket: Duplex): Connection | undefined {
      const connection = open.get(socket);
      if (connection === undefined || connection.isOver) return undefined;
      connection.turn = turn += 1;
      return connection;
    },

    mayWait(connection: Connection, answer: Writable) {
      if (pipelined >= pipelinedMax) {
        // The packets of this client's other connections would be parsed all the same.
        for (const each of open.values()) if (each.peer === connection.peer) close(each);
        onExcess();
        return false;
      }
      count(connection, 1);
      answer.once("finish", () => {
        if (connection.pipelined > 0) count(connection, -1);
      });
      return true;
    },

    /** Nothing was ever sent on them: node:http does not count them as idle. */
    closeSilent() {
      for (const { socket } of open.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
