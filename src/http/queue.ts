/**
 * A bound on answers that wait behind others on their connections.
 *
 * A client may send thousands of requests in one packet and read no answer (RFC 9112, section 9.3.2, lets
 * it), and each answer that waits costs kilobytes. All connections share one bound.
 */
import type { Socket } from "node:net";
import type { Writable } from "node:stream";

const WAITING_MAX = 4096;

/** Takes an answer that has to wait; false when there are too many. */
export type Queue = (socket: Socket, answer: Writable) => boolean;

export function answerQueue(waitingMax = WAITING_MAX): Queue {
  /** By connection, so that all go when it goes: of those that never came to be sent nothing is heard again. */
  const waiting = new Map<Socket, number>();
  let total = 0;

  const change = (socket: Socket, by: number): void => {
    total += by;
    waiting.set(socket, (waiting.get(socket) ?? 0) + by);
  };
  const watch = (socket: Socket): void => {
    waiting.set(socket, 0);
    socket.once("close", () => {
      total -= waiting.get(socket) ?? 0;
      waiting.delete(socket);
    });
  };

  return (socket, answer) => {
    if (total >= waitingMax) return false;
    if (!waiting.has(socket)) watch(socket);
    change(socket, 1);
    answer.once("finish", () => waiting.has(socket) && change(socket, -1));
    return true;
  };
}
