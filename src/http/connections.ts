/**
 * Open connections: what is remembered of each, how many there may be, the pipelining limit, and
 * how those end whose client is still sending.
 *
 * It reads no request and makes no answer: what goes beyond a bound is closed.
 */

import type { Socket } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";
import { peerKey } from "./client.ts";

/** Half of the smallest limit on descriptors that is usual for a service. */
export const CONNECTIONS_MAX = 2048;
/**
 * A client may send thousands of requests in one packet and read no answer (RFC 9112, section 9.3.2, lets it), and each
 * answer that waits behind another costs kilobytes. All connections share one bound.
 */
const PIPELINED_MAX = 2048;

export interface Connection {
  readonly socket: Socket;
  readonly peer: string;
  /** It had its last answer: what else arrives on it is no request (RFC 9112, section 9.6). */
  isOver: boolean;
  /** Answers that wait behind others. */
  pipelined: number;
}

export function connections(onExcess: () => void, connectionsMax = CONNECTIONS_MAX, pipelinedMax = PIPELINED_MAX) {
  /** In the order in which they asked last, or were opened. */
  const open = new Map<Duplex, Connection>();
  let pipelined = 0;

  const close = (connection: Connection): void => {
    connection.isOver = true;
    connection.socket.destroy();
  };

  return {
    /** Whoever connects and asks is served, however many others hold connections: the one that asked longest ago goes. */
    opened(socket: Socket): void {
      const connection = { socket, peer: peerKey(socket.remoteAddress), isOver: false, pipelined: 0 };
      open.set(socket, connection);
      socket.once("close", () => {
        open.delete(socket);
        pipelined -= connection.pipelined;
        connection.pipelined = 0;
      });
      for (const longest of open.values()) {
        if (open.size <= connectionsMax) return;
        open.delete(longest.socket);
        close(longest);
        onExcess();
      }
    },

    /** To be told of whatever arrives; undefined when its connection is over. */
    asked(socket: Duplex): Connection | undefined {
      const connection = open.get(socket);
      if (connection === undefined || connection.isOver) return undefined;
      open.delete(socket);
      open.set(socket, connection);
      return connection;
    },

    mayWait(connection: Connection, answer: Writable): boolean {
      if (pipelined >= pipelinedMax) {
        // What is in the packets of this client's other connections would be parsed all the same, and kept until then.
        for (const each of open.values()) if (each.peer === connection.peer) close(each);
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

    /** Closes the connections on which nothing was ever sent: node:http does not count them as idle. */
    closeSilent(): void {
      for (const { socket } of open.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/**
 * Lingering close. To close at once would make a sender's system throw away the answer before it is read (RFC 9112,
 * section 9.6), so what still comes is read and dropped for a while first.
 */
const LINGER_MS = 1000;

/** Ends an answer, and with it the connection, when its request has arrived or has had its time. */
export function endUnread(incoming: Readable, outgoing: Writable, body: Buffer): void {
  outgoing.write(body);
  const finish = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  incoming.resume().once("end", finish).once("close", finish);
}

/** Answers on a socket that no parser reads any more. */
export function endRaw(socket: Duplex, response: Buffer): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}
