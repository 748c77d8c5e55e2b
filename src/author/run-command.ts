/**
 * Parses the command line and runs the command. Each command imports only the modules it needs, to keep startup fast.
 */

import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site-file.ts";
import { parseArguments } from "./arguments.ts";
import { configureFolder } from "./folder-config.ts";

type Exit = Readonly<{ kind: "exit"; status: number; stream: "stdout" | "stderr"; text: string }>;
type CommandResult = Exit | Readonly<{ kind: "serve"; config: Config; source: SiteSource }>;

const OK = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** @param words command-line arguments, without the Node and script paths (`process.argv.slice(2)`) */
export async function runCommand(
  words: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  isTerminal: boolean,
): Promise<CommandResult> {
  const command = parseArguments(words);
  if (command.kind === "error") return fail(WRONG_USAGE, command.message);
  const { name, path } = command;
  if (name === "help") {
    const { HELP } = await import("./commands.ts");
    return print(OK, HELP.trimEnd());
  }
  if (path !== undefined && isFile(path)) {
    return fail(WRONG_USAGE, `--${name} needs the folder of a cottage, and ${path} is a file`);
  }
  const configured = configureFolder(environment, path, name === "watch", isTerminal);
  const { config, problems } = configured;
  if (name === "check") {
    const { runCheck } = await import("./commands.ts");
    const { ok, output } = runCheck(configured, command);
    return print(ok ? OK : FAILED, output);
  }
  if (problems.length > 0) return fail(FAILED, problems.join("\n"));
  if (name === "compile") {
    const { compileToFile } = await import("./commands.ts");
    const { ok, output } = compileToFile(config, command.output ?? "");
    return ok ? print(OK, output) : fail(FAILED, output);
  }
  if (name === "watch") {
    const { watchedSource } = await import("./watch-mode.ts");
    return { kind: "serve", config, source: watchedSource(config) };
  }
  const { folderSource } = await import("./folder-source.ts");
  return { kind: "serve", config, source: folderSource(config) };
}

function print(status: number, text: string): Exit {
  return { kind: "exit", status, stream: "stdout", text };
}

function fail(status: number, text: string): Exit {
  return { kind: "exit", status, stream: "stderr", text };
}
