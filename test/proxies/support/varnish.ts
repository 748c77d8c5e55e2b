/**
 * Varnish with the shipped configuration and the parameters that stand in it, on a free port of loopback.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asker } from "./ask.ts";
import type { Proxy } from "./proxy.ts";
import { freePort, requireCommand, start, temporaryFolder, until } from "../../support/program.ts";
import { copyShipped, deployed } from "./shipped.ts";

/** The command that the file tells its reader to run, word by word. */
function shippedCommand(): string[] {
  const command = /^# {3}(varnishd .*)$/m.exec(readFileSync(deployed("varnish.vcl"), "utf8"))?.[1];
  assert.ok(command !== undefined, "varnish.vcl says how it is started");
  return command.split(" ");
}

/** @param patience what stands for the ten minutes of stale-while-revalidate, where a test cannot wait so long */
export async function startVarnish(upstream: number, patience = "10m"): Promise<Proxy> {
  requireCommand("varnishd", "varnish");
  const folder = temporaryFolder();
  const port = await freePort();
  copyShipped("varnish.vcl", join(folder, "varnish.vcl"), [
    ['.port = "3000"', `.port = "${upstream}"`],
    ["req.grace = 10m", `req.grace = ${patience}`],
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
  const ask = asker({ port });
  await until("Varnish answers", () =>
    ask("/healthz").then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return { ask, askFrom: (from) => asker({ port, from }), stop: async () => void (await program.stop()) };
}
