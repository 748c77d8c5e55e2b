import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { exchangeRunner, type ExchangeRecord, monotonicMs } from "../../../src/serve/http/exchange.ts";
import { createRouter } from "../../../src/serve/http/router.ts";

interface Setup {
  readonly headers?: Readonly<Record<string, string>>;
  readonly peer?: string;
  readonly hops?: number;
  readonly isDraining?: boolean;
  /** Number of bytes of the response that could not be written at once. */
  readonly writableLength?: number;
}

/** Runs an exchange for `GET /` on a site without pages, and returns what it did. */
function run({ headers = {}, peer = "192.0.2.9", hops = 0, isDraining = false, writableLength = 0 }: Setup) {
  const outcome = {
    timeout: undefined as number | undefined,
    /** Methods of the response that sent its head and body. */
    calls: [] as string[],
    reportedPeers: [] as string[],
    records: [] as ExchangeRecord[],
  };
  const ignore = () => undefined;
  const begin = exchangeRunner(
    {
      router: () => createRouter([]),
      rateLimit: 60,
      trustedProxies: hops,
      onExchange: (record) => outcome.records.push(record),
      onError: (error) => assert.fail(String(error)),
      onUntrustedProxies: (reported) => outcome.reportedPeers.push(reported),
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
  begin(incoming as never, outgoing as never, { peer, socket } as never);
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

const FORWARDED: readonly [hops: number, peer: string, forwardedFor: string, isReported: boolean][] = [
  [0, "10.0.0.1", "198.51.100.7", true],
  [0, "192.0.2.9", "198.51.100.7", false], // the client may have sent the field itself
  [1, "192.0.2.9", "198.51.100.7", false],
  [1, "192.0.2.9", "198.51.100.7, 10.0.0.1", true],
  [1, "127.0.0.1", "192.0.2.1, 198.51.100.7", false], // the client may have forged the first address
  [2, "10.0.0.1", "198.51.100.7", false],
];

for (const [hops, peer, forwardedFor, isReported] of FORWARDED) {
  const outcome = isReported ? "reported" : "not reported";
  test(`X-Forwarded-For: ${forwardedFor} from ${peer} is ${outcome} if ${hops} proxies are trusted`, () => {
    const { reportedPeers } = run({ hops, peer, headers: { "x-forwarded-for": forwardedFor } });
    assert.deepEqual(reportedPeers, isReported ? [peer] : []);
  });
}

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
