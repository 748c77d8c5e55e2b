/**
 * Ends of connections whose client is still sending, or does not read.
 *
 * Closing at once would make a sender's system throw away the answer before it is read (RFC 9112, section 9.6),
 * so what still comes is read and dropped for a while first.
 */
import type { Socket } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";

const LINGER_MS = 1000;
/** The bound on a connection where nothing moves because its client reads nothing; Node may look twice. */
const STALLED_MS = 20_000;

/**
 * Ends the connection when its client takes nothing of what waits for it. An answer that its system took at once, as
 * nearly all are, is not waited for: a timer for each would cost a thirtieth of its request.
 */
export function boundStall(outgoing: Writable, socket: Socket): void {
  if (outgoing.writableLength > 0) socket.setTimeout(STALLED_MS);
}

/** Ends an answer, and with it the connection, when its request has arrived or has had its time. */
export function finishUnread(incoming: Readable, outgoing: Writable, body: Buffer): void {
  outgoing.write(body);
  const finish = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  incoming.resume().once("end", finish).once("close", finish);
}

/** Answers on a socket that no parser reads any more. */
export function finishSocket(socket: Duplex, response: Buffer): void {
  if (!socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}
