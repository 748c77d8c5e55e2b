import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { BODY_BYTES_MAX, bodyReader } from "../../../src/serve/http/request.ts";

const KIB = 1024;

/** Returns the body that is sent in these chunks, or the code of the failure. */
async function gathered(chunks: readonly Buffer[], read = bodyReader()): Promise<Buffer | string> {
  const stream = new PassThrough();
  const body = new Promise<Buffer | string>((resolve) => {
    read(stream, Infinity, resolve, ({ code }) => resolve(code));
  });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  return body;
}

/** Sends so many bytes of a body and does not end it. */
async function begun(read: ReturnType<typeof bodyReader>, bytes: number): Promise<PassThrough> {
  const stream = new PassThrough({ highWaterMark: BODY_BYTES_MAX });
  const fail = (result: unknown) => assert.fail(`answered ${String(result)}`);
  read(stream, Infinity, fail, fail);
  stream.write(Buffer.alloc(bytes));
  await new Promise(setImmediate);
  return stream;
}

const text = Buffer.from(Array.from({ length: 40_000 }, (_, index) => 32 + (index % 95)));

for (const size of [7, 1000, 16_384, 16_385, 39_999, 40_000]) {
  test(`a body in chunks of ${size} bytes is read whole`, async () => {
    const count = Math.ceil(text.length / size);
    const chunks = Array.from({ length: count }, (_, index) => text.subarray(index * size, (index + 1) * size));
    assert.deepEqual(await gathered(chunks), text);
  });
}

test("a body may be empty", async () => {
  assert.deepEqual(await gathered([]), Buffer.alloc(0));
});

test("a body above the limit is refused, once", async () => {
  assert.equal((await gathered([Buffer.alloc(BODY_BYTES_MAX)])).length, BODY_BYTES_MAX);
  assert.equal(await gathered([Buffer.alloc(BODY_BYTES_MAX), Buffer.alloc(1), Buffer.alloc(1)]), "body_too_large");
  assert.equal(await gathered([Buffer.alloc(BODY_BYTES_MAX + 1)]), "body_too_large");
});

test("a declared length above the limit is refused before the body arrives", () => {
  const codes: string[] = [];
  const read = bodyReader();
  for (const bytes of [BODY_BYTES_MAX, BODY_BYTES_MAX + 1]) {
    read(new PassThrough(), bytes, () => assert.fail(), ({ code }) => codes.push(code));
  }
  assert.deepEqual(codes, ["body_too_large"]);
});

test("the number of large bodies is limited, and small ones are read nevertheless", async () => {
  const read = bodyReader(1);
  await begun(read, 17 * KIB);
  assert.equal(await gathered([Buffer.alloc(17 * KIB)], read), "unavailable");
  assert.equal((await gathered([Buffer.alloc(16 * KIB)], read)).length, 16 * KIB);
  // A body that has used only a small buffer must not release a large one.
  assert.equal(await gathered([Buffer.alloc(17 * KIB)], read), "unavailable");
});

test("a body releases its buffer when it is complete, refused or aborted", async () => {
  const read = bodyReader(1);
  for (let round = 0; round < 5; round += 1) {
    assert.equal((await gathered([Buffer.alloc(46 * KIB)], read)).length, 46 * KIB);
    assert.equal(await gathered([Buffer.alloc(46 * KIB), Buffer.alloc(BODY_BYTES_MAX)], read), "body_too_large");
    const stream = await begun(read, 46 * KIB);
    stream.destroy();
    await once(stream, "close");
  }
});
