/**
 * Parses the command line, and reads the configuration from the environment.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Mutually exclusive commands. Without one the program serves the site. */
const COMMANDS = ["watch", "check", "compile", "health", "help", "version"] as const;

export const FLAGS = [...COMMANDS, "json", "finished"].map((name) => `--${name}`);

export type Command = Readonly<{
  kind: "command";
  name: (typeof COMMANDS)[number] | "serve";
  /** Path of the owner's folder or of a compiled site; undefined for the built-in sample. */
  path: string | undefined;
  output: string | undefined;
  json: boolean;
  /** Whether `--check` should also fail on placeholders that have not been filled in. */
  finished: boolean;
}>;

type UsageError = Readonly<{ kind: "error"; message: string }>;

export type Configured = ReturnType<typeof configure>;
export type Config = Readonly<Configured["config"]>;

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
  if (paths.length > 1) {
    const found = paths.join(" and ");
    const joined = paths.join(" ");
    return usageError(`Only one folder is read, not ${found}; if it is one name, write "${joined}" in quotation marks`);
  }
  const [name = "serve", secondName] = COMMANDS.filter((command) => flags.includes(`--${command}`));
  if (secondName !== undefined) return usageError(`--${name} and --${secondName} cannot be combined`);
  const json = flags.includes("--json");
  const finished = flags.includes("--finished");
  if ((json || finished) && name !== "check") {
    return usageError(`${json ? "--json" : "--finished"} can only be used with --check`);
  }
  return { kind: "command", name, path: paths[0], output, json, finished };
}

function usageError(message: string): UsageError {
  return { kind: "error", message };
}

/** The project's root, which is the parent of `src` (in development) and of `dist` (the build). */
const PROGRAM_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/**
 * @param path site folder given on the command line
 * @param isTerminal whether standard output is a terminal. The access log is then off by default, because a stopped
 *   terminal (Ctrl-S) blocks every write.
 */
export function configure(
  environment: Readonly<NodeJS.ProcessEnv>,
  path?: string,
  isWatched = false,
  isTerminal = false,
) {
  // Callers must not use the configuration if this is non-empty.
  const problems: string[] = [];

  const textOf = (name: string): string | undefined => environment[name]?.trim() || undefined;

  const read = <T,>(name: string, fallback: T, form: string, parse: (text: string) => T | undefined): T => {
    const text = textOf(name);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${form}, not "${text}"`);
    return value ?? fallback;
  };

  const variables = ["DATA_DIR", "CONTENT_DIR"].filter(textOf).join(" and ");
  if (path !== undefined && variables !== "") {
    problems.push(`"${path}" and ${variables} cannot be combined: leave out one or the other`);
  }
  const folder = path ?? PROGRAM_FOLDER;
  const port = read("PORT", 3000, "a whole number from 0 to 65535", wholeNumber(0, 65_535));
  const baseUrlForm = 'the public address without a path, such as "https://cottage.example"';
  const baseUrl = read<string>("BASE_URL", `http://localhost:${port}`, baseUrlForm, parseOrigin);
  const rateLimitForm = 'a number of requests per minute from 1 to 1000000, or "off"';
  const rateLimit = read<number | "off">("RATE_LIMIT", 60, rateLimitForm, parseRateLimit);
  const config = {
    host: read("HOST", "127.0.0.1", 'an address or host name, such as "0.0.0.0"', parseHost),
    port,
    baseUrl,
    /** Maximum requests per client per minute; undefined for no limit. */
    rateLimit: rateLimit === "off" ? undefined : rateLimit,
    /** Values set in the environment. A site that was compiled with other values is rejected. */
    environmentSettings: {
      baseUrl: textOf("BASE_URL") === undefined ? undefined : baseUrl,
      rateLimit: textOf("RATE_LIMIT") === undefined ? undefined : rateLimit,
    },
    trustedProxies: read("TRUST_PROXY", 0, "the number of proxies in front, from 0 to 10", wholeNumber(0, 10)),
    dataDirectory: resolve(textOf("DATA_DIR") ?? join(folder, "data")),
    contentDirectory: resolve(textOf("CONTENT_DIR") ?? join(folder, "content")),
    /** The argument or variables that specify the folders. The error message names them if the folders do not exist. */
    namedBy: path === undefined ? variables || "the place of the program" : `"${path}" on the command line`,
    /** Folder of built-in files, used for files that the owner's folder does not contain. */
    programContent: join(PROGRAM_FOLDER, "content"),
    accessLog: read("ACCESS_LOG", isWatched || isTerminal ? "off" : "on", '"on" or "off"', parseSwitch) === "on",
    /** Watch mode disables caching, so that browsers always show the current files. */
    isWatched,
  };
  return { config, problems };
}

function wholeNumber(minimum: number, maximum: number) {
  return (text: string): number | undefined => {
    const isInRange = /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
    return isInRange ? Number(text) : undefined;
  };
}

function parseRateLimit(text: string): number | "off" | undefined {
  return text === "off" ? text : wholeNumber(1, 1_000_000)(text);
}

function parseSwitch(text: string): "on" | "off" | undefined {
  return text === "on" || text === "off" ? text : undefined;
}

function parseHost(text: string): string | undefined {
  return /^[\w.:%-]+$/.test(text) ? text : undefined;
}

/** Returns the origin of an http(s) URL, or undefined if the text is anything else or has a path, query or user. */
function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
