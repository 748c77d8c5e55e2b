/**
 * Entry point: serves a site or runs another command, and sets the exit status.
 *
 * Modules are imported lazily for a fast startup. Serving a compiled site loads neither `compile` nor `author`.
 */

import { type Config, configure, VERSION } from "./config.ts";
import type { SiteSource } from "./run-server.ts";

const OK = 0;
const FAILED = 1;
const OLDEST_NODE = 20;
const environment = process.env;

/** Resolves to the exit status, or to undefined if a server has started. */
async function main(args: readonly string[]): Promise<number | undefined> {
  // Check Node's version first, because old versions cannot load the other modules.
  if (Number.parseInt(process.version.slice(1), 10) < OLDEST_NODE) {
    return fail(`Node ${process.version} is too old: install Node 24 from https://nodejs.org`);
  }
  const onlyArgument = args.length === 1 ? args[0] : undefined;
  if (onlyArgument === "--version") {
    printLine(process.stdout, VERSION);
    return OK;
  }
  if (onlyArgument === "--health") return checkHealth();
  if (onlyArgument !== undefined && !onlyArgument.startsWith("-")) {
    // Start loading the server while the path is checked.
    void import("./run-server.ts");
    const { isFile } = await import("./serve/site.ts");
    if (isFile(onlyArgument)) return serveSiteFile(onlyArgument);
  }
  return runOwnerCommand(args);
}

async function checkHealth(): Promise<number> {
  const { findHealthProblem } = await import("./health.ts");
  const { config, problems } = configure(environment);
  const problem = problems[0] ?? (await findHealthProblem(config));
  return problem === undefined ? OK : fail(problem);
}

/** Runs a command such as `--check`, or serves a folder. Resolves to undefined if a server has started. */
async function runOwnerCommand(args: readonly string[]): Promise<number | undefined> {
  try {
    const { runCommand } = await import("./author/run-command.ts");
    const result = await runCommand(args, environment, process.stdout.isTTY);
    if (result.kind === "serve") return await serve(result.config, result.source);
    printLine(process[result.stream], result.text);
    return result.status;
  } catch (error) {
    const { InstallationError } = await import("./compile/built-in.ts");
    if (error instanceof InstallationError) return fail(error.message);
    throw error;
  }
}

async function serveSiteFile(path: string): Promise<number | undefined> {
  const { config, problems } = configure(environment, path, { isTerminal: process.stdout.isTTY });
  if (problems.length > 0) return fail(problems.join("\n"));
  const { readSiteFile } = await import("./serve/site.ts");
  // The first site determines BASE_URL and RATE_LIMIT. A reload then rejects a site that was compiled for other values.
  let expected = { programVersion: VERSION, ...config.environmentSettings };
  const load = async () => {
    const loaded = await readSiteFile(path, expected);
    if (loaded.site !== undefined) {
      const { baseUrl, rateLimit = "off" } = loaded.site;
      expected = { ...expected, baseUrl, rateLimit };
    }
    return loaded;
  };
  return serve(config, { name: path, load });
}

async function serve(config: Config, source: SiteSource): Promise<number | undefined> {
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

// Ignore SIGHUP until run-server.ts handles it, because SIGHUP ends the process by default.
process.on("SIGHUP", () => undefined);
process.exitCode = await main(process.argv.slice(2));
