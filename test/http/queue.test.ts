import assert from "node:assert/strict";
import { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { answerQueue } from "../../src/http/queue.ts";

test("answerQueue() takes so many answers over all connections", () => {
  const queue = answerQueue(3);
  const [a, b] = [new Socket(), new Socket()];
  assert.deepEqual([a, b, a, b].map((socket) => queue(socket, new PassThrough())), ["waits", "waits", "waits", "too_many"]);
});

test("answerQueue() has room again when an answer was sent or its connection closed", () => {
  const queue = answerQueue(2);
  const [a, b] = [new Socket(), new Socket()];
  const answer = new PassThrough();
  queue(a, answer);
  queue(b, new PassThrough());
  answer.emit("finish");
  assert.equal(queue(a, new PassThrough()), "waits");
  assert.equal(queue(a, new PassThrough()), "too_many");
  b.emit("close");
  assert.equal(queue(a, new PassThrough()), "waits");
  assert.equal(queue(a, new PassThrough()), "too_many");
});

test("answerQueue() counts an answer no twice when its connection closes before it was sent", () => {
  const queue = answerQueue(1);
  const socket = new Socket();
  const answer = new PassThrough();
  queue(socket, answer);
  socket.emit("close");
  answer.emit("finish");
  assert.equal(queue(new Socket(), new PassThrough()), "waits");
  assert.equal(queue(new Socket(), new PassThrough()), "too_many");
});

test("answerQueue() tells a flood from too many, and forgets it with the turn of the event loop", async () => {
  const queue = answerQueue(0, 2);
  const verdict = () => queue(new Socket(), new PassThrough());
  assert.deepEqual([verdict(), verdict(), verdict(), verdict()], ["too_many", "too_many", "flood", "flood"]);
  await new Promise(setImmediate);
  assert.equal(verdict(), "too_many");
});
