import assert from "node:assert/strict";
import { test } from "node:test";
import { accessLine, eventLine, lineWriter } from "../../src/serve/log.ts";

/** A sink that finishes a write when it is told to. */
function heldSink() {
  const texts: string[] = [];
  let written: (error?: Error | null) => void = () => undefined;
  return {
    texts,
    write: (text: string, done: (error?: Error | null) => void) => {
      texts.push(text);
      written = done;
    },
    release: (error?: Error) => written(error),
  };
}

const dropped = (count: number) => `${count} dropped`;

test("lines are gathered and written together", async () => {
  const sink = heldSink();
  const log = lineWriter(sink, dropped);
  log.write("a");
  log.write("b");
  assert.deepEqual(sink.texts, []);
  log.flush();
  assert.deepEqual(sink.texts, ["a\nb\n"]);
});

test("many lines are written without being told", () => {
  const sink = heldSink();
  const log = lineWriter(sink, dropped);
  for (let n = 0; n < 300; n += 1) log.write("x".repeat(100));
  assert.equal(sink.texts.length, 1);
});

test("a sink that does not finish is given nothing more, and what has no room is counted", () => {
  const sink = heldSink();
  const log = lineWriter(sink, dropped);
  log.write("first");
  log.flush();
  for (let n = 0; n < 20_000; n += 1) log.write("x".repeat(99));
  log.flush();
  assert.equal(sink.texts.length, 1);
  sink.release();
  const [, second = ""] = sink.texts;
  const lines = second.trimEnd().split("\n");
  assert.ok(second.length < 1_100_000, `${second.length} bytes were kept`);
  assert.equal(lines.at(-1), `${20_000 - (lines.length - 1)} dropped`);
});

test("a sink that failed is tried again", () => {
  const sink = heldSink();
  const log = lineWriter(sink, dropped);
  log.write("lost");
  log.flush();
  log.write("kept");
  sink.release(new Error("ENOSPC"));
  log.flush();
  assert.deepEqual(sink.texts, ["lost\n", "kept\n"]);
});

test("finish() writes what waits and ends when it is written", async () => {
  const sink = heldSink();
  const log = lineWriter(sink, dropped);
  await log.finish();
  log.write("a");
  log.flush();
  log.write("b");
  const finished = log.finish();
  sink.release();
  assert.deepEqual(sink.texts, ["a\n", "b\n"]);
  sink.release();
  await finished;
});

test("finish() gives a sink that never finishes its time and no more", async () => {
  const log = lineWriter(heldSink(), dropped);
  log.write("a");
  await log.finish();
});

test("accessLine() is one JSON object that tells nothing of the client", () => {
  const served = { status: 200, headers: [], start: ["0123"], body: Buffer.from("45678901") };
  const line = accessLine("2026-01-02T03:04:05.678Z", "GET", "/about", served, 0.1234);
  assert.equal(line, '{"time":"2026-01-02T03:04:05.678Z","method":"GET","route":"/about","status":200,"bytes":12,"ms":0.12}');
  const refused = accessLine("t", "HEAD", "/about", { ...served, status: 429, reason: "rate_limited" }, 0);
  assert.equal(refused, '{"time":"t","method":"HEAD","route":"/about","status":429,"reason":"rate_limited","bytes":0,"ms":0}');
  const nothing: unknown = JSON.parse(accessLine("", undefined, undefined, served, 0.1234));
  assert.deepEqual(nothing, { time: "", method: null, route: null, status: 200, bytes: 12, ms: 0.12 });
});

test("eventLine() is JSON for machines and a sentence for people", () => {
  assert.deepEqual(JSON.parse(eventLine("error", 'a "b"\nc', "t", false)), { time: "t", level: "error", message: 'a "b"\nc' });
  assert.equal(eventLine("info", "Reloaded", "t", true), "Reloaded");
});
