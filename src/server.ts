/**
 * Entry point: serves a site or runs another command, and sets the exit status.
 *
 * Modules are imported lazily for a fast startup. Serving a compiled site loads neither `compile` nor `author`.
 */

import { type Config, configure } from "./config.ts";
import type { SiteSource } from "./run-server.ts";
import { isSupportedNode, VERSION } from "./version.ts";

const OK = 0;
const FAILED = 1;
const environment = process.env;

/** Runs a command or serves a site. Resolves to the exit status, or to undefined if a server has started. */
async function main(args: readonly string[]): Promise<number | undefined> {
  // Check the version first, because old versions cannot load the other modules.
  if (!isSupportedNode(process.version)) {
    return fail(`Node ${process.version} is too old: install Node 24 from https://nodejs.org`);
  }
  // Commands that must start fast come first. They load nothing from `author/`, which is slow to import.
  const onlyArgument = args.length === 1 ? args[0] : undefined;
  if (onlyArgument === "--version") {
    printLine(process.stdout, VERSION);
    return OK;
  }
  if (onlyArgument === "--health") {
    const { findHealthProblem } = await import("./health.ts");
    const { config, problems } = configure(environment);
    const problem = problems[0] ?? (await findHealthProblem(config));
    return problem === undefined ? OK : fail(problem);
  }
  // If the argument is a file, it is a compiled site. runOtherCommand() serves folders.
  if (onlyArgument !== undefined && !onlyArgument.startsWith("-")) {
    const { isFile } = await import("./serve/site-file.ts");
    if (isFile(onlyArgument)) return serveSiteFile(onlyArgument);
  }
  return runOtherCommand(args);
}

/** Runs a command that main() does not handle, or reports a usage error. */
async function runOtherCommand(args: readonly string[]): Promise<number | undefined> {
  const { runCommand } = await import("./author/run-command.ts");
  const result = await runCommand(args, environment, process.stdout.isTTY);
  if (result.kind === "serve") return serve(result.config, result.source);
  printLine(process[result.stream], result.text);
  return result.status;
}

/** Serves a compiled site. Resolves to the exit status if the server cannot start, otherwise to undefined. */
async function serveSiteFile(path: string): Promise<number | undefined> {
  const { config, problems } = configure(environment, path, { isTerminal: process.stdout.isTTY });
  if (problems.length > 0) return fail(problems.join("\n"));
  const { readSiteFile } = await import("./serve/site-file.ts");
  // The first site must match the settings in the environment.
  let expected = { programVersion: VERSION, ...config.environmentSettings };
  const load = async () => {
    const loaded = await readSiteFile(path, expected);
    if (loaded.site !== undefined) {
      // From now on, reloaded sites must match this site, because its settings cannot change while the server runs.
      const { baseUrl, rateLimit = "off" } = loaded.site;
      expected = { ...expected, baseUrl, rateLimit };
    }
    return loaded;
  };
  return serve(config, { name: path, load });
}

async function serve(config: Config, source: SiteSource): Promise<number | undefined> {
  // Ignore errors such as EPIPE: the reader of the log may close the pipe.
  process.stdout.on("error", () => undefined);
  const { runServer } = await import("./run-server.ts");
  const problems = await runServer(config, source);
  return problems.length > 0 ? fail(problems.join("\n")) : undefined;
}

function fail(text: string): number {
  printLine(process.stderr, text);
  return FAILED;
}

function printLine(stream: NodeJS.WriteStream, text: string): void {
  stream.on("error", () => undefined).write(`${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
