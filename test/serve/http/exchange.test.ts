import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { exchangeRunner, type ExchangeRecord, monotonicMs } from "../../../src/serve/http/exchange.ts";
import { createRouter } from "../../../src/serve/http/router.ts";

interface Setup {
  readonly headers?: Readonly<Record<string, string>>;
  readonly isDraining?: boolean;
  /** Number of bytes of the response that could not be written at once. */
  readonly writableLength?: number;
}

/** Runs an exchange for `GET /` on a site without pages, and returns what it did. */
function run({ headers = {}, isDraining = false, writableLength = 0 }: Setup) {
  const outcome = {
    timeout: undefined as number | undefined,
    /** Methods of the response that sent its head and body. */
    calls: [] as string[],
    records: [] as ExchangeRecord[],
  };
  const ignore = () => undefined;
  const begin = exchangeRunner(
    {
      router: () => createRouter([]),
      rateLimit: 60,
      trustedProxies: 0,
      onExchange: (record) => outcome.records.push(record),
      onError: (error) => assert.fail(String(error)),
      onOverload: ignore,
    },
    () => isDraining,
  );
  const socket = { setTimeout: (milliseconds: number) => void (outcome.timeout = milliseconds) };
  const incoming = Object.assign(new Readable({ read: ignore }), {
    method: "GET", url: "/", httpVersion: "1.0", headers, rawHeaders: Object.entries(headers).flat(), socket,
  });
  const outgoing = {
    writeHead: ignore,
    write: () => outcome.calls.push("write"),
    end: () => outcome.calls.push("end"),
    writableLength,
  };
  begin(incoming as never, outgoing as never, { peer: "192.0.2.9", socket } as never);
  const calls = [...outcome.calls];
  incoming.destroy();
  return { ...outcome, calls };
}

test("a response that cannot be written at once has 20 seconds to be read", () => {
  assert.equal(run({ writableLength: 0 }).timeout, undefined);
  assert.equal(run({ writableLength: 1 }).timeout, 20_000);
});

test("the record of an exchange has its duration", () => {
  const begin = monotonicMs();
  const { records } = run({});
  const [duration = NaN] = records.map(({ milliseconds }) => milliseconds);
  assert.ok(duration >= 0 && duration <= monotonicMs() - begin, `${duration} ms`);
});

const FINAL: readonly [name: string, setup: Setup, calls: readonly string[]][] = [
  ["before the next request", {}, ["end"]],
  ["of a connection, after a request without a body", { isDraining: true }, ["end"]],
  ["of a connection, before the body has arrived", { isDraining: true, headers: { "content-length": "5" } }, ["write"]],
];

for (const [name, setup, calls] of FINAL) {
  const isEnded = calls.includes("end");
  test(`a response ${name}, ${isEnded ? "ends at once" : "is written but does not end yet"}`, () => {
    assert.deepEqual(run(setup).calls, calls);
  });
}
