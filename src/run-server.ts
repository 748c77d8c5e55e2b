/**
 * Runs the server process: loads the site from a source, listens, reloads on SIGHUP and shuts down gracefully.
 */

import { type Config, VERSION } from "./config.ts";
import { monotonicMs } from "./serve/http/exchange.ts";
import { createListener, type Listener } from "./serve/http/listener.ts";
import { createRouter, type Router } from "./serve/http/router.ts";
import { createAccessLog, eventLine, lineWriter, type LogLevel } from "./serve/log.ts";
import { type CompiledSite, type LoadedSite, siteRouter, yieldToEventLoop } from "./serve/site.ts";

export type Log = (level: LogLevel, message: string) => void;

export type SiteSource = Readonly<{
  name: string;
  load: (log: Log) => Promise<LoadedSite>;
  /** Loads the site for the first time and starts watching for changes. Set only with `--watch`. */
  loadAndWatch?: (log: Log, onChange: () => void) => Promise<LoadedSite>;
  /** Translates a message into the owner's language. If this function is undefined, messages are in English. */
  translate?: (
    code: "server-reloaded" | "server-reload-refused" | "server-port-taken",
    values?: Readonly<Record<string, string | number>>,
  ) => string;
}>;

type ServerState = { router: Router; listener: Listener | undefined; isStopping: boolean };

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

/** Starts the server. Resolves to the problems that prevented this, if any. */
export async function runServer(config: Config, source: SiteSource): Promise<readonly string[]> {
  const state: ServerState = { router: createRouter([]), listener: undefined, isStopping: false };
  let startProblems: readonly string[] = [];
  // Load one site at a time. Otherwise, a slow load could finish after a later one and replace the newer site.
  const startOrReload = coalesceCalls(async () => {
    if (state.listener === undefined) startProblems = await start(config, source, state, startOrReload);
    else await reload(source, state);
  });
  handleProcessEvents(state, startOrReload);
  await startOrReload();
  return startProblems;
}

/** Loads the site and listens. Resolves to the problems that prevented this, if any. */
async function start(config: Config, source: SiteSource, state: ServerState, onChange: () => void) {
  log("info", `holiday-cottage ${VERSION} on Node ${process.version} reads ${source.name}`);
  const { site, problems } = await (source.loadAndWatch?.(log, onChange) ?? source.load(log));
  // A signal may have stopped the server during loading.
  if (state.isStopping) return [];
  if (site === undefined) return problems;
  installSite(site, state);
  state.listener = createServerListener(config, site.rateLimit, state);
  try {
    const port = await state.listener.listen(config.port, config.host);
    log("info", `Listening on http://${hostForLink(config)}:${port}, site ${site.revision}`);
    return [];
  } catch (error) {
    state.listener = undefined;
    return [describeListenError(error as NodeJS.ErrnoException, config, source)];
  }
}

function hostForLink({ host, isWatched }: Config): string {
  if (host === "127.0.0.1" && (isWatched || isTerminal)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function installSite(site: CompiledSite, state: ServerState): void {
  const isReady = () => !state.isStopping;
  state.router = siteRouter(site, { isReady, now: Date.now, version: VERSION, nodeVersion: process.version });
}

async function reload(source: SiteSource, state: ServerState): Promise<void> {
  const site = await loadAndInstall(source, state);
  if (site === undefined) {
    const message = source.translate?.("server-reload-refused");
    log("error", message ?? "The site was not reloaded: it still shows the previous version");
  } else {
    const message = source.translate?.("server-reloaded", { revision: site.revision });
    log("info", message ?? `Reloaded: version ${site.revision}`);
  }
}

/** Loads and serves a new site. If that fails, logs why, keeps the previous site and resolves to undefined. */
async function loadAndInstall(source: SiteSource, state: ServerState): Promise<CompiledSite | undefined> {
  try {
    const { site, problems } = await source.load(log);
    // Loading and installing both block the event loop, so serve waiting requests in between.
    await yieldToEventLoop();
    for (const problem of problems) log("error", problem);
    if (site !== undefined) installSite(site, state);
    return site;
  } catch (error) {
    logError(error);
    return undefined;
  }
}

function createServerListener(config: Config, rateLimit: number | undefined, state: ServerState) {
  return createListener({
    router: () => state.router,
    rateLimit,
    trustedProxies: config.trustedProxies,
    onExchange: config.accessLog ? createAccessLog(output.write, timestamp) : undefined,
    onError: logError,
    onOverload: createOverloadWarning(),
  });
}

/** Returns a function that logs the warning at most once a minute. */
function createOverloadWarning(): () => void {
  let silentUntil = -Infinity;
  return () => {
    const now = monotonicMs();
    if (now < silentUntil) return;
    silentUntil = now + MINUTE_MS;
    log("warning", "Connections were closed: too many connections, pipelined requests or incomplete bodies");
  };
}

/**
 * Returns a function that runs `task` after the previous run has finished. If a run is already waiting for that, the
 * function starts no other and returns the promise of the waiting one. `task` must not reject.
 */
function coalesceCalls(task: () => Promise<void>): () => Promise<void> {
  let latestRun = Promise.resolve();
  let isRunWaiting = false;
  const run = async () => {
    await yieldToEventLoop();
    isRunWaiting = false;
    await task();
  };
  return () => {
    if (!isRunWaiting) {
      isRunWaiting = true;
      latestRun = latestRun.then(run);
    }
    return latestRun;
  };
}

function handleProcessEvents(state: ServerState, reloadSite: () => void): void {
  // Signal handlers receive the signal's name, e.g. "SIGTERM".
  const stop = (reason: string) => void shutDown(reason, state);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => {
    if (state.isStopping) return;
    log("info", "SIGHUP: reloading");
    reloadSite();
  });
  // If writing to a terminal fails, the terminal was closed, so stop. Ignore failed writes to a pipe, because the
  // program that reads the pipe may stop first.
  process.stdout.on("error", () => {
    if (isTerminal && !state.isStopping) stop("The terminal was closed");
  });
  // process.exit() does not wait for buffered log lines, so flush them.
  process.on("exit", output.flush);
}

/** Finishes the open requests, then exits. A second call exits immediately, with status 1. */
async function shutDown(reason: string, state: ServerState): Promise<void> {
  if (state.isStopping) process.exit(1);
  state.isStopping = true;
  log("info", `${reason}: finishing open requests`);
  await state.listener?.close();
  log("info", "Stopped");
  await output.finish();
  process.exit(0);
}

function describeListenError(error: NodeJS.ErrnoException, { host, port }: Config, source: SiteSource): string {
  if (error.code !== "EADDRINUSE") return `Cannot listen on ${host}:${port} (${error.code ?? error.message})`;
  const message = source.translate?.("server-port-taken", { host, port, nextPort: port + 1 });
  return message ?? `PORT ${port} is taken on ${host}; choose another port`;
}
