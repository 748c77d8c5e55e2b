import assert from "node:assert/strict";
import { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { answerQueue } from "../../src/http/queue.ts";

test("answerQueue() takes so many answers over all connections", () => {
  const queue = answerQueue(3);
  const [a, b] = [new Socket(), new Socket()];
  assert.deepEqual([a, b, a, b].map((socket) => queue(socket, new PassThrough())), [true, true, true, false]);
});

test("answerQueue() has room again when an answer was sent or its connection closed", () => {
  const queue = answerQueue(2);
  const [a, b] = [new Socket(), new Socket()];
  const answer = new PassThrough();
  queue(a, answer);
  queue(b, new PassThrough());
  answer.emit("finish");
  assert.equal(queue(a, new PassThrough()), true);
  assert.equal(queue(a, new PassThrough()), false);
  b.emit("close");
  assert.equal(queue(a, new PassThrough()), true);
  assert.equal(queue(a, new PassThrough()), false);
});

test("answerQueue() counts an answer no twice when its connection closes before it was sent", () => {
  const queue = answerQueue(1);
  const socket = new Socket();
  const answer = new PassThrough();
  queue(socket, answer);
  socket.emit("close");
  answer.emit("finish");
  assert.equal(queue(new Socket(), new PassThrough()), true);
  assert.equal(queue(new Socket(), new PassThrough()), false);
});
