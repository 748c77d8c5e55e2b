import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { BODY_BYTES_MAX, bodyReader } from "../../../src/serve/http/request.ts";

function unexpected(): never {
  assert.fail("unexpected call");
}

/** Returns the body that is sent in these chunks, or the code of the failure. */
async function gathered(chunks: readonly Buffer[]): Promise<Buffer | string> {
  const stream = new PassThrough();
  const results: (Buffer | string)[] = [];
  bodyReader(unexpected)(stream, Infinity, (body) => results.push(body), ({ code }) => results.push(code));
  // The response to a failure discards the rest of the request.
  process.nextTick(() => stream.resume());
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await once(stream, "end");
  const [result = "no result", ...others] = results;
  assert.deepEqual(others, []);
  return result;
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
  const read = bodyReader(unexpected);
  for (const bytes of [BODY_BYTES_MAX, BODY_BYTES_MAX + 1]) {
    read(new PassThrough(), bytes, unexpected, ({ code }) => codes.push(code));
  }
  assert.deepEqual(codes, ["body_too_large"]);
});

test("if too many bodies are incomplete, the connections of the oldest are closed", async () => {
  let overloads = 0;
  const bodies: string[] = [];
  const read = bodyReader(() => (overloads += 1), 2);
  const begin = (name: string): PassThrough => {
    const stream = new PassThrough({ autoDestroy: false });
    read(stream, Infinity, (body) => bodies.push(`${name}: ${body}`), unexpected);
    stream.write("a");
    return stream;
  };
  const complete = begin("complete");
  complete.end();
  await once(complete, "end");
  const aborted = begin("aborted");
  aborted.destroy();
  await once(aborted, "close");
  const oldest = [begin("first"), begin("second")];
  await new Promise(setImmediate);
  assert.equal(overloads, 0);
  const latest = [begin("third"), begin("fourth")];
  await new Promise(setImmediate);
  assert.equal(overloads, 2);
  assert.ok(oldest.every(({ destroyed }) => destroyed));
  for (const stream of latest) stream.end("b");
  await Promise.all(latest.map((stream) => once(stream, "end")));
  assert.deepEqual(bodies, ["complete: a", "third: ab", "fourth: ab"]);
});
