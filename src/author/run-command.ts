/**
 * Parses the command line and runs the command. Each command imports only the modules that it needs, in order to start
 * quickly.
 */

import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { isFile } from "../serve/site-file.ts";
import { parseArguments } from "./arguments.ts";
import { configureFolder } from "./folder-config.ts";

type CommandResult =
  | Readonly<{ kind: "serve"; config: Config; source: SiteSource }>
  /** Output for stdout. `ok` decides the exit status. */
  | Readonly<{ kind: "report"; ok: boolean; text: string }>
  | Readonly<{ kind: "wrong-usage" | "failed"; message: string }>;

/** @param words command line without the names of Node and the program */
export async function runCommand(
  words: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  isTerminal: boolean,
): Promise<CommandResult> {
  const command = parseArguments(words);
  if (command.kind === "error") return { kind: "wrong-usage", message: command.message };
  const { name, path } = command;
  if (name === "help") {
    const { HELP } = await import("./commands.ts");
    return { kind: "report", ok: true, text: HELP.trimEnd() };
  }
  if (path !== undefined && isFile(path)) {
    return { kind: "wrong-usage", message: `--${name} needs the folder of a cottage, and ${path} is a file` };
  }
  const configured = configureFolder(environment, path, name === "watch", isTerminal);
  const { config, problems } = configured;
  if (name === "check") {
    const { runCheck } = await import("./commands.ts");
    return { kind: "report", ...runCheck(configured, command) };
  }
  if (problems.length > 0) return { kind: "failed", message: problems.join("\n") };
  switch (name) {
    case "compile": {
      const { compileToFile } = await import("./commands.ts");
      return compileToFile(config, command.output ?? "");
    }
    case "watch": {
      const { watchedSource } = await import("./watch-mode.ts");
      return { kind: "serve", config, source: watchedSource(config) };
    }
    case "serve": {
      const { folderSource } = await import("./folder-source.ts");
      return { kind: "serve", config, source: folderSource(config) };
    }
  }
}
