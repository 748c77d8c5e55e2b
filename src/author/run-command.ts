/**
 * Parses the command line and runs the command.
 */

import { parseArgs } from "node:util";
import { readBuiltIn } from "../compile/built-in.ts";
import { encodeSite, writeSiteFile } from "../compile/site-file.ts";
import { VERSION } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site.ts";
import {
  type ConfigResult,
  createFolderSource,
  type FolderConfig,
  loadFolder,
  loadTranslations,
  readFolderConfig,
} from "./folder.ts";

const FLAG = { type: "boolean" } as const;
const OPTIONS = {
  watch: FLAG,
  check: FLAG,
  /** The value is the name of the file to write. */
  compile: { type: "string" },
  help: FLAG,
  health: FLAG,
  version: FLAG,
  json: FLAG,
  finished: FLAG,
} as const;
export const FLAGS = Object.keys(OPTIONS).map((name) => `--${name}`);

/** Flags that name a command, e.g. `--check`. Only one is allowed. Without one, the command is `serve`. */
const COMMANDS = ["watch", "check", "compile", "help"] as const;
/** Each of these flags must be the only argument. */
const STANDALONE_FLAGS = ["health", "version"] as const;
const CHECK_FLAGS = ["json", "finished"] as const;
const OUTPUT_FILE_MISSING = "--compile expects the name of the file to write, e.g. --compile site.cottage";

/** Result of a finished command. Status 2 means invalid arguments. */
type Exit = Readonly<{ kind: "exit"; status: 0 | 1 | 2; stream: "stdout" | "stderr"; text: string }>;

type Command = Exclude<ReturnType<typeof parseArguments>, Exit>;

/**
 * Runs a command, e.g. `["--check", "cottage"]`. Returns its output, or the source of a site for the caller to serve.
 *
 * @param isTerminal whether stdout is a terminal
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  isTerminal: boolean,
) {
  const command = parseArguments(args);
  if (command.kind === "exit") return command;
  const { name, path } = command;
  if (name === "help") return createExit(0, "stdout", readBuiltIn("help.txt").trimEnd());
  // A file without flags is a compiled site, which `server.ts` serves. Commands such as `--check` need a folder.
  if (path !== undefined && isFile(path)) {
    return usageError(`--${name} expects the folder of a cottage, but ${path} is a file`);
  }
  const configResult = readFolderConfig(environment, path, { isWatched: name === "watch", isTerminal });
  // Run the check despite problems with environment variables, because the report lists them.
  if (name === "check") return runCheck(configResult, command);
  return compileOrServe(configResult, command);
}

async function compileOrServe({ config, problems }: ConfigResult, { outputFile }: Command) {
  if (problems.length > 0) return createExit(1, "stderr", problems.join("\n"));
  if (outputFile !== undefined) return compileToFile(config, outputFile);
  return { kind: "serve", config, source: await createSource(config) } as const;
}

/** Returns the command, or a usage error. If `path` is undefined, the command is for the sample site. */
export function parseArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const problem = findPathProblem(positionals) ?? findFlagProblem(Object.keys(values));
    if (problem !== undefined) return usageError(problem);
    if (values.compile === "") return usageError(OUTPUT_FILE_MISSING);
    const { compile: outputFile, json = false, finished: requireFinished = false } = values;
    const name = COMMANDS.find((command) => command in values) ?? "serve";
    return { kind: "command" as const, name, path: positionals[0], outputFile, json, requireFinished };
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith("Option '--compile")) return usageError(OUTPUT_FILE_MISSING);
    // Keep only the message's first sentence, because the others are advice for programmers.
    const [problem] = message.split(/\.\s/, 1);
    return usageError(`${problem}; the flags are ${FLAGS.join(", ")}`);
  }
}

function findPathProblem(paths: readonly string[]): string | undefined {
  if (paths.includes("")) return "The name of the folder is empty";
  if (paths.length <= 1) return undefined;
  const advice = `if it is one name, write "${paths.join(" ")}" in quotation marks`;
  return `Only one folder is read, not ${paths.join(" and ")}; ${advice}`;
}

/** Returns an error message if flags cannot be combined. `flags` are names without dashes, e.g. "check". */
function findFlagProblem(flags: readonly string[]): string | undefined {
  // `server.ts` handles a standalone flag that is the only argument, so here there are other arguments too.
  const standaloneFlag = STANDALONE_FLAGS.find((flag) => flags.includes(flag));
  if (standaloneFlag !== undefined) return `--${standaloneFlag} must be the only argument`;
  const [command, secondCommand] = COMMANDS.filter((name) => flags.includes(name));
  if (secondCommand !== undefined) return `--${command} and --${secondCommand} cannot be combined`;
  const checkFlag = CHECK_FLAGS.find((flag) => flags.includes(flag));
  if (checkFlag === undefined || command === "check") return undefined;
  return `--${checkFlag} can only be used with --check`;
}

/** Returns the report. Fails if there are errors or, with `--finished`, if anything is still to be filled in. */
async function runCheck(configResult: ConfigResult, { json, requireFinished }: Command): Promise<Exit> {
  // Only `--check` and `--watch` need this module.
  const { checkFolder, formatReport } = await import("./check.ts");
  const report = checkFolder(configResult, Date.now());
  const messages = loadTranslations(configResult.config.dataDirectory);
  const text = json ? JSON.stringify(report, null, 2) : formatReport(report, messages);
  const hasPassed = requireFinished ? report.isFinished : report.ok;
  return createExit(hasPassed ? 0 : 1, "stdout", text);
}

function compileToFile(config: FolderConfig, path: string): Exit {
  const { site, problems } = loadFolder(config);
  if (site === undefined) return createExit(1, "stderr", problems.join("\n"));
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(path, bytes);
  } catch (error) {
    return createExit(1, "stderr", `${path} could not be written: ${(error as Error).message}`);
  }
  const summary = `site ${site.revision}, ${bytes.length} bytes`;
  return createExit(0, "stdout", `Compiled ${config.folderLabel} into ${path}: ${summary}`);
}

async function createSource(config: FolderConfig): Promise<SiteSource> {
  if (!config.isWatched) return createFolderSource(config);
  const { createWatchedSource } = await import("./watched-source.ts");
  return createWatchedSource(config);
}

function usageError(message: string): Exit {
  return createExit(2, "stderr", message);
}

function createExit(status: Exit["status"], stream: Exit["stream"], text: string): Exit {
  return { kind: "exit", status, stream, text };
}
