/**
 * Parses the command line and runs the command.
 */

import { readBuiltIn } from "../compile/built-in.ts";
import { encodeSite, writeSiteFile } from "../compile/site-file.ts";
import { type Config, VERSION } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site-file.ts";
import {
  type ConfigResult,
  createFolderSource,
  type FolderConfig,
  loadFolder,
  loadTranslations,
  readFolderConfig,
} from "./folder.ts";

/** Flags that name a command, e.g. `--check`. Only one is allowed; the default is `serve`. */
const COMMANDS = ["watch", "check", "compile", "help"] as const;
/** Each of these flags must be the only argument. `server.ts` handles them. */
const STANDALONE_FLAGS = ["--health", "--version"];
const CHECK_FLAGS = ["--json", "--finished"];
export const FLAGS = [...COMMANDS.map((name) => `--${name}`), ...STANDALONE_FLAGS, ...CHECK_FLAGS];

/** Output of a finished command. Status 2 means invalid arguments. */
type Exit = Readonly<{ kind: "exit"; status: 0 | 1 | 2; stream: "stdout" | "stderr"; text: string }>;

type Command = Exclude<ReturnType<typeof parseArguments>, Exit>;

/** A site that the caller must serve. */
type SiteToServe = Readonly<{ kind: "serve"; config: Config; source: SiteSource }>;

/** Runs the command in `args`, e.g. `["--check", "cottage"]`. `isTerminal` says whether stdout is a terminal. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  isTerminal: boolean,
): Promise<Exit | SiteToServe> {
  const command = parseArguments(args);
  if (command.kind === "exit") return command;
  const { name, path } = command;
  if (name === "help") return exitWith(0, "stdout", readBuiltIn("help.txt").trimEnd());
  if (path !== undefined && isFile(path)) {
    // A command such as `--check` needs a folder. `server.ts` serves files without a flag.
    return usageError(`--${name} expects the folder of a cottage, but ${path} is a file`);
  }
  const configResult = readFolderConfig(environment, path, { isWatched: name === "watch", isTerminal });
  // The report of `--check` includes configuration problems, so these do not prevent the check.
  if (name === "check") return runCheck(configResult, command);
  return compileOrServe(configResult, command);
}

async function compileOrServe({ config, problems }: ConfigResult, { outputFile }: Command) {
  if (problems.length > 0) return exitWith(1, "stderr", problems.join("\n"));
  if (outputFile !== undefined) return compileToFile(config, outputFile);
  return { kind: "serve", config, source: await createSource(config) } as const;
}

/** Returns the command, or a usage error. `path` is undefined for the sample site. */
export function parseArguments(args: readonly string[]) {
  const sorted = sortArguments(args);
  const problem = findArgumentProblem(sorted);
  if (problem !== undefined) return usageError(problem);
  const { flags, paths, outputFiles } = sorted;
  const name = COMMANDS.find((command) => flags.includes(`--${command}`)) ?? "serve";
  const json = flags.includes("--json");
  const requireFinished = flags.includes("--finished");
  return { kind: "command" as const, name, path: paths[0], outputFile: outputFiles.at(-1), json, requireFinished };
}

type SortedArguments = Readonly<{ flags: string[]; paths: string[]; outputFiles: string[] }>;

function sortArguments(args: readonly string[]): SortedArguments {
  const sorted: SortedArguments = { flags: [], paths: [], outputFiles: [] };
  for (const [index, argument] of args.entries()) {
    if (args[index - 1] === "--compile") sorted.outputFiles.push(argument);
    else if (isFlag(argument)) sorted.flags.push(argument);
    else sorted.paths.push(argument);
  }
  return sorted;
}

/** Returns whether an argument is a flag. An empty argument counts as an unknown flag. */
function isFlag(argument: string): boolean {
  return argument === "" || argument.startsWith("-");
}

function findArgumentProblem({ flags, paths, outputFiles }: SortedArguments): string | undefined {
  return (
    findFlagProblem(flags) ??
    findOutputFileProblem(flags, outputFiles) ??
    findPathProblem(paths) ??
    findCombinationProblem(flags)
  );
}

function findFlagProblem(flags: readonly string[]): string | undefined {
  const unknownFlag = flags.find((flag) => !FLAGS.includes(flag));
  if (unknownFlag !== undefined) return `${unknownFlag} is not a flag; the flags are ${FLAGS.join(", ")}`;
  // `server.ts` handles e.g. `--version` alone, so here the flag stands beside other arguments.
  const standaloneFlag = flags.find((flag) => STANDALONE_FLAGS.includes(flag));
  return standaloneFlag === undefined ? undefined : `${standaloneFlag} must be the only argument`;
}

function findOutputFileProblem(flags: readonly string[], outputFiles: readonly string[]): string | undefined {
  const compileFlags = flags.filter((flag) => flag === "--compile");
  // In `--compile --json`, a flag stands in place of the output file's name.
  const isNameMissing = outputFiles.length < compileFlags.length || outputFiles.some(isFlag);
  return isNameMissing ? "--compile needs the name of the file to write, as in --compile site.cottage" : undefined;
}

function findPathProblem(paths: readonly string[]): string | undefined {
  if (paths.length <= 1) return undefined;
  const advice = `if it is one name, write "${paths.join(" ")}" in quotation marks`;
  return `Only one folder is read, not ${paths.join(" and ")}; ${advice}`;
}

function findCombinationProblem(flags: readonly string[]): string | undefined {
  const commands = COMMANDS.filter((name) => flags.includes(`--${name}`));
  if (commands.length > 1) return `--${commands[0]} and --${commands[1]} cannot be combined`;
  const checkFlag = CHECK_FLAGS.find((flag) => flags.includes(flag));
  if (checkFlag === undefined || commands[0] === "check") return undefined;
  return `${checkFlag} can only be used with --check`;
}

/** Checks the folder and returns the report. With `--finished`, an unfinished site also fails the check. */
async function runCheck(configResult: ConfigResult, { json, requireFinished }: Command): Promise<Exit> {
  const { checkFolder, formatReport } = await import("./check.ts");
  const report = checkFolder(configResult, Date.now());
  const messages = loadTranslations(configResult.config.dataDirectory);
  const text = json ? JSON.stringify(report, null, 2) : formatReport(report, messages);
  const hasPassed = requireFinished ? report.isFinished : report.ok;
  return exitWith(hasPassed ? 0 : 1, "stdout", text);
}

function compileToFile(config: FolderConfig, path: string): Exit {
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
  if (!config.isWatched) return createFolderSource(config);
  // Only `watch` needs this module.
  const { createWatchedSource } = await import("./watched-source.ts");
  return createWatchedSource(config);
}

function usageError(message: string): Exit {
  return exitWith(2, "stderr", message);
}

function exitWith(status: Exit["status"], stream: Exit["stream"], text: string): Exit {
  return { kind: "exit", status, stream, text };
}
