import assert from "node:assert/strict";
import { test } from "node:test";
import { exchangeRunner } from "../../../src/serve/http/exchange.ts";
import { createRouter } from "../../../src/serve/http/router.ts";

/** The timeout that one exchange sets on its socket, if so many bytes of the response could not be written at once. */
function timeoutFor(writableLength: number): number | undefined {
  let timeout: number | undefined;
  const ignore = () => undefined;
  const begin = exchangeRunner(
    {
      router: () => createRouter([]),
      perMinute: undefined,
      hops: 0,
      onExchange: undefined,
      onError: (error) => assert.fail(String(error)),
      onExtraHops: ignore,
      onExcess: ignore,
    },
    () => false,
  );
  const socket = { setTimeout: (milliseconds: number) => void (timeout = milliseconds) };
  const incoming = { method: "GET", url: "/", httpVersion: "1.0", headers: {}, rawHeaders: [], socket };
  const outgoing = { writeHead: ignore, end: ignore, writableLength };
  begin(incoming as never, outgoing as never, {} as never);
  return timeout;
}

test("a response that cannot be written at once has 20 seconds to be read", () => {
  assert.equal(timeoutFor(0), undefined);
  assert.equal(timeoutFor(1), 20_000);
});
