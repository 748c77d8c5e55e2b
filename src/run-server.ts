/**
 * Runs the server process: loads the site from a source, listens, reloads on SIGHUP and shuts down gracefully.
 */

import type { Config } from "./config.ts";
import { monotonicMs } from "./serve/http/exchange.ts";
import { createListener } from "./serve/http/listener.ts";
import { createRouter, type Router } from "./serve/http/router.ts";
import { accessLog, eventLine, lineWriter, type LogLevel } from "./serve/log.ts";
import { type CompiledSite, type Running, siteRouter } from "./serve/site.ts";
import { isPatchedNode, PATCHED_NODES, VERSION } from "./version.ts";

export type LoadedSite = Readonly<{
  /** Undefined if there are problems. */
  site: CompiledSite | undefined;
  problems: readonly string[];
  /** Messages to log when the site is being served. */
  notes?: readonly { readonly level: LogLevel; readonly message: string }[];
}>;

export type SiteSource = Readonly<{
  /** Name of the folder or file for the log. */
  name: string;
  load: () => LoadedSite | Promise<LoadedSite>;
  /**
   * Starts to watch the source. `onChange` receives a message and the paths of the changed pages. Undefined if only
   * SIGHUP reloads the site.
   */
  watch?: (onChange: (message: string, pagePaths: readonly string[]) => void) => void;
  /** Formats a message in the owner's language; undefined for English. */
  translate?: (code: MessageCode, values?: Readonly<Record<string, string | number>>) => string;
}>;

type MessageCode = "server-port-taken" | "server-reload-refused" | "server-reloaded" | "server-reloaded-pages";

type Listener = ReturnType<typeof createListener>;

type ServerState = { router: Router; origin: string; isStopping: boolean };

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

/** Starts the server, which runs until it receives a signal. If it cannot start, returns the reasons. */
export async function runServer(config: Config, source: SiteSource): Promise<readonly string[]> {
  log("info", `holiday-cottage ${VERSION} on Node ${process.version} reads ${source.name}`);
  if (!isPatchedNode(process.version)) {
    const versions = PATCHED_NODES.join(", ");
    log("warning", `Node ${process.version} has a known denial-of-service bug; use ${versions} or newer`);
  }
  const state: ServerState = { router: createRouter([]), origin: "", isStopping: false };
  // Start watching before the first load, so that changes made while loading are not missed.
  source.watch?.((message, pagePaths) => {
    log("info", message);
    void reload(source, state, pagePaths);
  });
  const { site, problems, notes = [] } = await source.load();
  if (site === undefined) return problems;
  serve(site, state);
  for (const { level, message } of notes) log(level, message);
  const listener = listenerFor(config, site.rateLimit, state);
  handleSignals(listener, state, coalesced(() => reload(source, state)));
  try {
    const port = await listener.listen(config.port, config.host);
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    state.origin = `http://${host}:${port}`;
  } catch (error) {
    return [listenProblem(error as NodeJS.ErrnoException, config, source)];
  }
  log("info", `Listening on ${state.origin}, site ${site.revision}`);
  return [];
}

function serve(site: CompiledSite, state: ServerState): void {
  const program = { version: VERSION, node: process.version };
  const running: Running = { isReady: () => !state.isStopping, now: Date.now, program };
  state.router = siteRouter(site, running);
}

/** Replaces the site that is being served, unless it cannot be loaded. Logs links to the given pages. */
async function reload(source: SiteSource, state: ServerState, pagePaths: readonly string[] = []): Promise<void> {
  try {
    const { site, problems, notes = [] } = await source.load();
    for (const problem of problems) log("error", problem);
    if (site === undefined) {
      const english = "Reload refused: the previous site is still being served";
      log("error", source.translate?.("server-reload-refused") ?? english);
    } else {
      serve(site, state);
      const pages = site.targets.filter(({ path }) => pagePaths.includes(path));
      const links = pages.map(({ path }) => state.origin + path).join(", ");
      const code = links === "" ? "server-reloaded" : "server-reloaded-pages";
      log("info", source.translate?.(code, { revision: site.revision, links }) ?? `Reloaded: site ${site.revision}`);
    }
    for (const { level, message } of notes) log(level, message);
  } catch (error) {
    logError(error);
    log("error", "Reload failed: the previous site is still being served");
  }
}

function listenerFor(config: Config, perMinute: number | undefined, state: ServerState) {
  const { trustProxy } = config;
  const warnHourly = limitedWarning(HOUR_MS);
  const warnEachMinute = limitedWarning(MINUTE_MS);
  return createListener({
    router: () => state.router,
    perMinute,
    hops: trustProxy,
    onExchange: config.accessLog ? accessLog(output.write, timestamp) : undefined,
    onError: logError,
    onExtraHops: (peer) => {
      const problem = `X-Forwarded-For from ${peer} has more addresses than TRUST_PROXY (${trustProxy})`;
      warnHourly(`${problem}; if more proxies are in front, set it to their number, or guests share one rate limit`);
    },
    onExcess: () => {
      warnEachMinute("Connections were closed: too many were open, or too many requests were pipelined");
    },
  });
}

/** Returns a function that logs at most one warning per interval and ignores the others. */
function limitedWarning(intervalMs: number): (message: string) => void {
  let silentUntil = -Infinity;
  return (message) => {
    const now = monotonicMs();
    if (now < silentUntil) return;
    silentUntil = now + intervalMs;
    log("warning", message);
  };
}

/**
 * Wraps a task that must not run twice at the same time. Calls in one turn of the event loop cause one run, and calls
 * during a run cause one further run.
 */
function coalesced(task: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isPending = false;
  return async () => {
    isPending = true;
    if (isRunning) return;
    isRunning = true;
    while (isPending) {
      // Yield to the event loop, so that requests are served between two runs and waiting signals are merged.
      await new Promise((resolve) => setImmediate(resolve));
      isPending = false;
      await task();
    }
    isRunning = false;
  };
}

/** SIGHUP reloads. SIGTERM and SIGINT finish open requests and exit, and a second signal exits immediately. */
function handleSignals(listener: Listener, state: ServerState, reloadSite: () => Promise<void>): void {
  const shutDown = async (reason: string) => {
    if (state.isStopping) process.exit(1);
    state.isStopping = true;
    log("info", `${reason}: finishing open requests`);
    await listener.close();
    log("info", "Stopped");
    await output.finish();
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void shutDown(signal));
  process.on("SIGINT", (signal) => void shutDown(signal));
  process.on("exit", output.flush);
  process.on("SIGHUP", () => {
    if (!state.isStopping) void reloadSite();
  });
  // A terminal that is closed also sends SIGHUP. In that case writing to stdout fails, so shut down.
  process.stdout.on("error", () => {
    if (isTerminal && !state.isStopping) void shutDown("The terminal was closed");
  });
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config, { translate }: SiteSource): string {
  const code = error.code ?? error.message;
  switch (code) {
    case "EADDRINUSE":
      return translate?.("server-port-taken", { port, host, next: port + 1 }) ?? `PORT ${port} is taken on ${host}`;
    case "EACCES":
      return `PORT ${port} needs more rights than this user has; use a port above 1023`;
    case "EADDRNOTAVAIL":
      return `HOST ${host} is not an address of this machine`;
    default:
      return `Cannot listen on ${host}:${port} (${code})`;
  }
}
