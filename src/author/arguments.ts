/**
 * Parses the command line.
 */

/** Mutually exclusive commands. If none is given, the program serves the site. */
const COMMANDS = ["watch", "check", "compile", "help"] as const;

/** Flags that cannot be combined with other arguments. */
const STANDALONE_FLAGS = ["--health", "--version"];

export const FLAGS = [...COMMANDS.map((name) => `--${name}`), ...STANDALONE_FLAGS, "--json", "--finished"];

export type Command = Readonly<{
  kind: "command";
  name: (typeof COMMANDS)[number] | "serve";
  /** The owner's folder, or undefined for the built-in sample site. */
  path: string | undefined;
  /** The file that `--compile` writes; undefined for other commands. */
  outputFile: string | undefined;
  json: boolean;
  /** Whether `--check` also fails on unfilled placeholders. */
  requireFinished: boolean;
}>;

type UsageError = Readonly<{ kind: "error"; message: string }>;

export function parseArguments(args: readonly string[]): Command | UsageError {
  const flags: string[] = [];
  const paths: string[] = [];
  let outputFile: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    const isFlag = FLAGS.includes(argument);
    if (argument === "" || (argument.startsWith("-") && !isFlag)) {
      return usageError(`${argument} is not a flag; the flags are ${FLAGS.join(", ")}`);
    }
    // `server.ts` has already handled a standalone flag that is the only argument, so this one is among others.
    if (STANDALONE_FLAGS.includes(argument)) return usageError(`${argument} must be the only argument`);
    (isFlag ? flags : paths).push(argument);
    if (argument !== "--compile") continue;
    index += 1;
    outputFile = args[index] ?? "";
    if (outputFile === "" || outputFile.startsWith("-")) {
      return usageError("--compile needs the name of the file to write, as in --compile site.cottage");
    }
  }
  if (paths.length > 1) {
    const found = `Only one folder is read, not ${paths.join(" and ")}`;
    return usageError(`${found}; if it is one name, write "${paths.join(" ")}" in quotation marks`);
  }
  const [name = "serve", secondName] = COMMANDS.filter((command) => flags.includes(`--${command}`));
  if (secondName !== undefined) return usageError(`--${name} and --${secondName} cannot be combined`);
  const json = flags.includes("--json");
  const requireFinished = flags.includes("--finished");
  if ((json || requireFinished) && name !== "check") {
    return usageError(`${json ? "--json" : "--finished"} can only be used with --check`);
  }
  return { kind: "command", name, path: paths[0], outputFile, json, requireFinished };
}

function usageError(message: string): UsageError {
  return { kind: "error", message };
}
