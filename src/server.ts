/**
 * Entry point: runs the requested command and sets the exit status.
 *
 * Each command imports only the modules that it needs, in order to start quickly. For example, serving a compiled site
 * loads neither `compile` nor `author`.
 */

import { type Config, configure, parseArguments } from "./config.ts";
import type { LoadedSite, SiteSource } from "./run-server.ts";
import type { SiteExpectations } from "./serve/site-file.ts";
import { isSupportedNode, VERSION } from "./version.ts";

const OK = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Resolves to the exit status, or to undefined if a server was started and is still running. */
async function main(words: readonly string[]): Promise<number | undefined> {
  // Ignore errors such as EPIPE, because the reader of stdout or stderr may close the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  // The check must come before any import that an old Node cannot load.
  if (!isSupportedNode(process.version)) {
    return fail(`Node ${process.version} is too old: install Node 24 from https://nodejs.org`);
  }
  const command = parseArguments(words);
  if (command.kind === "error") return fail(command.message, WRONG_USAGE);
  const { name, path } = command;
  if (name === "version") return print(VERSION);

  const configured = configure(process.env, path, name === "watch", process.stdout.isTTY);
  const { config, problems } = configured;
  if (name === "health") {
    const { isHealthy } = await import("./health.ts");
    return (await isHealthy(config)) ? OK : FAILED;
  }
  if (name === "help") {
    const { HELP } = await import("./author/commands.ts");
    return print(HELP.trimEnd());
  }
  const { isFile } = await import("./serve/site-file.ts");
  const siteFile = path !== undefined && isFile(path) ? path : undefined;
  if (siteFile !== undefined && name !== "serve") {
    return fail(`--${name} needs the folder of a cottage, and ${siteFile} is a file`, WRONG_USAGE);
  }
  if (name === "check") {
    const { runCheck } = await import("./author/commands.ts");
    const { ok, output } = runCheck(configured, command);
    print(output);
    return ok ? OK : FAILED;
  }
  if (problems.length > 0) return fail(problems.join("\n"));
  if (name === "compile") {
    const { compileToFile } = await import("./author/commands.ts");
    const { ok, output } = compileToFile(config, command.output ?? "");
    return ok ? print(output) : fail(output);
  }
  const source = siteFile === undefined ? await folderSource(config) : await fileSource(siteFile, config);
  const { runServer } = await import("./run-server.ts");
  const failures = await runServer(config, source);
  return failures.length > 0 ? fail(failures.join("\n")) : undefined;
}

async function folderSource(config: Config): Promise<SiteSource> {
  if (config.isWatched) return (await import("./author/watch-mode.ts")).watchedSource(config);
  return (await import("./author/folder-source.ts")).folderSource(config);
}

async function fileSource(path: string, { environmentSettings }: Config): Promise<SiteSource> {
  const { readSiteFile } = await import("./serve/site-file.ts");
  // Replaced after the first load.
  let expected: SiteExpectations = { programVersion: VERSION, ...environmentSettings };
  const load = async (): Promise<LoadedSite> => {
    const result = await readSiteFile(path, expected);
    if (result.kind === "problem") return { site: undefined, problems: [result.message] };
    const { site } = result;
    // A reloaded site must have been compiled with the same settings as the first, because they cannot change while the
    // server is running.
    expected = { programVersion: VERSION, baseUrl: site.baseUrl, rateLimit: site.rateLimit ?? "off" };
    return { site, problems: [] };
  };
  return { name: path, load };
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return OK;
}

function fail(text: string, status = FAILED): number {
  process.stderr.write(`${text}\n`);
  return status;
}

process.exitCode = await main(process.argv.slice(2));
