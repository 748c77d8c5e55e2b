/**
 * The words after `node dist/server.js`, or what is wrong with them.
 */

export interface Command {
  readonly name: "serve" | "check" | "health" | "help" | "version";
  /** Holds `data` and `content`, as it was typed. */
  readonly folder?: string;
  /** Findings as JSON, for programs. */
  readonly json: boolean;
  /** Check and reload whenever a file changes. */
  readonly watch: boolean;
}

interface Flag {
  readonly flag: string;
  readonly does: string;
  readonly command: Partial<Command>;
}

const FLAGS: readonly Flag[] = [
  { flag: "--check", does: "check data and content, say everything that is wrong or could be better, and end", command: { name: "check" } },
  { flag: "--json", does: "with --check: print the findings as JSON", command: { json: true } },
  { flag: "--watch", does: "serve, and check and reload whenever a file of data or content changes", command: { watch: true } },
  { flag: "--health", does: "ask the server that runs on HOST and PORT whether it is ready, and end with 0 or 1", command: { name: "health" } },
  { flag: "--help", does: "print this", command: { name: "help" } },
  { flag: "--version", does: "print the version", command: { name: "version" } },
];

const VARIABLES: readonly [name: string, does: string][] = [
  ["HOST", "address to listen on (127.0.0.1)"],
  ["PORT", "port to listen on (3000)"],
  ["BASE_URL", "public origin, without a slash at its end (http://localhost:PORT)"],
  ["RATE_LIMIT", "requests a minute and client, or off (60)"],
  ["TRUST_PROXY", "how many proxies stand in front and append to X-Forwarded-For (0)"],
  ["DATA_DIR", "folder of the data files, when it is not data in the folder named"],
  ["CONTENT_DIR", "folder of the pages, when it is not content in the folder named"],
  ["ACCESS_LOG", "a line for each request, on or off (on)"],
];

export function helpText(): string {
  const rows = [...FLAGS.map(({ flag, does }) => [flag, does] as const), ["", ""] as const, ...VARIABLES];
  const lines = rows.map(([name, does]) => `  ${name.padEnd(12)} ${does}`.trimEnd());
  const usage = "Usage: node dist/server.js [folder] [flag]\n\nServes the cottage whose data and content lie in the folder; without one, the sample.\n";
  return `${usage}Flags, and environment variables with their defaults:\n\n${lines.join("\n")}\n`;
}

/**
 * @param suggest names the flag that was probably meant
 */
export function parseArguments(
  words: readonly string[],
  suggest: (word: string, known: readonly string[]) => string | undefined,
): { readonly command: Command } | { readonly problem: string } {
  let command: Command = { name: "serve", json: false, watch: false };
  for (const word of words) {
    const flag = FLAGS.find((each) => each.flag === word);
    const isFlag = word.startsWith("-") || FLAGS.some((each) => each.flag === `--${word}`);
    if (!isFlag && word !== "") {
      if (command.folder !== undefined) return { problem: `Only one folder is read, not ${command.folder} and ${word} too` };
      command = { ...command, folder: word };
      continue;
    }
    if (flag === undefined) {
      const near = suggest(word, FLAGS.map((each) => each.flag));
      return { problem: `${word} is not a flag; ${near === undefined ? "see --help" : `did you mean ${near}?`}` };
    }
    if (flag.command.name !== undefined && command.name !== "serve" && command.name !== flag.command.name) {
      return { problem: `--${command.name} and ${word} cannot go together` };
    }
    command = { ...command, ...flag.command };
  }
  if (command.json && command.name !== "check") return { problem: "--json goes with --check only" };
  if (command.watch && command.name !== "serve") return { problem: `--watch and --${command.name} cannot go together` };
  return { command };
}
