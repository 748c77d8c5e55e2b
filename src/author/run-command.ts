/**
 * Parses the command line and runs the command. Each command imports only the modules it needs, to keep startup fast.
 */

import { readText } from "../compile/files.ts";
import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site-file.ts";
import { VERSION } from "../version.ts";
import { type Command, parseArguments } from "./arguments.ts";
import { configureFolder, type FolderConfig, type FolderConfigured } from "./folder-config.ts";

/** The status is 0 for success, 1 for failure and 2 for wrong arguments. */
type Exit = Readonly<{ kind: "exit"; status: 0 | 1 | 2; stream: "stdout" | "stderr"; text: string }>;
type CommandResult = Exit | Readonly<{ kind: "serve"; config: Config; source: SiteSource }>;

const HELP_BYTES_MAX = 10_000;

/** @param words command-line arguments, without the Node and script paths (`process.argv.slice(2)`) */
export async function runCommand(
  words: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  isTerminal: boolean,
): Promise<CommandResult> {
  const command = parseArguments(words);
  if (command.kind === "error") return exit(2, "stderr", command.message);
  const { name, path, output = "" } = command;
  const configured = configureFolder(environment, path, name === "watch", isTerminal);
  const { config, problems } = configured;
  if (name === "help") {
    const { content = "" } = readText(config.programContent, "help.txt", HELP_BYTES_MAX);
    return exit(0, "stdout", content.trimEnd());
  }
  if (path !== undefined && isFile(path)) {
    return exit(2, "stderr", `--${name} needs the folder of a cottage, and ${path} is a file`);
  }
  if (name === "check") return runCheck(configured, command);
  if (problems.length > 0) return exit(1, "stderr", problems.join("\n"));
  if (name === "compile") return compileToFile(config, output);
  if (name === "watch") {
    const { watchedSource } = await import("./watch-mode.ts");
    return { kind: "serve", config, source: watchedSource(config) };
  }
  const { folderSource } = await import("./folder-source.ts");
  return { kind: "serve", config, source: folderSource(config) };
}

async function runCheck(configured: FolderConfigured, { json, finished }: Command): Promise<Exit> {
  const { check, formatReport } = await import("./check.ts");
  const { loadTranslations } = await import("./translations.ts");
  const report = check(configured, Date.now());
  const messages = loadTranslations(configured.config.dataDirectory);
  const succeeded = finished ? report.isFinished : report.ok;
  const text = json ? JSON.stringify(report, null, 2) : formatReport(report, messages);
  return exit(succeeded ? 0 : 1, "stdout", text);
}

async function compileToFile(config: FolderConfig, path: string): Promise<Exit> {
  const { loadFolder } = await import("./folder-source.ts");
  const { encodeSite, writeSiteFile } = await import("../compile/site-file.ts");
  const { site, problems } = loadFolder(config);
  if (site === undefined) return exit(1, "stderr", problems.join("\n"));
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(path, bytes);
  } catch (error) {
    return exit(1, "stderr", `${path} cannot be written: ${(error as Error).message}`);
  }
  return exit(0, "stdout", `Compiled ${config.folder} into ${path}: site ${site.revision}, ${bytes.length} bytes`);
}

function exit(status: Exit["status"], stream: Exit["stream"], text: string): Exit {
  return { kind: "exit", status, stream, text };
}
