/**
 * The program: what the arguments ask for, done, and its exit status.
 */

import { HELP, parseArguments } from "./cli.ts";
import { configure } from "./config.ts";
import { serve } from "./process.ts";
import { VERSION } from "./version.ts";

async function main(words: readonly string[]): Promise<number | undefined> {
  // Whoever reads our words may go away at any time: that ends nothing (EPIPE).
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const command = parseArguments(words);
  if (typeof command === "string") {
    process.stderr.write(`${command}\n`);
    return 2;
  }
  const { name, folder, json } = command;
  const configured = configure(process.env, folder, name === "watch");
  switch (name) {
    case "serve":
      return serve(configured);
    case "watch": {
      // Loaded by who checks alone: a tenth of all there is to load.
      const { check } = await import("./author/check.ts");
      return serve(configured, () => check(configured, Date.now()).findings);
    }
    case "check": {
      const { check, checkText } = await import("./author/check.ts");
      const checked = check(configured, Date.now());
      process.stdout.write(`${json ? JSON.stringify(checked, null, 2) : checkText(checked)}\n`);
      return checked.ok ? 0 : 1;
    }
    case "health": {
      const { isHealthy } = await import("./health.ts");
      return (await isHealthy(configured.config)) ? 0 : 1;
    }
    case "help":
      process.stdout.write(HELP);
      return 0;
    case "version":
      process.stdout.write(`${VERSION}\n`);
      return 0;
  }
}

process.exitCode = await main(process.argv.slice(2));
