/**
 * A bound on answers that wait behind others on their connections.
 *
 * A client may send thousands of requests in one packet and read no answer (RFC 9112, section 9.3.2, lets
 * it), and each answer that waits costs kilobytes. All connections share one bound.
 */
import type { Socket } from "node:net";
import type { Writable } from "node:stream";

const WAITING_MAX = 4096;
/** Requests are still parsed, and cost memory for a moment, when their connection is closed already. */
const EXCESS_MAX = 16_384;

/** What becomes of an answer that would have to wait, and of those whose client it is. */
export type Verdict = "waits" | "too_many" | "flood";

/** Takes an answer that has to wait, if there is room. */
export type Queue = (socket: Socket, answer: Writable) => Verdict;

export function answerQueue(waitingMax = WAITING_MAX, excessMax = EXCESS_MAX): Queue {
  /** By connection, so that all go when it goes: of those that never came to be sent nothing is heard again. */
  const waiting = new Map<Socket, number>();
  let total = 0;
  /** Requests beyond the bound in this turn of the event loop, which closes no connection before its end. */
  let excess = 0;

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
  const refuse = (): Verdict => {
    if (excess === 0) setImmediate(() => (excess = 0));
    excess += 1;
    return excess > excessMax ? "flood" : "too_many";
  };

  return (socket, answer) => {
    if (total >= waitingMax) return refuse();
    if (!waiting.has(socket)) watch(socket);
    change(socket, 1);
    answer.once("finish", () => waiting.has(socket) && change(socket, -1));
    return "waits";
  };
}
