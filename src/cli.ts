/**
 * The words after `node dist/server.js`, or what is wrong with them.
 */

import { closest } from "./suggest.ts";

/** Of the first four one may be given; without any of them it serves. */
const FLAGS = {
  check: "check data and content, say everything that is wrong or could be better, and end",
  health: "ask the server that runs on HOST and PORT whether it is ready, and end with 0 or 1",
  help: "print this",
  version: "print the version",
  json: "with --check: print the findings as JSON",
  watch: "serve, and check and reload whenever a file of data or content changes",
} as const;

const COMMANDS = ["check", "health", "help", "version"] as const;

export interface Command {
  readonly name: "serve" | (typeof COMMANDS)[number];
  /** Holds `data` and `content`, as it was typed. */
  readonly folder?: string | undefined;
  readonly json: boolean;
  readonly watch: boolean;
}

const VARIABLES: readonly [name: string, does: string][] = [
  ["HOST", "address to listen on (127.0.0.1)"],
  ["PORT", "port to listen on (3000)"],
  ["BASE_URL", "public origin, without a slash at its end (http://localhost:PORT)"],
  ["RATE_LIMIT", "requests a minute and client, or off (60)"],
  ["TRUST_PROXY", "how many proxies stand in front and append to X-Forwarded-For (0)"],
  ["DATA_DIR", "folder of the data files, when it is not data in the folder named"],
  ["CONTENT_DIR", "folder of the pages, when it is not content in the folder named"],
  ["ACCESS_LOG", "a line for each request, on or off (on; off with --watch)"],
];

export function helpText(): string {
  const flags = Object.entries(FLAGS).map(([name, does]) => [`--${name}`, does] as const);
  const lines = [...flags, ["", ""] as const, ...VARIABLES].map(([name, does]) => `  ${name.padEnd(12)} ${does}`.trimEnd());
  const usage = "Usage: node dist/server.js [folder] [flag]\n\nServes the cottage whose data and content lie in the folder; without one, the sample.\n";
  return `${usage}Flags, and environment variables with their defaults:\n\n${lines.join("\n")}\n`;
}

export function parseArguments(words: readonly string[]): { readonly command: Command } | { readonly problem: string } {
  const known = Object.keys(FLAGS).map((name) => `--${name}`);
  const flags = words.filter((word) => known.includes(word));
  const folders = words.filter((word) => !known.includes(word));
  // A folder that is named like a flag is probably a flag; ./check is a folder.
  const strange = folders.find((word) => word === "" || word.startsWith("-") || known.includes(`--${word}`));
  if (strange !== undefined) {
    const near = closest(strange, known);
    return { problem: `${strange} is not a flag; ${near === undefined ? "see --help" : `did you mean ${near}?`}` };
  }
  const [folder, second] = folders;
  if (second !== undefined) return { problem: `Only one folder is read, not ${folders.join(" and ")}` };
  const [name = "serve", other] = COMMANDS.filter((each) => flags.includes(`--${each}`));
  const [json, watch] = [flags.includes("--json"), flags.includes("--watch")];
  if (other !== undefined) return { problem: `--${name} and --${other} cannot go together` };
  if (json && name !== "check") return { problem: "--json goes with --check only" };
  if (watch && name !== "serve") return { problem: `--watch and --${name} cannot go together` };
  return { command: { name, folder, json, watch } };
}
