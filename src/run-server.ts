/**
 * Runs the server process: loads the site from a source, listens, reloads on SIGHUP and shuts down gracefully.
 */

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Config } from "./config.ts";
import { monotonicMs } from "./serve/http/exchange.ts";
import { createListener } from "./serve/http/listener.ts";
import { createRouter, type Router } from "./serve/http/router.ts";
import { createAccessLog, eventLine, lineWriter, type LogLevel } from "./serve/log.ts";
import { type CompiledSite, siteRouter } from "./serve/site.ts";
import { isPatchedNode, PATCHED_NODES, VERSION } from "./version.ts";

export type LoadedSite = Readonly<{
  site: CompiledSite | undefined;
  problems: readonly string[];
}>;

export type Log = (level: LogLevel, message: string) => void;

export type SiteSource = Readonly<{
  name: string;
  load: (log: Log) => LoadedSite | Promise<LoadedSite>;
  /** Loads the site, then calls `onChange` whenever its files change. */
  watch?: (log: Log, onChange: () => void) => Promise<LoadedSite>;
  /** Returns a message in the owner's language. If omitted, messages are in English. */
  translate?: (
    code: "server-reloaded" | "server-reload-refused" | "server-port-taken",
    values?: Readonly<Record<string, string | number>>,
  ) => string;
}>;

type ServerState = { router: Router; isStopping: boolean };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const isTerminal = process.stdout.isTTY;
const timestamp = () => new Date().toISOString();
const event = (level: LogLevel, message: string) => eventLine(level, message, timestamp(), isTerminal);
const output = lineWriter(process.stdout, (count) => event("warning", `${count} log lines were dropped`));

function log(level: LogLevel, message: string): void {
  output.write(event(level, message));
  output.flush();
}

function logError(error: unknown): void {
  log("error", String(error instanceof Error ? error.stack : error));
}

/** Starts the server. Resolves to an empty array once it is listening, or to the problems that prevented the start. */
export async function runServer(config: Config, source: SiteSource): Promise<readonly string[]> {
  log("info", `holiday-cottage ${VERSION} on Node ${process.version} reads ${source.name}`);
  if (!isPatchedNode(process.version)) {
    const versions = PATCHED_NODES.join(", ");
    log("warning", `Node ${process.version} has a known denial-of-service bug; use ${versions} or newer`);
  }
  const state: ServerState = { router: createRouter([]), isStopping: false };
  const reloadSite = coalesced(() => reload(source, state));
  const { site, problems } = source.watch ? await source.watch(log, reloadSite) : await source.load(log);
  if (site === undefined) return problems;
  serve(site, state);
  const listener = createServerListener(config, site.rateLimit, state);
  handleSignals(listener, state, reloadSite);
  try {
    const port = await listener.listen(config.port, config.host);
    log("info", `Listening on http://${shownHost(config)}:${port}, site ${site.revision}`);
  } catch (error) {
    return [listenProblem(error as NodeJS.ErrnoException, config, source)];
  }
  return [];
}

/** Returns the host to show in links. The default host is shown as "localhost". */
function shownHost({ host, isWatched }: Config): string {
  if (host === "127.0.0.1" && (isWatched || isTerminal)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function serve(site: CompiledSite, state: ServerState): void {
  const program = { version: VERSION, node: process.version };
  state.router = siteRouter(site, { isReady: () => !state.isStopping, now: Date.now, program });
}

/** Reloads the site and logs the outcome. If that fails, the previous site is still served. */
async function reload(source: SiteSource, state: ServerState): Promise<void> {
  try {
    const { site, problems } = await source.load(log);
    for (const problem of problems) log("error", problem);
    if (site !== undefined) {
      serve(site, state);
      const { revision } = site;
      return log("info", source.translate?.("server-reloaded", { revision }) ?? `Reloaded: site ${revision}`);
    }
  } catch (error) {
    logError(error);
  }
  const message = source.translate?.("server-reload-refused");
  log("error", message ?? "Reload refused: the previous site is still being served");
}

function createServerListener(config: Config, rateLimit: number | undefined, state: ServerState) {
  const { trustedProxies } = config;
  const warnHourly = createThrottledWarning(HOUR_MS);
  const warnEachMinute = createThrottledWarning(MINUTE_MS);
  return createListener({
    router: () => state.router,
    perMinute: rateLimit,
    trustedProxies,
    onExchange: config.accessLog ? createAccessLog(output.write, timestamp) : undefined,
    onError: logError,
    onExtraAddresses: (peer) => {
      const problem = `X-Forwarded-For from ${peer} has more addresses than TRUST_PROXY (${trustedProxies})`;
      warnHourly(`${problem}; if more proxies are in front, set it to their number, or guests share one rate limit`);
    },
    onOverload: () => {
      warnEachMinute("Connections were closed: too many were open, or too many requests were pipelined");
    },
  });
}

function createThrottledWarning(intervalMs: number): (message: string) => void {
  let silentUntil = -Infinity;
  return (message) => {
    const now = monotonicMs();
    if (now < silentUntil) return;
    silentUntil = now + intervalMs;
    log("warning", message);
  };
}

/** Wraps a task so that it never runs concurrently. Calls during a run are merged into one more run. */
function coalesced(task: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isPending = false;
  return async () => {
    isPending = true;
    if (isRunning) return;
    isRunning = true;
    while (isPending) {
      // Let other events be handled before each run. Calls that arrive meanwhile are merged into it.
      await yieldToEventLoop();
      isPending = false;
      await task();
    }
    isRunning = false;
  };
}

/** SIGHUP reloads the site. SIGTERM and SIGINT stop the server gracefully; a second one stops it immediately. */
function handleSignals(listener: ReturnType<typeof createListener>, state: ServerState, reloadSite: () => void): void {
  const shutDown = async (reason: string) => {
    if (state.isStopping) process.exit(1);
    state.isStopping = true;
    log("info", `${reason}: finishing open requests`);
    await listener.close();
    log("info", "Stopped");
    await output.finish();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void shutDown(signal));
  process.on("exit", output.flush);
  process.on("SIGHUP", () => {
    if (!state.isStopping) reloadSite();
  });
  // Closing the terminal sends SIGHUP, which only reloads the site, so stop when a write to stdout fails.
  process.stdout.on("error", () => {
    if (isTerminal && !state.isStopping) void shutDown("The terminal was closed");
  });
}

/** Only the most common failure, a taken port, is translated. */
function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config, source: SiteSource): string {
  switch (error.code) {
    case "EADDRINUSE": {
      const message = source.translate?.("server-port-taken", { host, port, nextPort: port + 1 });
      return message ?? `PORT ${port} is taken on ${host}; choose another port`;
    }
    case "EACCES":
      return `PORT ${port} requires elevated privileges; use a port above 1023`;
    case "EADDRNOTAVAIL":
      return `HOST ${host} is not an address of this machine`;
    default:
      return `Cannot listen on ${host}:${port} (${error.code ?? error.message})`;
  }
}
