/**
 * Starts Varnish with the shipped configuration and the parameters named in it, on a free loopback port.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "./client.ts";
import type { Proxy } from "./proxy.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort, requireCommand, start, until } from "../../support/program.ts";
import { copyShipped, deployed } from "./shipped.ts";

/** Returns the words of the start command that varnish.vcl documents. */
function shippedCommand(): string[] {
  const command = /^# {3}(varnishd .*)$/m.exec(readFileSync(deployed("varnish.vcl"), "utf8"))?.[1];
  assert.ok(command !== undefined, "varnish.vcl documents how it is started");
  return command.split(" ");
}

/**
 * Starts Varnish.
 *
 * @param staleTime replaces the ten minutes of stale-while-revalidate, which are too long for a test
 */
export async function startVarnish(upstream: number, staleTime = "10m"): Promise<Proxy> {
  requireCommand("varnishd", "varnish");
  const folder = temporaryFolder();
  const port = await freePort();
  copyShipped("varnish.vcl", join(folder, "varnish.vcl"), [
    ['.port = "3000"', `.port = "${upstream}"`],
    ["req.grace = 10m", `req.grace = ${staleTime}`],
  ]);
  const replacements = new Map([
    ["127.0.0.1:6081", `127.0.0.1:${port}`],
    ["varnish.vcl", join(folder, "varnish.vcl")],
  ]);
  const [command = "", ...args] = shippedCommand().map((word) => replacements.get(word) ?? word);
  const own = [
    "-F",
    "-n",
    join(folder, "work"),
    "-a",
    `127.0.0.2:${port}`,
    ...(process.getuid?.() === 0 ? ["-j", "none"] : []),
  ];
  const program = start(command, [...args, ...own]);
  const request = createClient({ port });
  await until("Varnish responds", () =>
    request("/healthz").then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return {
    request,
    requestFrom: (from) => createClient({ port, from }),
    stop: async () => void (await program.stop()),
  };
}
