/**
 * Runs the server process: loads the site, listens, reloads on SIGHUP, shuts down gracefully.
 */

import { setImmediate } from "node:timers/promises";
import { type Config, originOf } from "./config.ts";
import { createListener } from "./serve/http/listener.ts";
import type { Router } from "./serve/http/router.ts";
import { accessLog, eventLine, type Level, lineWriter } from "./serve/log.ts";
import { type CompiledSite, type Running, siteRouter } from "./serve/site.ts";
import { isPatchedNode, PATCHED_NODES, VERSION } from "./version.ts";

export type LoadedSite = Readonly<{
  site: CompiledSite | undefined;
  /** Reasons why there is no site. */
  problems: readonly string[];
  /** Logged after the site is in place. */
  notes?: readonly { readonly level: Level; readonly message: string }[];
}>;

export type SiteSource = Readonly<{
  /** Folder or file, as the log names it. */
  name: string;
  load: () => LoadedSite | Promise<LoadedSite>;
  /** Reports changes with a message and the paths of the changed pages; undefined if only SIGHUP reloads the site. */
  watch?: (onChange: (message: string, pagePaths: readonly string[]) => void) => void;
  /** Formats a message in the owner's language; undefined for English. */
  translate?: (code: MessageCode, values?: Readonly<Record<string, string | number>>) => string;
}>;

type MessageCode = "server-port-taken" | "server-reload-refused" | "server-reloaded" | "server-reloaded-pages";

type Listener = ReturnType<typeof createListener>;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const isTerminal = process.stdout.isTTY;
const timestamp = () => new Date().toISOString();
const event = (level: Level, message: string) => eventLine(level, message, timestamp(), isTerminal);
const output = lineWriter(process.stdout, (count) => event("warning", `${count} log lines were dropped`));

function log(level: Level, message: string): void {
  output.write(event(level, message));
  output.flush();
}

function logError(error: unknown): void {
  log("error", String(error instanceof Error ? error.stack : error));
}

/** Starts the server, which runs until a signal ends it. Returns the reasons if it cannot start, otherwise nothing. */
export async function runServer(config: Config, source: SiteSource): Promise<readonly string[]> {
  log("info", `holiday-cottage ${VERSION} on Node ${process.version} reads ${source.name}`);
  if (!isPatchedNode(process.version)) {
    const versions = PATCHED_NODES.join(", ");
    log("warning", `Node ${process.version} has a known denial-of-service bug; use ${versions} or newer`);
  }
  const { translate } = source;
  const state = { isStopping: false };
  const program = { version: VERSION, node: process.version };
  const running: Running = { isReady: () => !state.isStopping, now: Date.now, program };
  let origin = "";

  const reload = async (pagePaths: readonly string[] = []) => {
    try {
      const { site, problems, notes = [] } = await source.load();
      for (const problem of problems) log("error", problem);
      if (site === undefined) {
        const english = "Reload refused: the previous site is still being served";
        log("error", translate?.("server-reload-refused") ?? english);
      } else {
        router = siteRouter(site, running);
        const served = site.targets.filter(({ path }) => pagePaths.includes(path));
        const links = served.map(({ path }) => origin + path).join(", ");
        const code = links === "" ? "server-reloaded" : "server-reloaded-pages";
        log("info", translate?.(code, { revision: site.revision, links }) ?? `Reloaded: site ${site.revision}`);
      }
      for (const { level, message } of notes) log(level, message);
    } catch (error) {
      logError(error);
      log("error", "Reload failed: the previous site is still being served");
    }
  };
  // Watch before the first load, so that a change made during it is noticed.
  source.watch?.((message, pagePaths) => {
    log("info", message);
    void reload(pagePaths);
  });

  const { site, problems, notes = [] } = await source.load();
  if (site === undefined) return problems;
  let router = siteRouter(site, running);
  for (const { level, message } of notes) log(level, message);
  const listener = listenerFor(config, site.rateLimit, () => router);
  handleSignals(listener, state, coalesced(reload));
  try {
    origin = originOf(config.host, await listener.listen(config.port, config.host));
  } catch (error) {
    return [listenProblem(error as NodeJS.ErrnoException, config, translate)];
  }
  log("info", `Listening on ${origin}, site ${site.revision}`);
  return [];
}

function listenerFor(config: Config, perMinute: number | undefined, router: () => Router) {
  return createListener({
    router,
    perMinute,
    hops: config.trustProxy,
    onExchange: config.accessLog ? accessLog(output.write, timestamp) : undefined,
    onError: logError,
    onExtraHops: rateLimitedWarning(HOUR_MS, (peer) => {
      const problem = `X-Forwarded-For from ${peer} has more addresses than TRUST_PROXY (${config.trustProxy})`;
      return `${problem}; if more proxies are in front, set it to their number, or guests share one rate limit`;
    }),
    onExcess: rateLimitedWarning(MINUTE_MS, () => {
      return "Connections were closed: too many were open, or too many requests were pipelined";
    }),
  });
}

/** Returns a function that logs a warning at most once in the interval. */
function rateLimitedWarning(intervalMs: number, message: (peer: string) => string) {
  let silentUntil = -Infinity;
  return (peer = "") => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + intervalMs;
    log("warning", message(peer));
  };
}

/** Returns a function that runs the task. Calls while it runs, or in one turn of the event loop, cause one run. */
function coalesced(task: () => Promise<void>) {
  let isRunning = false;
  let isRequested = false;
  return async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    while (isRequested) {
      // Serves requests between two reloads, and receives all pending signals before the next one.
      await setImmediate();
      isRequested = false;
      await task();
    }
    isRunning = false;
  };
}

/** SIGHUP reloads; SIGTERM and SIGINT drain and exit, and a second one exits immediately. */
function handleSignals(listener: Listener, state: { isStopping: boolean }, reload: () => Promise<void>): void {
  const shutDown = async (reason: string) => {
    if (state.isStopping) process.exit(1);
    state.isStopping = true;
    log("info", `${reason}: finishing open requests`);
    await listener.close();
    log("info", "Stopped");
    await output.finish();
    process.exit(0);
  };
  process.on("SIGTERM", shutDown).on("SIGINT", shutDown).on("exit", output.flush);
  process.on("SIGHUP", () => {
    if (!state.isStopping) void reload();
  });
  // Closing a terminal also sends SIGHUP. A broken stdout identifies that case.
  process.stdout.on("error", () => {
    if (isTerminal && !state.isStopping) void shutDown("The terminal was closed");
  });
}

function listenProblem(
  { message, code = message }: NodeJS.ErrnoException,
  { host, port }: Config,
  translate: SiteSource["translate"],
): string {
  switch (code) {
    case "EADDRINUSE": {
      const english = `PORT ${port} is taken on ${host}`;
      return translate?.("server-port-taken", { port, host, next: port + 1 }) ?? english;
    }
    case "EACCES":
      return `PORT ${port} needs more rights than this user has; use a port above 1023`;
    case "EADDRNOTAVAIL":
      return `HOST ${host} is not an address of this machine`;
    default:
      return `Cannot listen on ${host}:${port} (${code})`;
  }
}
