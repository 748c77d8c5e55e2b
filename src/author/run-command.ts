/**
 * Parses the command line and runs the command.
 */

import { InstallationError, readBuiltIn } from "../compile/built-in.ts";
import { type Config, VERSION } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site-file.ts";
import { type Command, parseArguments } from "./arguments.ts";
import { type ConfigResult, type FolderConfig, readFolderConfig } from "./folder-config.ts";

/** The status is 0 for success, 1 for failure and 2 for invalid arguments. */
type Exit = Readonly<{ kind: "exit"; status: 0 | 1 | 2; stream: "stdout" | "stderr"; text: string }>;
type Environment = Readonly<NodeJS.ProcessEnv>;
type CommandResult = Exit | Readonly<{ kind: "serve"; config: Config; source: SiteSource }>;

/**
 * Parses the arguments and runs the command. Returns the exit status and output of a command that finishes. To serve a
 * folder (with `--watch`, or if no command is given), returns the configuration and the site source instead, so that
 * the caller can start the server.
 *
 * @param args command-line arguments, without the Node and script paths (`process.argv.slice(2)`)
 */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  isTerminal: boolean,
): Promise<CommandResult> {
  const command = parseArguments(args);
  if (command.kind === "error") return exitWith(2, "stderr", command.message);
  try {
    return await runParsedCommand(command, environment, isTerminal);
  } catch (error) {
    if (error instanceof InstallationError) return exitWith(1, "stderr", error.message);
    throw error;
  }
}

async function runParsedCommand(
  command: Command,
  environment: Environment,
  isTerminal: boolean,
): Promise<CommandResult> {
  const { name, path, outputFile } = command;
  if (name === "help") return exitWith(0, "stdout", readBuiltIn("help.txt").trimEnd());
  if (path !== undefined && isFile(path)) {
    // `name` is a flag: if the file were the only argument, `server.ts` would have served it already.
    return exitWith(2, "stderr", `--${name} expects the folder of a cottage, but ${path} is a file`);
  }
  const configResult = readFolderConfig(environment, path, { isWatched: name === "watch", isTerminal });
  // Run `--check` even if the configuration has problems, because its report includes them.
  if (name === "check") return runCheck(configResult, command);
  const { config, problems } = configResult;
  if (problems.length > 0) return exitWith(1, "stderr", problems.join("\n"));
  // `outputFile` is only set for `--compile`.
  if (outputFile !== undefined) return compileToFile(config, outputFile);
  // The command is `--watch`, or no command was given.
  return { kind: "serve", config, source: await createSource(config) };
}

/** Runs `--check`, which fails if there are errors. With `--finished`, unfilled placeholders also make it fail. */
async function runCheck(configResult: ConfigResult, { json, requireFinished }: Command): Promise<Exit> {
  // Imported here so that other commands start faster.
  const { checkFolder, formatReport } = await import("./check.ts");
  const { loadTranslations } = await import("./translations.ts");
  const report = checkFolder(configResult, Date.now());
  const messages = loadTranslations(configResult.config.dataDirectory);
  const text = json ? JSON.stringify(report, null, 2) : formatReport(report, messages);
  const succeeded = requireFinished ? report.isFinished : report.ok;
  return exitWith(succeeded ? 0 : 1, "stdout", text);
}

/** Compiles the owner's folder into a site file. If compiling or writing fails, returns status 1 and the reasons. */
async function compileToFile(config: FolderConfig, path: string): Promise<Exit> {
  // Imported here so that other commands start faster.
  const { loadFolder } = await import("./folder-source.ts");
  const { encodeSite, writeSiteFile } = await import("../compile/site-file.ts");
  const { site, problems } = loadFolder(config);
  if (site === undefined) return exitWith(1, "stderr", problems.join("\n"));
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(path, bytes);
  } catch (error) {
    return exitWith(1, "stderr", `${path} could not be written: ${(error as Error).message}`);
  }
  const summary = `site ${site.revision}, ${bytes.length} bytes`;
  return exitWith(0, "stdout", `Compiled ${config.folderLabel} into ${path}: ${summary}`);
}

async function createSource(config: FolderConfig): Promise<SiteSource> {
  if (config.isWatched) return (await import("./watch-mode.ts")).watchedSource(config);
  return (await import("./folder-source.ts")).folderSource(config);
}

function exitWith(status: Exit["status"], stream: Exit["stream"], text: string): Exit {
  return { kind: "exit", status, stream, text };
}
