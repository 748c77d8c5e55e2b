/**
 * The program: runs the command that the arguments name and sets the exit status.
 *
 * Parts are imported by the commands that need them: a process that serves a compiled site loads neither `compile` nor
 * `author`, and the health check of a container loads no part at all.
 */

import { parseArguments } from "./cli.ts";
import { type Config, configure } from "./config.ts";
import type { SiteSource } from "./run-server.ts";
import type { SiteExpectations } from "./serve/site-file.ts";
import { isSupportedNode, VERSION } from "./version.ts";

const OK = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Returns the exit status, or undefined while the server runs. */
async function main(words: readonly string[]): Promise<number | undefined> {
  // Ignore EPIPE, because the reader of stdout or stderr may close the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  // Check this before importing anything that an old Node cannot load.
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

/** Rereads the compiled site file on each load. The site's settings must stay the same while the server runs. */
async function fileSource(path: string, { explicit }: Config): Promise<SiteSource> {
  const { readSiteFile } = await import("./serve/site-file.ts");
  let expected: SiteExpectations = { programVersion: VERSION, ...explicit };
  const load = async () => {
    const file = await readSiteFile(path, expected);
    if (file.kind === "problem") return { site: undefined, problems: [file.message] };
    const { baseUrl, rateLimit = "off" as const } = file.site;
    expected = { programVersion: VERSION, baseUrl, rateLimit };
    return { site: file.site, problems: [] };
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
