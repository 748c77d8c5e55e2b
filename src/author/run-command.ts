/**
 * Parses the command line and runs the command. Modules that only some commands need are imported lazily.
 */

import { parseArgs } from "node:util";
import { readBuiltIn } from "../compile/built-in.ts";
import { VERSION } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site.ts";
import { createFolderSource, type FolderConfig, loadFolder, loadTranslations, readFolderConfig } from "./folder.ts";

const FLAG = { type: "boolean" } as const;
const OPTIONS = {
  watch: FLAG,
  check: FLAG,
  compile: { type: "string" },
  help: FLAG,
  health: FLAG,
  version: FLAG,
  json: FLAG,
  finished: FLAG,
} as const;
export const FLAGS = Object.keys(OPTIONS).map((name) => `--${name}`);

/** Flags that select a command. Without one, the folder is served. */
const COMMANDS = ["watch", "check", "compile", "help", "health", "version"] as const;

type Options = ReturnType<typeof parseOptions>["values"];

/** Output of a command. Status 2 means invalid arguments. */
type Exit = Readonly<{ kind: "exit"; status: 0 | 1 | 2; stream: "stdout" | "stderr"; text: string }>;

/**
 * Runs a command, e.g. `["--check", "cottage"]`, and returns its output and exit status. If the command serves a site,
 * returns the `source` from which the caller loads it.
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  isTerminal: boolean,
) {
  const command = parseArguments(args);
  if (command.kind === "exit") return command;
  const { options, path } = command;
  if (options.help) return createExit(0, "stdout", readBuiltIn("help.txt").trimEnd());
  // `server.ts` serves a compiled site if it is the only argument. With other arguments, a file is an error.
  if (path !== undefined && isFile(path)) return usageError(`Expected the folder of a cottage, but ${path} is a file`);
  const { config, problems } = readFolderConfig(environment, path, { isWatched: options.watch, isTerminal });
  if (problems.length > 0) return createExit(1, "stderr", problems.join("\n"));
  if (options.check) return runCheck(config, options);
  if (options.compile !== undefined) return compileToFile(config, options.compile);
  return { kind: "serve", config, source: await createSource(config) } as const;
}

/** Returns the options and the folder's path (undefined for the sample site), or a usage error. */
export function parseArguments(args: readonly string[]) {
  try {
    const { values: options, positionals: paths } = parseOptions(args);
    const problem = findUsageProblem(options, paths);
    if (problem !== undefined) return usageError(problem);
    return { kind: "command" as const, options, path: paths[0] };
  } catch (error) {
    const { message } = error as Error;
    // Keep only the first sentence, because the others are advice for programmers.
    const [problem] = message.split(/\.\s/, 1);
    return usageError(`${problem}; the flags are ${FLAGS.join(", ")}`);
  }
}

function parseOptions(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

/** Describes the first mistake that parseArgs() does not detect, e.g. two commands, if any. */
function findUsageProblem(options: Options, paths: readonly string[]): string | undefined {
  const commands = COMMANDS.filter((name) => name in options);
  if (commands.length > 1) return `--${commands.join(" and --")} cannot be combined`;
  // Without other arguments, `server.ts` handles these flags and does not call this function.
  if (options.health || options.version) return `--${commands[0]} must be the only argument`;
  const hasCheckFlag = options.json || options.finished;
  if (hasCheckFlag && !options.check) return "--json and --finished can only be used with --check";
  if (paths.length <= 1) return undefined;
  const advice = `if it is one name, write "${paths.join(" ")}" in quotation marks`;
  return `Only one folder is read, not ${paths.join(" and ")}; ${advice}`;
}

/** Checks the folder. Exits with status 1 if it has errors or, with `--finished`, if the site is unfinished. */
async function runCheck(config: FolderConfig, { json, finished }: Options): Promise<Exit> {
  const { checkFolder, formatReport } = await import("./check.ts");
  const report = checkFolder(config, Date.now());
  const messages = loadTranslations(config.dataDirectory);
  const text = json ? JSON.stringify(report, null, 2) : formatReport(report, messages);
  const hasPassed = finished ? report.isFinished : report.ok;
  return createExit(hasPassed ? 0 : 1, "stdout", text);
}

/** Compiles a folder into one file, which the server can serve. */
async function compileToFile(config: FolderConfig, path: string): Promise<Exit> {
  const { encodeSite, writeSiteFile } = await import("../compile/site-file.ts");
  const { site, problems } = loadFolder(config);
  if (site === undefined) return createExit(1, "stderr", problems.join("\n"));
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(path, bytes);
  } catch (error) {
    return createExit(1, "stderr", `${path} could not be written: ${(error as Error).message}`);
  }
  const size = `${bytes.length} bytes`;
  return createExit(0, "stdout", `Compiled ${config.folderLabel} into ${path}: site ${site.revision}, ${size}`);
}

async function createSource(config: FolderConfig): Promise<SiteSource> {
  if (!config.isWatched) return createFolderSource(config);
  const { createWatchedSource } = await import("./watch.ts");
  return createWatchedSource(config);
}

function usageError(message: string): Exit {
  return createExit(2, "stderr", message);
}

function createExit(status: Exit["status"], stream: Exit["stream"], text: string): Exit {
  return { kind: "exit", status, stream, text };
}
