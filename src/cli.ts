/**
 * The words after `node dist/server.js`, or what is wrong with them.
 */

import { didYouMean } from "./compile/suggest.ts";

export const HELP = `Usage: node dist/server.js [folder] [flag]

Serves the cottage whose data and content lie in the folder; without one, the sample.
Flags, and environment variables with their defaults:

  --check      check data and content, say everything that is wrong or could be better, and end
  --health     ask the server that runs on HOST and PORT whether it is ready, and end with 0 or 1
  --help       print this
  --version    print the version
  --json       with --check: print the findings as JSON
  --watch      serve, and check and reload whenever a file of data or content changes

  HOST         address to listen on (127.0.0.1)
  PORT         port to listen on (3000)
  BASE_URL     public origin, without a slash at its end (http://localhost:PORT)
  RATE_LIMIT   requests a minute and client, or off (60)
  TRUST_PROXY  how many proxies stand in front and append to X-Forwarded-For (0)
  DATA_DIR     folder of the data files, when it is not data in the folder named
  CONTENT_DIR  folder of the pages, when it is not content in the folder named
  ACCESS_LOG   a line for each request, on or off (on; off with --watch)
`;

/** One of them may be given; without any it serves. */
const COMMANDS = ["watch", "check", "health", "help", "version"] as const;

export function parseArguments(words: readonly string[]) {
  const known = [...COMMANDS, "json"].map((name) => `--${name}`);
  const isGiven = (name: string) => words.includes(`--${name}`);
  const folders = words.filter((word) => !known.includes(word));
  const strange = folders.find((word) => word === "" || word.startsWith("-"));
  if (strange !== undefined) return `${strange} is not a flag${didYouMean(strange, known) || "; see --help"}`;
  const [folder, second] = folders;
  if (second !== undefined) return `Only one folder is read, not ${folders.join(" and ")}`;
  const [name = "serve" as const, other] = COMMANDS.filter(isGiven);
  if (other !== undefined) return `--${name} and --${other} cannot go together`;
  const json = isGiven("json");
  if (json && name !== "check") return "--json goes with --check only";
  return { name, folder, json };
}
