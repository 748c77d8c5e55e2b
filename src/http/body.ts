/**
 * A request body, gathered whole or refused, in bounded memory however many clients send at once.
 *
 * It knows no field and makes no answer.
 */
import type { Readable } from "node:stream";
import { NO_BODY } from "./message.ts";

const { nextTick } = process;

/** A full batch of MCP is ten thousand bytes; what is far longer only costs time to take apart. */
export const BODY_BYTES_MAX = 64 * 1024;
/** A chunk of one byte costs as much time as a thousand bytes in one. */
const PIECES_MAX = 4096;
/** What each body may always take; beyond it, all bodies share one room. */
const BODY_BYTES_OWN = 16 * 1024;
const SHARED_BYTES_MAX = 16 * 1024 * 1024;

export type Body = Buffer | "too_large" | "too_many_pieces" | "no_room";

/** @param bytes how long the body says it is; infinitely when it does not say */
export type BodyReader = (stream: Readable, bytes: number, done: (body: Body) => void) => void;

/** Appends to a buffer that doubles when it is full: a body in tiny chunks costs no more than in one. */
function append(store: Buffer, length: number, chunk: Buffer): Buffer {
  const needed = length + chunk.length;
  if (length === 0) return chunk;
  const room = needed <= store.length ? store : Buffer.alloc(Math.max(needed, Math.min(2 * store.length, BODY_BYTES_MAX)));
  if (room !== store) store.copy(room, 0, 0, length);
  chunk.copy(room, length);
  return room;
}

export function bodyReader(sharedBytesMax = SHARED_BYTES_MAX): BodyReader {
  let shared = 0;

  const gather = (stream: Readable, done: (body: Body) => void): void => {
    // The stream of a request without a body may have ended before anybody listens.
    if (stream.readableEnded) return done(NO_BODY);
    let store = NO_BODY;
    let length = 0;
    let borrowed = 0;
    let pieces = 0;

    const finish = (body: Body): void => {
      stream.off("data", onData).off("end", onEnd).off("close", onClose);
      shared -= borrowed;
      done(body);
    };
    const onData = (chunk: Buffer): void => {
      const beyond = Math.max(0, length + chunk.length - BODY_BYTES_OWN);
      if ((pieces += 1) > PIECES_MAX) return finish("too_many_pieces");
      if (length + chunk.length > BODY_BYTES_MAX) return finish("too_large");
      if (shared + beyond - borrowed > sharedBytesMax) return finish("no_room");
      shared += beyond - borrowed;
      borrowed = beyond;
      store = append(store, length, chunk);
      length += chunk.length;
    };
    const onEnd = (): void => finish(store.subarray(0, length));
    /** The client went away: there is nobody to answer. */
    const onClose = (): void => {
      shared -= borrowed;
    };
    stream.on("data", onData).on("end", onEnd).once("close", onClose);
  };

  return (stream, bytes, done) => {
    if (bytes > BODY_BYTES_OWN) return gather(stream, done);
    // Nearly every body comes in the packet of its head. In the next tick it is there as a whole, and to take it so
    // costs a call less than half of what its events do.
    nextTick(() => {
      const body: Buffer | null = stream.readableLength === bytes ? stream.read() : null;
      if (body === null) gather(stream, done);
      else done(body);
    });
  };
}
