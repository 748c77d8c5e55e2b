/**
 * Runs the server process: loads the site from a source, listens, reloads on SIGHUP and shuts down gracefully.
 */

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Config } from "./config.ts";
import { monotonicMs } from "./serve/http/exchange.ts";
import { createListener, type Listener } from "./serve/http/listener.ts";
import { createRouter, type Router } from "./serve/http/router.ts";
import { createAccessLog, eventLine, lineWriter, type LogLevel } from "./serve/log.ts";
import { type CompiledSite, type LoadedSite, siteRouter } from "./serve/site.ts";
import { VERSION } from "./version.ts";

export type Log = (level: LogLevel, message: string) => void;

export type SiteSource = Readonly<{
  name: string;
  load: (log: Log) => LoadedSite | Promise<LoadedSite>;
  loadAndWatch?: (log: Log, onChange: () => void) => Promise<LoadedSite>;
  /** Translates a message into the owner's language. If omitted, messages are in English. */
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

/** Starts the server. Resolves to an empty array once it is listening, or to the problems if it cannot start. */
export async function runServer(config: Config, source: SiteSource): Promise<readonly string[]> {
  log("info", `holiday-cottage ${VERSION} on Node ${process.version} reads ${source.name}`);
  const state: ServerState = { router: createRouter([]), isStopping: false };
  const reloadSite = coalesceCalls(() => reload(source, state));
  // With `--watch`, the source has loadAndWatch().
  const { site, problems } = await (source.loadAndWatch?.(log, reloadSite) ?? source.load(log));
  if (site === undefined) return problems;
  installSite(site, state);
  const listener = createServerListener(config, site.rateLimit, state);
  handleSignals(listener, state, reloadSite);
  // process.exit() does not wait for buffered log lines.
  process.on("exit", output.flush);
  try {
    const port = await listener.listen(config.port, config.host);
    log("info", `Listening on http://${hostForLink(config)}:${port}, site ${site.revision}`);
    return [];
  } catch (error) {
    return [describeListenError(error as NodeJS.ErrnoException, config, source)];
  }
}

/** Returns the host to show in a link. In a terminal, "localhost" replaces the default host. */
function hostForLink({ host, isWatched }: Config): string {
  if (host === "127.0.0.1" && (isWatched || isTerminal)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function installSite(site: CompiledSite, state: ServerState): void {
  const program = { version: VERSION, node: process.version };
  state.router = siteRouter(site, { isReady: () => !state.isStopping, now: Date.now, program });
}

/** Reloads the site and logs the outcome. If the reload fails, the previous site stays online. */
async function reload(source: SiteSource, state: ServerState): Promise<void> {
  try {
    const { site, problems } = await source.load(log);
    await yieldToEventLoop();
    for (const problem of problems) log("error", problem);
    if (site !== undefined) {
      installSite(site, state);
      // The source of a compiled site has no translate(); its messages are in English.
      const message = source.translate?.("server-reloaded", { revision: site.revision });
      return log("info", message ?? `Reloaded: version ${site.revision}`);
    }
  } catch (error) {
    logError(error);
  }
  const message = source.translate?.("server-reload-refused");
  log("error", message ?? "The site was not reloaded: it still shows the previous version");
}

function createServerListener(config: Config, rateLimit: number | undefined, state: ServerState) {
  const { trustedProxies } = config;
  const warnAboutProxies = createThrottledWarning(HOUR_MS);
  const warnAboutOverload = createThrottledWarning(MINUTE_MS);
  return createListener({
    router: () => state.router,
    rateLimit,
    trustedProxies,
    onExchange: config.accessLog ? createAccessLog(output.write, timestamp) : undefined,
    onError: logError,
    onUntrustedProxies: (peer) => {
      const problem = `X-Forwarded-For from ${peer} has more addresses than TRUST_PROXY (${trustedProxies})`;
      const advice = "Set TRUST_PROXY to the number of proxies; otherwise all their clients share one rate limit";
      warnAboutProxies(`${problem}. ${advice}`);
    },
    onOverload: () => {
      warnAboutOverload("Connections were closed: too many were open, or too many requests were pipelined");
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

/** Wraps a task so that runs never overlap. Calls during a run cause one further run. The task must not reject. */
function coalesceCalls(task: () => Promise<void>): () => void {
  let isRunning = false;
  let isPending = false;
  return async () => {
    isPending = true;
    if (isRunning) return;
    isRunning = true;
    while (isPending) {
      // Wait for one turn of the event loop, so that simultaneous calls share this run.
      await yieldToEventLoop();
      isPending = false;
      await task();
    }
    isRunning = false;
  };
}

/** Stops the server on SIGTERM, on SIGINT or when the terminal is closed. Reloads the site on SIGHUP. */
function handleSignals(listener: Listener, state: ServerState, reloadSite: () => void): void {
  const stop = (reason: string) => void shutDown(reason, listener, state);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => {
    if (!state.isStopping) reloadSite();
  });
  // Closing the terminal sends SIGHUP, which starts a reload. The reload's log line then causes this error.
  process.stdout.on("error", () => {
    if (isTerminal && !state.isStopping) stop("The terminal was closed");
  });
}

/** Finishes the open requests, then exits. A second call exits immediately, with status 1. */
async function shutDown(reason: string, listener: Listener, state: ServerState): Promise<void> {
  if (state.isStopping) process.exit(1);
  state.isStopping = true;
  log("info", `${reason}: finishing open requests`);
  await listener.close();
  log("info", "Stopped");
  await output.finish();
  process.exit(0);
}

function describeListenError(error: NodeJS.ErrnoException, { host, port }: Config, source: SiteSource): string {
  if (error.code !== "EADDRINUSE") return `Cannot listen on ${host}:${port} (${error.code ?? error.message})`;
  const message = source.translate?.("server-port-taken", { host, port, nextPort: port + 1 });
  return message ?? `PORT ${port} is taken on ${host}; choose another port`;
}
