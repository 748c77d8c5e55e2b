/**
 * Entry point: serves a site or runs another command, and sets the exit status.
 *
 * Modules are imported lazily to keep startup fast. Serving a compiled site loads neither `compile` nor `author`.
 */

import { type Config, configure } from "./config.ts";
import type { LoadedSite, SiteSource } from "./run-server.ts";
import type { SiteExpectations } from "./serve/site-file.ts";
import { isSupportedNode, VERSION } from "./version.ts";

const OK = 0;
const FAILED = 1;

const environment = process.env;

/** Resolves to the exit status, or to undefined while a server is running. */
async function main(args: readonly string[]): Promise<number | undefined> {
  // Check this before any import that an old Node cannot load.
  if (!isSupportedNode(process.version)) {
    return fail(`Node ${process.version} is too old: install Node 24 from https://nodejs.org`);
  }
  const [first, ...rest] = args;
  if (first === undefined || rest.length > 0) return runOwnerCommand(args);
  if (first === "--version") {
    printLine(process.stdout, VERSION);
    return OK;
  }
  if (first === "--health") {
    const { isHealthy } = await import("./health.ts");
    return (await isHealthy(configure(environment).config)) ? OK : FAILED;
  }
  const { isFile } = await import("./serve/site-file.ts");
  return !first.startsWith("-") && isFile(first) ? serveFile(first) : runOwnerCommand(args);
}

/** Runs a command that needs the owner's folder, or reports a usage error. */
async function runOwnerCommand(args: readonly string[]): Promise<number | undefined> {
  const { runCommand } = await import("./author/run-command.ts");
  const result = await runCommand(args, environment, process.stdout.isTTY);
  if (result.kind === "serve") return serve(result.config, result.source);
  printLine(process[result.stream], result.text);
  return result.status;
}

async function serveFile(path: string): Promise<number | undefined> {
  const isWatched = false;
  const { config, problems } = configure(environment, path, isWatched, process.stdout.isTTY);
  if (problems.length > 0) return fail(problems.join("\n"));
  const { readSiteFile } = await import("./serve/site-file.ts");
  let expectedSettings: SiteExpectations = { programVersion: VERSION, ...config.environmentSettings };
  const loadSite = async (): Promise<LoadedSite> => {
    const result = await readSiteFile(path, expectedSettings);
    if (result.kind === "problem") return { site: undefined, problems: [result.message] };
    const { site } = result;
    // A reloaded site must have the same settings as the first, because they cannot change while the server runs.
    expectedSettings = { programVersion: VERSION, baseUrl: site.baseUrl, rateLimit: site.rateLimit ?? "off" };
    return { site, problems: [] };
  };
  return serve(config, { name: path, load: loadSite });
}

async function serve(config: Config, source: SiteSource): Promise<number | undefined> {
  // Ignore errors such as EPIPE, because the reader of the log may close the pipe.
  process.stdout.on("error", () => undefined);
  const { runServer } = await import("./run-server.ts");
  const problems = await runServer(config, source);
  return problems.length > 0 ? fail(problems.join("\n")) : undefined;
}

function fail(text: string): number {
  printLine(process.stderr, text);
  return FAILED;
}

/** Ignores errors, e.g. EPIPE. */
function printLine(stream: NodeJS.WriteStream, text: string): void {
  stream.on("error", () => undefined).write(`${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
