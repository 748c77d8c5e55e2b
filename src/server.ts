/**
 * Entry point: starts the server or runs another command, and sets the exit status.
 *
 * Modules are imported only when needed, for a fast start. Serving a compiled site imports neither `compile` nor
 * `author`.
 */

import { type Config, configure, VERSION } from "./config.ts";
import type { SiteSource } from "./run-server.ts";

const OK = 0;
const FAILED = 1;
const OLDEST_NODE = 20;
const environment = process.env;

/** Runs the program. Resolves to the exit status, or to undefined if a server has started. */
async function main(args: readonly string[]): Promise<number | undefined> {
  // Check Node's version first, because old versions cannot load the other modules.
  const nodeMajor = Number.parseInt(process.version.slice("v".length), 10);
  if (nodeMajor < OLDEST_NODE) {
    return fail(`Node ${process.version} is too old: install Node 24 from https://nodejs.org`);
  }

  const [argument, ...otherArguments] = args;
  if (argument === undefined || otherArguments.length > 0) return runOwnerCommand(args);
  if (argument === "--version") {
    printLine(process.stdout, VERSION);
    return OK;
  }
  if (argument === "--health") return checkHealth();
  if (argument.startsWith("-")) return runOwnerCommand(args);
  // Start loading the server while the path is checked.
  void import("./run-server.ts");
  const { isFile } = await import("./serve/site.ts");
  return isFile(argument) ? serveSiteFile(argument) : runOwnerCommand(args);
}

async function checkHealth(): Promise<number> {
  const { findHealthProblem } = await import("./health.ts");
  const { config, problems } = configure(environment);
  const problem = problems[0] ?? (await findHealthProblem(config));
  return problem === undefined ? OK : fail(problem);
}

/** Runs a command such as `--check`, or serves a folder. */
async function runOwnerCommand(args: readonly string[]): Promise<number | undefined> {
  try {
    const { runCommand } = await import("./author/run-command.ts");
    const result = await runCommand(args, environment, process.stdout.isTTY);
    if (result.kind === "serve") return await serve(result.config, result.source);
    printLine(process[result.stream], result.text);
    return result.status;
  } catch (error) {
    // If a built-in file is missing, print only the message, without a stack trace.
    const { InstallationError } = await import("./compile/built-in.ts");
    if (error instanceof InstallationError) return fail(error.message);
    throw error;
  }
}

/** Serves a file made with `--compile`. Resolves to the exit status if the start fails. */
async function serveSiteFile(path: string): Promise<number | undefined> {
  const { config, problems } = configure(environment, path, { isTerminal: process.stdout.isTTY });
  if (problems.length > 0) return fail(problems.join("\n"));
  const { readSiteFile } = await import("./serve/site.ts");
  let expected = { programVersion: VERSION, ...config.environmentSettings };
  const load = async () => {
    const loaded = await readSiteFile(path, expected);
    if (loaded.site !== undefined) {
      // A later reload accepts only a site with the same BASE_URL and RATE_LIMIT.
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

// SIGHUP reloads the site, but by default it ends the process. Ignore it until run-server.ts handles it.
process.on("SIGHUP", () => undefined);
process.exitCode = await main(process.argv.slice(2));
