/**
 * Parses command-line arguments, or returns an error message.
 */

/** At most one may be given; the default is to serve. */
const COMMANDS = ["watch", "check", "compile", "health", "help", "version"] as const;

const FLAGS = [...COMMANDS, "json", "finished"].map((name) => `--${name}`);

export type Command = Readonly<{
  kind: "command";
  name: (typeof COMMANDS)[number] | "serve";
  /** Folder or compiled site; undefined for the sample. */
  path: string | undefined;
  /** The file that `--compile` writes. */
  output: string | undefined;
  json: boolean;
  /** Whether `--check` fails if something is left to fill in. */
  finished: boolean;
}>;

type UsageError = Readonly<{ kind: "error"; message: string }>;

export function parseArguments(words: readonly string[]): Command | UsageError {
  const flags: string[] = [];
  const paths: string[] = [];
  let output: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word === "" || (word.startsWith("-") && !FLAGS.includes(word))) {
      return usageError(`${word} is not a flag; the flags are ${FLAGS.join(", ")}`);
    }
    if (FLAGS.includes(word)) flags.push(word);
    else paths.push(word);
    if (word !== "--compile") continue;
    index += 1;
    output = words[index];
    if (output === undefined || output === "" || output.startsWith("-")) {
      return usageError("--compile needs the name of the file to write, as in --compile site.cottage");
    }
  }
  const [path, secondPath] = paths;
  if (secondPath !== undefined) {
    const joined = paths.join(" ");
    return usageError(
      `Only one folder is read, not ${paths.join(" and ")}; if it is one name, write "${joined}" in quotation marks`,
    );
  }
  const [name = "serve", secondName] = COMMANDS.filter((command) => flags.includes(`--${command}`));
  if (secondName !== undefined) return usageError(`--${name} and --${secondName} cannot be combined`);
  const json = flags.includes("--json");
  const finished = flags.includes("--finished");
  if ((json || finished) && name !== "check") {
    return usageError(`${json ? "--json" : "--finished"} can only be used with --check`);
  }
  return { kind: "command", name, path, output, json, finished };
}

function usageError(message: string): UsageError {
  return { kind: "error", message };
}
