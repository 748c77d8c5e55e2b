/**
 * Reads request bodies into memory, within a memory budget that all requests share.
 *
 * It does not look at the content.
 */

import type { Readable } from "node:stream";

const { nextTick } = process;

/** Maximum size of a request body. A full batch of MCP requests has about 10 kB. */
export const BODY_BYTES_MAX = 64 * 1024;
const CHUNKS_MAX = 4096;
/** Bytes that every request may buffer. Larger buffers borrow the rest from the shared budget. */
const GUARANTEED_BYTES = 16 * 1024;
const SHARED_BYTES_MAX = 8 * 1024 * 1024;

export type BodyFailure = "too_large" | "too_many_chunks" | "no_memory";

/** Called once, or never if the client disconnects first. */
type OnBody = (body: Buffer | BodyFailure) => void;

export function bodyReader(sharedBytesMax = SHARED_BYTES_MAX) {
  let sharedBytes = 0;

  const collectChunks = (stream: Readable, onBody: OnBody) => {
    let buffer = Buffer.alloc(0);
    let length = 0;
    let chunks = 0;

    const release = () => {
      sharedBytes -= borrowedBytes(buffer.length);
      buffer = Buffer.alloc(0);
    };
    const finish = (body: Buffer | BodyFailure) => {
      stream.off("data", onData).off("end", onEnd).off("close", release);
      release();
      onBody(body);
    };
    const onData = (chunk: Buffer) => {
      const newLength = length + chunk.length;
      chunks += 1;
      if (chunks > CHUNKS_MAX) return finish("too_many_chunks");
      if (newLength > BODY_BYTES_MAX) return finish("too_large");
      if (newLength > buffer.length) {
        // Double the capacity, so that small chunks do not each copy the buffer.
        const capacity = Math.max(newLength, Math.min(2 * buffer.length, BODY_BYTES_MAX));
        const borrowed = borrowedBytes(capacity) - borrowedBytes(buffer.length);
        if (sharedBytes + borrowed > sharedBytesMax) return finish("no_memory");
        sharedBytes += borrowed;
        buffer = Buffer.concat([buffer.subarray(0, length)], capacity);
      }
      chunk.copy(buffer, length);
      length = newLength;
    };
    const onEnd = () => finish(buffer.subarray(0, length));
    stream.on("data", onData).on("end", onEnd).once("close", release);
  };

  /** @param bytes length of the body; Infinity if it is unknown */
  return (stream: Readable, bytes: number, onBody: OnBody) => {
    if (bytes > GUARANTEED_BYTES) return collectChunks(stream, onBody);
    // Most bodies arrive in the same packet as the head. Reading such a body directly is faster than stream events.
    nextTick(() => {
      const body: Buffer | null = stream.readableLength === bytes ? stream.read() : null;
      if (body === null) collectChunks(stream, onBody);
      else onBody(body);
    });
  };
}

function borrowedBytes(capacity: number): number {
  return Math.max(0, capacity - GUARANTEED_BYTES);
}
