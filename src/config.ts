/**
 * From environment variables to a configuration, or to every variable that makes no sense.
 */

import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "./cli.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** The public origin, without a slash at its end: `https://cottage.example`. */
  readonly baseUrl: string;
  /** Requests a minute and client. */
  readonly rateLimit: number | undefined;
  /** How many proxies of ours stand in front, each appending to `X-Forwarded-For`. */
  readonly trustProxy: number;
  readonly dataDirectory: string;
  readonly contentDirectory: string;
  /** Who named the folders, for a complaint about them. */
  readonly namedBy: string;
  /** The program's own, for what the owner's folder has no file of. */
  readonly programContent: string;
  readonly accessLog: boolean;
  /** Somebody works on the files, and must never see what a browser kept. */
  readonly isWatched: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Configured {
  readonly config: Config;
  /** One sentence for each bad variable; with any of them the configuration must not be used. */
  readonly problems: readonly string[];
}

/** A folder beside `src` or `dist`, so that the program may be started from anywhere. */
function beside(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

function origin(text: string): string | undefined {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
  return text.toLowerCase() === url ? url : undefined;
}

export function foldersRead({ dataDirectory, contentDirectory }: Config): string {
  const folder = dirname(dataDirectory);
  const isOne = dataDirectory === join(folder, "data") && contentDirectory === join(folder, "content");
  return isOne ? folder : `${dataDirectory} and ${contentDirectory}`;
}

export function configure(environment: Environment, { folder, watch = false }: Partial<Command> = {}): Configured {
  const problems: string[] = [];
  const textOf = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const variables = ["DATA_DIR", "CONTENT_DIR"].filter((name) => textOf(name)).join(" and ");
  if (folder !== undefined && variables !== "") {
    problems.push(`The folder "${folder}" and ${variables} cannot go together: leave out one or the other`);
  }
  const inFolder = (name: string): string => (folder === undefined ? beside(name) : resolve(folder, name));

  /** Reads one variable; an empty one counts as not set. */
  const read = <T>(name: string, standard: T, wanted: string, parse: (text: string) => T | undefined): T => {
    const text = textOf(name);
    if (text === undefined) return standard;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${wanted}, not "${text}"`);
    return value ?? standard;
  };
  const integer = (minimum: number, maximum: number) => (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum ? Number(text) : undefined;

  const port = read("PORT", 3000, "a whole number from 0 to 65535", integer(0, 65_535));
  const limit = 'a number of requests a minute from 1 to 1000000, or "off"';
  const config: Config = {
    host: read("HOST", "127.0.0.1", 'an address or host name, such as "0.0.0.0"', (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined)),
    port,
    baseUrl: read("BASE_URL", `http://localhost:${port}`, 'the public address without a path or a slash at its end, such as "https://cottage.example"', origin),
    rateLimit: textOf("RATE_LIMIT") === "off" ? undefined : read("RATE_LIMIT", 60, limit, integer(1, 1_000_000)),
    trustProxy: read("TRUST_PROXY", 0, "the number of proxies in front, from 0 to 10", integer(0, 10)),
    dataDirectory: resolve(textOf("DATA_DIR") ?? inFolder("data")),
    contentDirectory: resolve(textOf("CONTENT_DIR") ?? inFolder("content")),
    namedBy: folder === undefined ? variables || "the place of the program" : `"${folder}" on the command line`,
    programContent: beside("content"),
    accessLog: read("ACCESS_LOG", !watch, '"on" or "off"', (text) => (text === "on" ? true : text === "off" ? false : undefined)),
    isWatched: watch,
  };
  return { config, problems };
}
