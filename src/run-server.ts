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
  /** Loads the site, and calls `onChange` whenever it changes. Set only with `--watch`. */
  loadAndWatch?: (log: Log, onChange: () => void) => Promise<LoadedSite>;
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

/** Starts the server. Resolves to an empty list, or to the problems that prevented the start. */
export async function runServer(config: Config, source: SiteSource): Promise<readonly string[]> {
  const state: ServerState = { router: createRouter([]), listener: undefined, isStopping: false };
  let startProblems: readonly string[] = [];
  // Load one site at a time, so that a slow load cannot finish after a later one and replace the newer site.
  const startOrReload = coalesceCalls(async () => {
    if (state.listener === undefined) startProblems = await start(config, source, state, startOrReload);
    else await reload(source, state);
  });
  handleProcessEvents(state, startOrReload);
  await startOrReload();
  return startProblems;
}

/** Loads the site and listens for requests. Resolves to an empty list, or to the problems that prevented this. */
async function start(config: Config, source: SiteSource, state: ServerState, onChange: () => void) {
  log("info", `holiday-cottage ${VERSION} on Node ${process.version} reads ${source.name}`);
  const loading = source.loadAndWatch?.(log, onChange) ?? source.load(log);
  const { site, problems } = await loading;
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
    const translated = source.translate?.("server-reload-refused");
    log("error", translated ?? "The site was not reloaded: it still shows the previous version");
  } else {
    const translated = source.translate?.("server-reloaded", { revision: site.revision });
    log("info", translated ?? `Reloaded: version ${site.revision}`);
  }
}

/** Loads the site again and serves it. On failure, logs why, keeps the previous site and resolves to undefined. */
async function loadAndInstall(source: SiteSource, state: ServerState): Promise<CompiledSite | undefined> {
  try {
    const { site, problems } = await source.load(log);
    for (const problem of problems) log("error", problem);
    if (site === undefined) return undefined;
    // Loading and installing both block the event loop, so serve waiting requests in between.
    await yieldToEventLoop();
    installSite(site, state);
    return site;
  } catch (error) {
    logError(error);
    return undefined;
  }
}

/** Creates the HTTP server. It calls `router` for each request, because a reload replaces the router. */
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

/** Returns a function that logs a warning at most once a minute. */
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
 * Returns a function that runs `task`, but never twice at the same time. A call during a run starts a second run after
 * it. Further calls share this second run until it starts. `task` must not reject.
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
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void shutDown(signal, state));
  process.on("SIGHUP", () => {
    if (state.isStopping) return;
    log("info", "SIGHUP: reloading");
    reloadSite();
  });
  process.stdout.on("error", () => {
    // If a terminal was closed, stop. Ignore a broken pipe, because its reader may stop before the server.
    if (isTerminal && !state.isStopping) void shutDown("The terminal was closed", state);
  });
  // process.exit() does not wait for buffered log lines.
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
  const translated = source.translate?.("server-port-taken", { host, port, nextPort: port + 1 });
  return translated ?? `PORT ${port} is taken on ${host}; choose another port`;
}
