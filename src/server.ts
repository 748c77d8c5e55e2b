/**
 * The program: arguments and environment in, listening server out; signals.
 */
import { check, checkJson, checkText } from "./check.ts";
import { helpText, parseArguments } from "./cli.ts";
import type { Config, Configured } from "./config.ts";
import { configure } from "./config.ts";
import { closest } from "./data/suggest.ts";
import { VERSION } from "./discovery/identity.ts";
import type { Finding } from "./finding.ts";
import { findingLine, isError } from "./finding.ts";
import { isHealthy } from "./health.ts";
import type { Exchange, Listener } from "./http/listener.ts";
import { createListener } from "./http/listener.ts";
import { tokenBucket } from "./http/rate-limit.ts";
import type { Router } from "./http/router.ts";
import type { Level } from "./log.ts";
import { accessLine, eventLine, lineWriter } from "./log.ts";
import { prepare } from "./site.ts";
import { watchFolders } from "./watch.ts";

const out = lineWriter(process.stdout);
const isTerminal = process.stdout.isTTY === true;

function now(): string {
  return new Date().toISOString();
}

function say(level: Level, message: string): void {
  out.write(eventLine(level, message, now(), isTerminal));
}

function complain(findings: readonly Finding[]): void {
  process.stderr.write(findings.map((finding) => `${findingLine(finding)}\n`).join(""));
}

/** A log that nobody reads any more must not end the server that writes it (EPIPE). */
function ignoreClosedPipes(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}

/** One sentence for what can go wrong when the server begins to listen. */
function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is taken by another program on ${host}; stop that one or set another PORT`,
    EACCES: `PORT ${port} needs more rights than this user has; use a port above 1023`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
    ENOTFOUND: `HOST ${host} is not a name of this machine`,
  };
  return reasons[error.code ?? ""] ?? `Cannot listen on ${host}:${port} (${error.code ?? error.message})`;
}

interface Service {
  readonly listener: Listener;
  /** Checks every file anew and, when all are good, serves what they say. */
  readonly reload: () => void;
}

function serveUntilSignalled(config: Config, first: Router, isReady: { value: boolean }): Service {
  let router = first;

  const onExchange = config.accessLog
    ? (exchange: Exchange) => out.write(accessLine(exchange, now()))
    : () => undefined;
  const listener = createListener({
    router: () => router,
    limiter: config.rateLimit === undefined ? undefined : tokenBucket(config.rateLimit),
    perMinute: config.rateLimit ?? 0,
    hops: config.trustProxy,
    onExchange,
    onError: (error) => say("error", error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });

  const stop = (signal: string): void => {
    if (!isReady.value) process.exit(0);
    isReady.value = false;
    say("info", `${signal}: finishing open requests`);
    void listener.close().then(() => {
      say("info", "Stopped");
      out.flush();
      process.exit(0);
    });
  };
  const reload = (): void => {
    const prepared = prepare(config, { isReady: () => isReady.value }, Date.now());
    if (prepared.router === undefined) {
      say("error", `Reload refused, the old facts stay served:\n${prepared.findings.filter(isError).map(findingLine).join("\n")}`);
      return;
    }
    router = prepared.router;
    say("info", "Reloaded");
  };
  process.on("SIGTERM", stop).on("SIGINT", stop).on("SIGHUP", reload);
  return { listener, reload };
}

/** Undefined while the server runs; otherwise the exit status. */
async function serve({ config, problems }: Configured, watch: boolean): Promise<number | undefined> {
  if (problems.length > 0) {
    process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
    return 1;
  }
  const isReady = { value: true };
  const { router, findings } = prepare(config, { isReady: () => isReady.value }, Date.now());
  if (router === undefined) {
    complain(findings);
    return 1;
  }
  try {
    const { listener, reload } = serveUntilSignalled(config, router, isReady);
    const { port } = await listener.listen(config.port, config.host);
    say("info", `Listening on http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`);
    if (watch) watchFolders([config.dataDirectory, config.contentDirectory], reload);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${listenProblem(error, config)}\n`);
    return 1;
  }
  return undefined;
}

async function main(words: readonly string[]): Promise<number | undefined> {
  ignoreClosedPipes();
  const parsed = parseArguments(words, closest);
  if ("problem" in parsed) {
    process.stderr.write(`${parsed.problem}\n`);
    return 2;
  }
  const { name, json, watch } = parsed.command;
  const configured = configure(process.env);
  switch (name) {
    case "serve":
      return serve(configured, watch);
    case "check": {
      const checked = check(configured, Date.now());
      process.stdout.write(json ? checkJson(checked) : checkText(checked, isTerminal));
      return checked.ok ? 0 : 1;
    }
    case "health":
      return (await isHealthy(configured.config)) ? 0 : 1;
    case "help":
      process.stdout.write(helpText());
      return 0;
    case "version":
      process.stdout.write(`${VERSION}\n`);
      return 0;
  }
}

const status = await main(process.argv.slice(2));
if (status !== undefined) process.exitCode = status;
