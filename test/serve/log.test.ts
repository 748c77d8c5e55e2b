import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeRecord } from "../../src/serve/http/exchange.ts";
import { accessLine, createAccessLog, eventLine, lineWriter } from "../../src/serve/log.ts";

/** A sink whose writes end when the test says so. */
function controlledSink() {
  const texts: string[] = [];
  let onWritten: (error?: Error | null) => void = () => undefined;
  return {
    texts,
    write: (text: string, callback: (error?: Error | null) => void) => {
      texts.push(text);
      onWritten = callback;
    },
    end: (error?: Error) => onWritten(error),
  };
}

const droppedLine = (count: number) => `${count} dropped`;

test("lines are buffered and written together", () => {
  const sink = controlledSink();
  const log = lineWriter(sink, droppedLine);
  log.write("a");
  log.write("b");
  assert.deepEqual(sink.texts, []);
  log.flush();
  assert.deepEqual(sink.texts, ["a\nb\n"]);
});

test("a full buffer is written at once", () => {
  const sink = controlledSink();
  const log = lineWriter(sink, droppedLine);
  for (let count = 0; count < 300; count += 1) log.write("x".repeat(100));
  assert.equal(sink.texts.length, 1);
});

test("while a write is pending nothing else is written, and lines above the limit are dropped and counted", () => {
  const sink = controlledSink();
  const log = lineWriter(sink, droppedLine);
  log.write("first");
  log.flush();
  for (let count = 0; count < 20_000; count += 1) log.write("x".repeat(99));
  log.flush();
  assert.equal(sink.texts.length, 1);
  sink.end();
  const [, second = ""] = sink.texts;
  const lines = second.trimEnd().split("\n");
  assert.ok(second.length < 1_100_000, `${second.length} bytes were buffered`);
  assert.equal(lines.at(-1), `${20_000 - (lines.length - 1)} dropped`);
});

test("a line is dropped if it is longer than the buffer may be", () => {
  const sink = controlledSink();
  const log = lineWriter(sink, droppedLine);
  log.write("x".repeat(1024 * 1024 + 1));
  log.write("y");
  log.flush();
  assert.deepEqual(sink.texts, ["y\n1 dropped\n"]);
});

test("after a failed write the next one waits for the next flush", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const sink = controlledSink();
  const log = lineWriter(sink, droppedLine);
  log.write("lost");
  log.flush();
  log.write("kept");
  sink.end(new Error("ENOSPC"));
  assert.deepEqual(sink.texts, ["lost\n"], "an immediate retry would be a busy loop");
  context.mock.timers.tick(199);
  assert.deepEqual(sink.texts, ["lost\n"]);
  context.mock.timers.tick(1);
  assert.deepEqual(sink.texts, ["lost\n", "kept\n"]);
});

test("finish() writes the buffer and resolves when it is written", async () => {
  const sink = controlledSink();
  const log = lineWriter(sink, droppedLine);
  await log.finish();
  log.write("a");
  log.flush();
  log.write("b");
  const finished = log.finish();
  sink.end();
  assert.deepEqual(sink.texts, ["a\n", "b\n"]);
  sink.end();
  await finished;
});

test("finish() resolves after a timeout if a write never ends", async () => {
  const log = lineWriter(controlledSink(), droppedLine);
  log.write("a");
  await log.finish();
});

/** A record of GET /about with 12 bytes. */
function record(changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  const body = ["£1", Buffer.from("345678901")];
  const response = { kind: "response", status: 200, headers: [], body } as const;
  return { method: "GET", route: "/about", response, milliseconds: 0.1234, isExempt: false, ...changes };
}

const RATE_LIMITED = { ...record().response, status: 429, reason: "rate_limited" };

const LINES: readonly [name: string, record: ExchangeRecord, line: string][] = [
  ["a response", record(), '{"time":"t","method":"GET","route":"/about","status":200,"bytes":12,"ms":0.12}'],
  [
    "a refusal of HEAD",
    record({ method: "HEAD", response: RATE_LIMITED, milliseconds: 0 }),
    '{"time":"t","method":"HEAD","route":"/about","status":429,"reason":"rate_limited","bytes":0,"ms":0}',
  ],
  [
    "a request that was not parsed",
    record({ method: undefined, route: undefined }),
    '{"time":"t","method":null,"route":null,"status":200,"bytes":12,"ms":0.12}',
  ],
];

for (const [name, exchange, line] of LINES) {
  test(`accessLine() of ${name} is ${line}`, () => assert.equal(accessLine("t", exchange), line));
}

test("a flood of uncharged requests is logged as 100 lines a minute and a count of the rest", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const lines: string[] = [];
  const log = createAccessLog((line) => lines.push(line), () => "t");
  for (let count = 0; count < 1000; count += 1) log(record({ response: RATE_LIMITED }));
  for (let count = 0; count < 500; count += 1) log(record({ isExempt: true }));
  for (let count = 0; count < 300; count += 1) log(record());
  assert.equal(lines.length, 100 + 300, "requests that were charged are always written");
  context.mock.timers.tick(60_000);
  assert.deepEqual(JSON.parse(lines.at(-1) ?? ""), { time: "t", unlogged: 1400 });
  assert.equal(lines.length, 401);
  log(record({ isExempt: true }));
  assert.equal(lines.length, 402, "the next minute starts again");
  context.mock.timers.tick(60_000);
  assert.equal(lines.length, 402, "a minute without a flood has no summary");
});

test("eventLine() is JSON for machines and a sentence at a terminal", () => {
  const line: unknown = JSON.parse(eventLine("error", 'a "b"\nc', "t", false));
  assert.deepEqual(line, { time: "t", level: "error", message: 'a "b"\nc' });
  assert.equal(eventLine("info", "Reloaded", "t", true), "Reloaded");
});
