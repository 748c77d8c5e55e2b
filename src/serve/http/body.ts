/**
 * Reads a request body into memory, within a memory budget that all requests share.
 *
 * It does not look at the content.
 */

import type { Readable } from "node:stream";

const { nextTick } = process;

/** A full batch of MCP requests has about 10 kB. */
export const BODY_BYTES_MAX = 64 * 1024;
const CHUNKS_MAX = 4096;
/** Memory that every body may use. Anything above comes out of the shared budget. */
const GUARANTEED_BYTES = 16 * 1024;
const SHARED_BYTES_MAX = 8 * 1024 * 1024;

export type BodyFailure = "too_large" | "too_many_chunks" | "no_memory";

/** Called once; never if the stream closes first. */
type OnBody = (body: Buffer | BodyFailure) => void;

export function bodyReader(sharedBytesMax = SHARED_BYTES_MAX) {
  let sharedBytes = 0;

  const collect = (stream: Readable, onBody: OnBody) => {
    let store = Buffer.alloc(0);
    let length = 0;
    let chunks = 0;

    const release = () => {
      sharedBytes -= borrowedBytes(store.length);
      store = Buffer.alloc(0);
    };
    const finish = (body: Buffer | BodyFailure) => {
      stream.off("data", onData).off("end", onEnd).off("close", release);
      release();
      onBody(body);
    };
    const onData = (chunk: Buffer) => {
      const needed = length + chunk.length;
      chunks += 1;
      if (chunks > CHUNKS_MAX) return finish("too_many_chunks");
      if (needed > BODY_BYTES_MAX) return finish("too_large");
      if (needed > store.length) {
        // Doubling avoids copying the store for every small chunk.
        const capacity = Math.max(needed, Math.min(2 * store.length, BODY_BYTES_MAX));
        const borrowed = borrowedBytes(capacity) - borrowedBytes(store.length);
        if (sharedBytes + borrowed > sharedBytesMax) return finish("no_memory");
        sharedBytes += borrowed;
        store = Buffer.concat([store.subarray(0, length)], capacity);
      }
      chunk.copy(store, length);
      length = needed;
    };
    const onEnd = () => finish(store.subarray(0, length));
    stream.on("data", onData).on("end", onEnd).once("close", release);
  };

  /** @param bytes length of the body, or Infinity if it is unknown */
  return (stream: Readable, bytes: number, onBody: OnBody) => {
    if (bytes > GUARANTEED_BYTES) return collect(stream, onBody);
    // Most bodies arrive in the packet of the head. Reading such a body at once is faster than its events.
    nextTick(() => {
      const body: Buffer | null = stream.readableLength === bytes ? stream.read() : null;
      if (body === null) collect(stream, onBody);
      else onBody(body);
    });
  };
}

function borrowedBytes(capacity: number): number {
  return Math.max(0, capacity - GUARANTEED_BYTES);
}
