/**
 * A server from its start to its end: it reads everything, listens, reads anew when it is told to, and stops without
 * losing a request. What is served and how it is answered is decided elsewhere.
 */

import { type Config, type Configured, foldersRead, originOf } from "./config.ts";
import { type Finding, counted, findingLine } from "./compile/finding.ts";
import { createListener } from "./serve/http/listener.ts";
import { createRouter } from "./serve/http/router.ts";
import { type Level, accessLog, eventLine, lineWriter } from "./serve/log.ts";
import { prepare } from "./compile/compile.ts";
import { isSoundNode, SOUND_NODES, VERSION } from "./version.ts";
import { watchFolders } from "./author/watch.ts";

const isTerminal = process.stdout.isTTY;
const now = () => new Date().toISOString();
const out = lineWriter(process.stdout, (count) => eventLine("warning", `${count} log lines were dropped`, now(), isTerminal));

function say(level: Level, message: string): void {
  out.write(eventLine(level, message, now(), isTerminal));
  out.flush();
}

function sayError(error: unknown): void {
  say("error", String(error instanceof Error ? error.stack : error));
}

/** Says why it cannot begin; the exit status for that. */
function complain(lines: readonly string[]): number {
  process.stderr.write(`${lines.join("\n")}\n`);
  return 1;
}

function listenProblem({ message, code = message }: NodeJS.ErrnoException, { host, port }: Config): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is taken by another program on ${host}; stop that one or set another PORT`,
    EACCES: `PORT ${port} needs more rights than this user has; use a port above 1023`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
  };
  return reasons[code] ?? `Cannot listen on ${host}:${port} (${code})`;
}

/** Warns now and then, however often there is reason. */
function warner(everyMs: number, message: (peer: string) => string) {
  let quietUntil = -Infinity;
  return (peer = "") => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + everyMs;
    say("warning", message(peer));
  };
}

/**
 * Serves until a signal ends the process; the exit status when it cannot begin.
 *
 * @param check for who works on the files, which are then watched
 */
export async function serve({ config, problems }: Configured, check?: () => readonly Finding[]): Promise<number | undefined> {
  if (problems.length > 0) return complain(problems);
  const { host, dataDirectory: data, contentDirectory: content } = config;
  say("info", `holiday-cottage ${VERSION} reads ${foldersRead(config)}`);
  if (!isSoundNode(process.version)) say("warning", `Node ${process.version} can be kept busy by a small request; take ${SOUND_NODES.join(", ")} or newer`);
  let served = createRouter([]);
  let isStopping = false;
  let asked: NodeJS.Immediate | undefined;
  let origin = "";

  const listener = createListener({
    router: () => served,
    perMinute: config.rateLimit,
    hops: config.trustProxy,
    onExchange: config.accessLog ? accessLog(out.write, now) : undefined,
    onError: sayError,
    onUndeclaredProxy: warner(
      3_600_000,
      (peer) => `All requests appear to come from one proxy (${peer}) and share one rate limit; set TRUST_PROXY, probably to 1`,
    ),
    onMoreHops: warner(
      3_600_000,
      () =>
        `Nearly all requests have more than ${config.trustProxy} addresses in X-Forwarded-For: guests may share one rate ` +
        "limit; set TRUST_PROXY to the number of your proxies",
    ),
    onExcess: warner(60_000, () => "Connections were closed: too many were open, or too many requests were pipelined"),
  });

  /** Reads and serves everything; or a line for each thing that stands in the way. */
  const read = (): readonly string[] => {
    const { router = served, findings } = prepare(config, { isReady: () => !isStopping, now: Date.now });
    served = router;
    return findings.map(findingLine);
  };

  const reload = (more = "") => {
    try {
      const wrong = read();
      if (wrong.length === 0) return say("info", `Reloaded${more}`);
      for (const line of wrong) say("error", line);
    } catch (error) {
      sayError(error);
    }
    say("error", "Reload refused: what was served before stays served");
  };

  /** The process ends when every request is answered; told twice, it ends at once. */
  const end = async (reason: string): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say("info", `${reason}: finishing open requests`);
    await listener.close();
    say("info", "Stopped");
    await out.finish();
    process.exit(0);
  };

  process.on("SIGTERM", end).on("SIGINT", end).on("exit", out.flush);
  // However many ask at once, everything is read once in a turn of the event loop.
  process.on("SIGHUP", () => {
    asked ??= setImmediate(() => {
      asked = undefined;
      if (!isStopping) reload();
    });
  });
  // SIGHUP alone does not tell: whoever closes a terminal means to end what runs in it.
  process.stdout.on("error", () => isTerminal && !isStopping && end("The terminal was closed"));

  const told = new Set<string>();
  /** A warning once, wherever it moves, so that errors stay in sight, and counts of the rest. */
  const advise = (findings: readonly Finding[]) => {
    for (const finding of findings.filter(({ level }) => level === "warning")) {
      const { file, message } = finding;
      if (!told.has(file + message)) say("warning", findingLine(finding));
      told.add(file + message);
    }
    say("info", `${counted(findings)}; --check tells all of them`);
  };
  // Before the files are first read, or a change made meanwhile would go unseen.
  if (check !== undefined) {
    watchFolders({ data, content }, (files) => {
      say("info", `Changed: ${files.join(", ")}`);
      const pages = files.map((file) => `${origin}/${/^content\/(?!index\.)(\w.*)\.md$/.exec(file)?.[1] ?? ""}`);
      reload(`; see ${[...new Set(pages)].join(" and ")}`);
      advise(check());
    });
  }
  const wrong = read();
  if (wrong.length > 0) return complain(wrong);
  if (check !== undefined) advise(check());
  try {
    origin = originOf(host, await listener.listen(config.port, host));
    say("info", `Listening on ${origin}`);
  } catch (error) {
    return complain([listenProblem(error as NodeJS.ErrnoException, config)]);
  }
  return undefined;
}
