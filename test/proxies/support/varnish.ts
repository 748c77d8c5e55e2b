/**
 * Starts Varnish with the shipped configuration and the parameters named in it, on a free loopback port.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, waitUntilHealthy } from "./client.ts";
import type { Proxy } from "./proxy.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort, requireCommand, start } from "../../support/program.ts";
import { copyShipped, deployed } from "./shipped.ts";

/** Returns the start command that varnish.vcl documents, or its command that empties the cache. */
function shippedCommand(program: "varnishd" | "varnishadm"): string {
  const pattern = new RegExp(`^# {3}(${program} .*?)(?: {2}.*)?$`, "m");
  const command = pattern.exec(readFileSync(deployed("varnish.vcl"), "utf8"))?.[1];
  assert.ok(command !== undefined, `varnish.vcl documents ${program}`);
  return command;
}

export interface Varnish extends Proxy {
  emptyCache(): void;
}

/**
 * Starts Varnish.
 *
 * @param staleTime replaces the ten minutes of stale-while-revalidate, which are too long for a test
 */
export async function startVarnish(upstream: number, staleTime = "10m"): Promise<Varnish> {
  requireCommand("varnishd", "varnish");
  const folder = temporaryFolder();
  const port = await freePort();
  copyShipped("varnish.vcl", join(folder, "varnish.vcl"), [
    ['.port = "3000"', `.port = "${upstream}"`],
    ["req.grace = 10m", `req.grace = ${staleTime}`],
    ["/opt/holiday-cottage/current/scripts/deploy/away.html", deployed("away.html")],
  ]);
  const replacements = new Map([
    ["127.0.0.1:6081", `127.0.0.1:${port}`],
    ["varnish.vcl", join(folder, "varnish.vcl")],
  ]);
  const [command = "", ...args] = shippedCommand("varnishd")
    .split(" ")
    .map((word) => replacements.get(word) ?? word);
  const testArgs = ["-F", "-n", join(folder, "work"), "-a", `127.0.0.2:${port}`];
  // Without "-j none", Varnish would drop the privileges of root, and could not read the temporary folder.
  const rootArgs = process.getuid?.() === 0 ? ["-j", "none"] : [];
  const program = start(command, [...args, ...testArgs, ...rootArgs]);
  const request = createClient({ port });
  await waitUntilHealthy("Varnish", request);
  return {
    request,
    requestFrom: (from) => createClient({ port, from }),
    emptyCache: () => {
      const command = shippedCommand("varnishadm").replace("varnishadm", `varnishadm -n ${join(folder, "work")}`);
      execFileSync("sh", ["-c", command]);
    },
    stop: async () => void (await program.stop()),
  };
}
