/**
 * Clients generated from the OpenAPI description compile under strict settings, read every endpoint and call a tool.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import { DATA_SETS } from "../../src/compile/data/datasets.ts";
import { sendRequest, type RunningServer, startServer } from "./server.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const GENERATED = join(HERE, "generated");

let server: RunningServer;

before(async () => {
  server = await startServer();
  const { text } = await sendRequest(server.origin, { path: "/openapi.json" });
  mkdirSync(GENERATED, { recursive: true });
  writeFileSync(join(GENERATED, "openapi.json"), text);
  writeFileSync(join(GENERATED, "api.ts"), astToString(await openapiTS(text)));
  await createClient({
    input: join(GENERATED, "openapi.json"),
    output: { path: join(GENERATED, "hey-api"), module: { extension: ".ts" } },
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
    logs: { level: "silent" },
  });
});

after(() => server.stop());

for (const folder of [".", "hey-api"]) {
  test(`the generated client and the program that uses it compile in ${folder}`, () => {
    const compiler = join(HERE, "node_modules/typescript/bin/tsc");
    const options = { encoding: "utf8", timeout: 60_000 } as const;
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", join(HERE, folder)], options);
    assert.equal(status, 0, stdout);
  });
}

test("the client of openapi-typescript reads every endpoint and calls a tool", async () => {
  const { summary, visit } = await import("./client.ts");
  const found = await visit(server.origin);
  assert.equal(found.index.endpoints.length, DATA_SETS.length);
  assert.deepEqual(
    found.tools.map(({ name }) => name),
    DATA_SETS.map(({ toolName }) => toolName),
  );
  assert.deepEqual(found.called, found.booking);
  assert.equal(found.refusal.error.code, "method_not_allowed");
  assert.equal(found.reviews.reviewCount, found.cottage.aggregateRating.reviewCount);
  const { kind, beds, stars, hint } = JSON.parse(summary(found));
  assert.equal(kind, "cottage");
  assert.equal(beds, found.cottage.bedTypes.king + found.cottage.bedTypes.double);
  assert.ok(stars.every((rating: unknown) => typeof rating === "number"));
  assert.match(hint, /POST/);
});

test("the client of hey-api reads data and calls a tool", async () => {
  // The computed name hides the module from the compiler, because its folder has other compiler options.
  const module = "./hey-api/client.ts";
  const { visit } = await import(module);
  const { name, stars, channels } = await visit(server.origin);
  assert.equal(name, "Wrenfold Cottage");
  assert.equal(stars.length, 16);
  assert.equal(channels.length, 3);
});
