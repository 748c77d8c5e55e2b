/**
 * A client generated from the description compiles as strictly as TypeScript can, and works.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { ask, startServer } from "./server.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

test("the generated client compiles and reads everything", async () => {
  const server = await startServer();
  try {
    const { text } = await ask(server.origin, { path: "/openapi.json" });
    mkdirSync(join(HERE, "generated"), { recursive: true });
    writeFileSync(join(HERE, "generated/api.ts"), astToString(await openapiTS(text)));

    const compiler = join(HERE, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", HERE], { encoding: "utf8", timeout: 60_000 });
    assert.equal(status, 0, stdout);

    const { summary, visit } = await import("./client.ts");
    const found = await visit(server.origin);
    assert.equal(found.index.endpoints.length, 4);
    assert.equal(found.tools.length, 4);
    assert.equal(found.refusal.error.code, "method_not_allowed");
    assert.equal(found.reviews.reviewCount, found.cottage.aggregateRating.reviewCount);
    const { kind, beds, stars, hint } = JSON.parse(summary(found));
    assert.equal(kind, "cottage");
    assert.equal(beds, found.cottage.bedTypes.king + found.cottage.bedTypes.double);
    assert.ok(stars.every((rating: unknown) => typeof rating === "number"));
    assert.match(hint, /POST/);
  } finally {
    await server.stop();
  }
});
