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

const LARGE = Buffer.alloc(9000, "x");

/** Starts reading bodies, of which at most two large ones may be incomplete. */
function limitedReader() {
  const state = { overloads: 0, bodies: [] as string[], failures: [] as string[] };
  const read = bodyReader(() => (state.overloads += 1), 2);
  const begin = (name: string, firstChunk: Buffer): PassThrough => {
    const stream = new PassThrough({ autoDestroy: false });
    const onBody = (body: Buffer) => state.bodies.push(`${name}: ${body.length}`);
    read(stream, Infinity, onBody, ({ code }) => state.failures.push(code));
    stream.write(firstChunk);
    return stream;
  };
  return { state, begin };
}

test("if too many large bodies are incomplete, the connections of the oldest are closed", async () => {
  const { state, begin } = limitedReader();
  const oldest = [begin("first", LARGE), begin("second", LARGE)];
  await new Promise(setImmediate);
  assert.equal(state.overloads, 0);
  const latest = [begin("third", LARGE), begin("fourth", LARGE)];
  await new Promise(setImmediate);
  assert.equal(state.overloads, 2);
  assert.ok(oldest.every(({ destroyed }) => destroyed));
  for (const stream of latest) stream.end("y");
  await Promise.all(latest.map((stream) => once(stream, "end")));
  assert.deepEqual(state.bodies, ["third: 9001", "fourth: 9001"]);
});

test("bodies that are complete, aborted, refused or small do not count as incomplete", async () => {
  const { state, begin } = limitedReader();
  const complete = begin("complete", LARGE);
  complete.end();
  await once(complete, "end");
  const aborted = begin("aborted", LARGE);
  await new Promise(setImmediate);
  aborted.destroy();
  await once(aborted, "close");
  const refused = begin("refused", LARGE);
  await new Promise(setImmediate);
  refused.write(Buffer.alloc(BODY_BYTES_MAX));
  const small = ["a", "b", "c"].map((name) => begin(name, Buffer.alloc(42)));
  const others = [begin("third", LARGE), begin("fourth", LARGE), ...small];
  await new Promise(setImmediate);
  assert.deepEqual(state.failures, ["body_too_large"]);
  assert.equal(state.overloads, 0);
  assert.ok(others.every(({ destroyed }) => !destroyed));
});
