/** Memory for batches: forty clients each request the longest list fifty times and read no response. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { copySample } from "../support/folder.ts";
import { run, runToEnd } from "../support/running.ts";
import { parseResponses, exchange, get, post } from "../support/wire.ts";
import { peakMebibytes, rounded } from "./support/measure.ts";

const CLIENTS = 40;
/** Memory limit of the shipped unit. */
const UNIT_MEBIBYTES = 256;
const GROWTH_MEBIBYTES_MAX = 40;

const LIST = { jsonrpc: "2.0", method: "tools/call", params: { name: "list-reviews" } };
const BATCH = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ ...LIST, id })));

for (const count of [300, 10_000]) {
  test(`${CLIENTS} batches of fifty lists of ${count} reviews stay below the memory limit`, async (context) => {
    const { dataDirectory, environment } = copySample();
    const change = (name: string, edit: (value: ReturnType<typeof JSON.parse>) => unknown): void => {
      const file = join(dataDirectory, `${name}.json`);
      const value = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify(edit(value)));
    };
    change("reviews", (list) => {
      const reviews = Array.from({ length: count }, (_, index) => list.reviews[index % list.reviews.length]);
      return { ...list, reviewCount: count, reviews };
    });
    change("cottage", (cottage) => ({
      ...cottage,
      aggregateRating: { ...cottage.aggregateRating, reviewCount: count },
    }));

    // Compile first, as the shipped unit does, because compiling 10,000 reviews takes more memory than serving them.
    const site = join(dataDirectory, "..", "site.cottage");
    const { status, stderr } = await runToEnd(environment, ["--compile", site]);
    assert.equal(status, 0, stderr);
    const server = await run(context, { TRUST_PROXY: "1" }, { args: [site] });
    const before = peakMebibytes(server.pid);
    // The rate limit allows each client sixty requests, so the second batch is rejected.
    for (const status of [200, 429]) {
      for (let client = 0; client < CLIENTS; client += 1) {
        const socket = connect({ port: server.port, host: "127.0.0.1" })
          .on("error", () => undefined)
          .pause();
        context.after(() => socket.destroy());
        socket.write(post(BATCH, `X-Forwarded-For: 192.0.2.${client}\r\n`));
      }
      await server.waitForOutput(`"status":${status}`, CLIENTS);
    }
    const peak = peakMebibytes(server.pid);
    assert.ok(peak < UNIT_MEBIBYTES && peak - before < GROWTH_MEBIBYTES_MAX, `from ${before} to ${peak} MiB`);
    const [response] = parseResponses(await exchange(server.port, get("/healthz", "Connection: close\r\n")));
    assert.equal(response?.status, 200);
    context.diagnostic(`peak ${rounded(before)} MiB before, ${rounded(peak)} MiB after`);
  });
}
