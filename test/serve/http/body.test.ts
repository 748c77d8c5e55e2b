import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { BodyFailure } from "../../../src/serve/http/body.ts";
import { BODY_BYTES_MAX, bodyReader } from "../../../src/serve/http/body.ts";

const KIB = 1024;

/** Reads a body that is sent in these chunks. */
async function gathered(pieces: readonly Buffer[], read = bodyReader()): Promise<Buffer | BodyFailure> {
  const stream = new PassThrough();
  const body = new Promise<Buffer | BodyFailure>((resolve) => read(stream, Infinity, resolve));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  return body;
}

/** Sends so many bytes of a body and does not end it. */
async function begun(read: ReturnType<typeof bodyReader>, bytes: number): Promise<PassThrough> {
  const stream = new PassThrough({ highWaterMark: BODY_BYTES_MAX });
  read(stream, Infinity, (body) => assert.fail(`answered ${String(body)}`));
  stream.write(Buffer.alloc(bytes));
  await new Promise(setImmediate);
  return stream;
}

const text = Buffer.from(Array.from({ length: 5000 }, (_, index) => 32 + (index % 95)));

for (const size of [2, 7, 1000, 4999, 5000]) {
  test(`a body in chunks of ${size} bytes is read whole`, async () => {
    const count = Math.ceil(text.length / size);
    const pieces = Array.from({ length: count }, (_, index) => text.subarray(index * size, (index + 1) * size));
    assert.deepEqual(await gathered(pieces), text);
  });
}

test("a body may be empty", async () => {
  assert.deepEqual(await gathered([]), Buffer.alloc(0));
});

test("a body above the limit is refused, once", async () => {
  assert.equal((await gathered([Buffer.alloc(BODY_BYTES_MAX)])).length, BODY_BYTES_MAX);
  assert.equal(await gathered([Buffer.alloc(BODY_BYTES_MAX), Buffer.alloc(1), Buffer.alloc(1)]), "too_large");
  assert.equal(await gathered([Buffer.alloc(BODY_BYTES_MAX + 1)]), "too_large");
});

test("a body in too many chunks is refused, however short", async () => {
  assert.equal((await gathered(Array<Buffer>(4096).fill(Buffer.alloc(1)))).length, 4096);
  assert.equal(await gathered(Array<Buffer>(4097).fill(Buffer.alloc(1))), "too_many_chunks");
});

test("large bodies share a memory budget, and small ones do not need it", async () => {
  const read = bodyReader(30 * KIB);
  await begun(read, 46 * KIB);
  assert.equal(await gathered([Buffer.alloc(17 * KIB)], read), "no_memory");
  assert.equal((await gathered([Buffer.alloc(16 * KIB)], read)).length, 16 * KIB);
});

test("a body releases its memory when it is complete, refused or aborted", async () => {
  const read = bodyReader(30 * KIB);
  for (let round = 0; round < 5; round += 1) {
    assert.equal((await gathered([Buffer.alloc(46 * KIB)], read)).length, 46 * KIB);
    assert.equal(await gathered([Buffer.alloc(46 * KIB), Buffer.alloc(BODY_BYTES_MAX)], read), "too_large");
    const stream = await begun(read, 46 * KIB);
    stream.destroy();
    await once(stream, "close");
  }
});
