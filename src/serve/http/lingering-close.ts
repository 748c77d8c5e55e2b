/**
 * Lingering close (RFC 9112, section 9.6): discards input for a while before the connection closes. Otherwise the
 * kernel could send a TCP reset, and the client could lose the response.
 *
 * It does not decide which connections close.
 */

import type { Duplex, Readable, Writable } from "node:stream";

const LINGER_MS = 1000;

/** Writes the response body, but ends the response only after the request body has arrived or the time is over. */
export function endUnread(incoming: Readable, outgoing: Writable, body: Buffer): void {
  outgoing.write(body);
  const finish = () => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  incoming.resume().once("end", finish).once("close", finish);
}

/** Sends a complete response on a socket that has no HTTP parser any more. */
export function endRaw(socket: Duplex, response: Buffer): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}
