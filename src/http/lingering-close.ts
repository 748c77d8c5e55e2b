/**
 * Lingering close: ends connections whose client is still sending.
 *
 * Closing at once would make a sender's system throw away the answer before it is read (RFC 9112, section 9.6),
 * so what still comes is read and dropped for a while first.
 */
import type { Duplex, Readable, Writable } from "node:stream";

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
  if (!socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}
