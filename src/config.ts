/**
 * The program's version, and its configuration from environment variables.
 */

export const VERSION = "2.0.0";

type Environment = Readonly<NodeJS.ProcessEnv>;

export type Config = Readonly<ReturnType<typeof configure>["config"]>;

export function readVariable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

export function configure(environment: Environment, path?: string, { isWatched = false, isTerminal = false } = {}) {
  const problems: string[] = [];

  const read = <T,>(name: string, fallback: T, form: string, parse: (text: string) => T | undefined): T => {
    const text = readVariable(environment, name);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${form}, not "${text}"`);
    return value ?? fallback;
  };

  const isSet = (name: string) => readVariable(environment, name) !== undefined;
  const folderVariables = ["DATA_DIR", "CONTENT_DIR"].filter(isSet).join(" and ");
  if (path !== undefined && folderVariables !== "") {
    problems.push(`"${path}" and ${folderVariables} cannot be combined: leave out one or the other`);
  }
  const port = read("PORT", 3000, "a whole number from 0 to 65535", wholeNumber(0, 65_535));
  const baseUrlForm = 'the public address without a path, such as "https://cottage.example"';
  const baseUrl = read("BASE_URL", `http://localhost:${port}`, baseUrlForm, parseOrigin);
  const rateLimitForm = 'a number of requests per minute from 1 to 1000000, or "off"';
  const rateLimit = read("RATE_LIMIT", 60, rateLimitForm, parseRateLimit);
  const config = {
    host: read("HOST", "127.0.0.1", 'an address or host name, such as "0.0.0.0"', parseHost),
    port,
    baseUrl,
    rateLimit: rateLimit === "off" ? undefined : rateLimit,
    /** Values of BASE_URL and RATE_LIMIT if they are set. A site that was compiled for other values is rejected. */
    environmentSettings: {
      baseUrl: isSet("BASE_URL") ? baseUrl : undefined,
      rateLimit: isSet("RATE_LIMIT") ? rateLimit : undefined,
    },
    trustedProxies: read("TRUST_PROXY", 0, "the number of proxies in front, from 0 to 10", wholeNumber(0, 10)),
    // Off by default on a terminal, because a write to a paused terminal (Ctrl-S) blocks the server.
    accessLog: read("ACCESS_LOG", !isWatched && !isTerminal, '"on" or "off"', parseSwitch),
    isWatched,
  };
  return { config, problems };
}

function wholeNumber(minimum: number, maximum: number) {
  return (text: string): number | undefined => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= minimum && value <= maximum ? value : undefined;
  };
}

function parseRateLimit(text: string): number | "off" | undefined {
  return text === "off" ? text : wholeNumber(1, 1_000_000)(text);
}

function parseSwitch(text: string): boolean | undefined {
  if (text === "on") return true;
  return text === "off" ? false : undefined;
}

const NAME_OR_IPV4 = /^[\w.-]+$/;
/** Matches an IPv6 address, e.g. `fe80::1%eth0`. Requires two colons, so that `localhost:80` does not match. */
const IPV6 = /^[\w.]*:[\w.:]*:[\w.%-]*$/;

function parseHost(text: string): string | undefined {
  return NAME_OR_IPV4.test(text) || IPV6.test(text) ? text : undefined;
}

/** Returns the origin of an HTTP URL, or undefined if the URL has a path, query or credentials. */
function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
