/**
 * Reads the configuration from the environment and reports every invalid variable.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type Configured = ReturnType<typeof configure>;
export type Config = Readonly<Configured["config"]>;

/** The folder above `src` or `dist`. */
const PROGRAM = fileURLToPath(new URL("..", import.meta.url));

const BASE_URL_FORM = 'the public address without a path or a slash at its end, such as "https://cottage.example"';

export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * @param isTerminal true if standard output is a terminal. A terminal that is stopped (Ctrl-S) blocks every write, so
 *   there is no access log by default.
 */
export function configure(
  environment: Readonly<NodeJS.ProcessEnv>,
  path?: string,
  isWatched = false,
  isTerminal = false,
) {
  /** One sentence for each invalid variable; if there are any, the configuration must not be used. */
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
  const folder = path ?? PROGRAM;
  const port = read("PORT", 3000, "a whole number from 0 to 65535", wholeNumber(0, 65_535));
  const baseUrl = read<string>(
    "BASE_URL",
    `http://localhost:${port}`,
    baseUrlForm(textOf("BASE_URL") ?? ""),
    parseOrigin,
  );
  const rateLimitForm = 'a number of requests per minute from 1 to 1000000, or "off"';
  const rateLimit = read<number | "off">("RATE_LIMIT", 60, rateLimitForm, parseRateLimit);
  const config = {
    host: read("HOST", "127.0.0.1", 'an address or host name, such as "0.0.0.0"', parseHost),
    port,
    baseUrl,
    /** Maximum requests per client per minute; undefined for no limit. */
    rateLimit: rateLimit === "off" ? undefined : rateLimit,
    /** Values that the environment sets. A compiled site must have been compiled with the same values. */
    explicit: {
      baseUrl: textOf("BASE_URL") === undefined ? undefined : baseUrl,
      rateLimit: textOf("RATE_LIMIT") === undefined ? undefined : rateLimit,
    },
    /** Number of trusted proxies in front of the server. */
    trustProxy: read("TRUST_PROXY", 0, "the number of proxies in front, from 0 to 10", wholeNumber(0, 10)),
    dataDirectory: resolve(textOf("DATA_DIR") ?? join(folder, "data")),
    contentDirectory: resolve(textOf("CONTENT_DIR") ?? join(folder, "content")),
    /** Argument or variable that named the folders, for the message if they do not exist. */
    namedBy: path === undefined ? variables || "the place of the program" : `"${path}" on the command line`,
    /** Fallback for files missing from the owner's folder. */
    programContent: join(PROGRAM, "content"),
    accessLog: read("ACCESS_LOG", isWatched || isTerminal ? "off" : "on", '"on" or "off"', parseSwitch) === "on",
    /** Watch mode: caching is disabled, so that browsers always show the current files. */
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

function parseOrigin(text: string): string | undefined {
  const origin = originIn(text);
  return text.toLowerCase() === origin ? origin : undefined;
}

/** Returns the origin in ASCII, without a default port. */
function originIn(text: string): string | undefined {
  const isWebAddress = /^https?:/i.test(text) && URL.canParse(text);
  return isWebAddress ? new URL(text).origin : undefined;
}

/** Describes the value to write: exactly the origin that the text contains, if any. */
function baseUrlForm(text: string): string {
  const origin = originIn(text);
  return origin === undefined ? BASE_URL_FORM : `exactly "${origin}"`;
}
