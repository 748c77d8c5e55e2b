/**
 * A request body, gathered whole or refused, in bounded memory however many clients send at once.
 */

import type { Readable } from "node:stream";

const { nextTick } = process;

/** A full batch of MCP is ten thousand bytes. */
export const BODY_BYTES_MAX = 64 * 1024;
/** A chunk of one byte costs as much time as one of a thousand. */
const PIECES_MAX = 4096;
/** What each body may always take; beyond it, all share one room. */
const OWN_BYTES_MAX = 16 * 1024;
const SHARED_BYTES_MAX = 16 * 1024 * 1024;

export type Body = Buffer | "too_large" | "too_many_pieces" | "no_room";

export function bodyReader(sharedBytesMax = SHARED_BYTES_MAX) {
  let shared = 0;

  const gather = (stream: Readable, done: (body: Body) => void) => {
    // It doubles when it is full: tiny chunks cost no more than one large one.
    let store = Buffer.alloc(0);
    let length = 0;
    let pieces = 0;

    const borrowed = (bytes: number) => Math.max(0, bytes - OWN_BYTES_MAX);
    const giveBack = () => {
      shared -= borrowed(length);
      length = 0;
    };
    const finish = (body: Body) => {
      stream.off("data", onData).off("end", onEnd).off("close", giveBack);
      giveBack();
      done(body);
    };
    const onData = (chunk: Buffer) => {
      const needed = length + chunk.length;
      const more = borrowed(needed) - borrowed(length);
      if ((pieces += 1) > PIECES_MAX) return finish("too_many_pieces");
      if (needed > BODY_BYTES_MAX) return finish("too_large");
      if (shared + more > sharedBytesMax) return finish("no_room");
      shared += more;
      if (needed > store.length) {
        const larger = Buffer.alloc(Math.max(needed, Math.min(2 * store.length, BODY_BYTES_MAX)));
        store.copy(larger);
        store = larger;
      }
      chunk.copy(store, length);
      length = needed;
    };
    const onEnd = () => finish(store.subarray(0, length));
    stream.on("data", onData).on("end", onEnd).once("close", giveBack);
  };

  /** @param bytes how long the body says it is, or Infinity */
  return (stream: Readable, bytes: number, done: (body: Body) => void) => {
    if (bytes > OWN_BYTES_MAX) return gather(stream, done);
    // Nearly every body comes in the packet of its head. To take it whole in the next tick costs less than half of its events.
    nextTick(() => {
      const body: Buffer | null = stream.readableLength === bytes ? stream.read() : null;
      if (body === null) gather(stream, done);
      else done(body);
    });
  };
}
