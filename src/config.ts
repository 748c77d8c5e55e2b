/**
 * From environment variables to a configuration, and to every variable that makes no sense.
 */

import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type Configured = ReturnType<typeof configure>;
export type Config = Readonly<Configured["config"]>;

/** Beside `src` or `dist`, so that the program may be started from anywhere. */
const PROGRAM = fileURLToPath(new URL("..", import.meta.url));

export function foldersRead({ dataDirectory, contentDirectory }: Config): string {
  const folder = dirname(dataDirectory);
  const isWhole = dataDirectory === join(folder, "data") && contentDirectory === join(folder, "content");
  return isWhole ? folder : `${dataDirectory} and ${contentDirectory}`;
}

export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function configure(environment: Readonly<NodeJS.ProcessEnv>, folder?: string, watch = false) {
  /** One sentence for each bad variable; with any of them the configuration must not be used. */
  const problems: string[] = [];
  const textOf = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const read = <T>(name: string, standard: T, wanted: string, parse: (text: string) => T | undefined): T => {
    const text = textOf(name);
    if (text === undefined) return standard;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${wanted}, not "${text}"`);
    return value ?? standard;
  };
  const integer = (minimum: number, maximum: number) => (text: string) =>
    /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum ? Number(text) : undefined;

  const variables = ["DATA_DIR", "CONTENT_DIR"].filter(textOf).join(" and ");
  if (folder !== undefined && variables !== "") {
    problems.push(`The folder "${folder}" and ${variables} cannot go together: leave out one or the other`);
  }
  const home = folder ?? PROGRAM;
  const port = read("PORT", 3000, "a whole number from 0 to 65535", integer(0, 65_535));
  const origin = 'the public address without a path or a slash at its end, such as "https://cottage.example"';
  const limit = 'a number of requests a minute from 1 to 1000000, or "off"';
  const config = {
    host: read("HOST", "127.0.0.1", 'an address or host name, such as "0.0.0.0"', (text) => /^[\w.:%-]+$/.exec(text)?.[0]),
    port,
    baseUrl: read("BASE_URL", `http://localhost:${port}`, origin, originIn),
    rateLimit: textOf("RATE_LIMIT") === "off" ? undefined : read("RATE_LIMIT", 60, limit, integer(1, 1_000_000)),
    trustProxy: read("TRUST_PROXY", 0, "the number of proxies in front, from 0 to 10", integer(0, 10)),
    dataDirectory: resolve(textOf("DATA_DIR") ?? join(home, "data")),
    contentDirectory: resolve(textOf("CONTENT_DIR") ?? join(home, "content")),
    /** Who named the folders, for a complaint about them. */
    namedBy: folder === undefined ? variables || "the place of the program" : `"${folder}" on the command line`,
    /** For what the owner's folder has no file of. */
    programContent: join(PROGRAM, "content"),
    accessLog: read("ACCESS_LOG", !watch, '"on" or "off"', (text) => (text === "off" ? false : text === "on" || undefined)),
    /** Somebody works on the files, and must never see what a browser kept. */
    isWatched: watch,
  };
  return { config, problems };
}

function originIn(text: string): string | undefined {
  const origin = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
  return text.toLowerCase() === origin ? origin : undefined;
}
