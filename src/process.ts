/**
 * A server from its start to its end: it reads everything, listens, reads everything anew when it is told
 * to, and stops without losing a request.
 *
 * What is served and how it is answered is decided elsewhere.
 */

import type { Config, Configured } from "./config.ts";
import { foldersRead } from "./config.ts";
import type { Finding } from "./finding.ts";
import { counted, findingLine, isError } from "./finding.ts";
import { CONNECTIONS_MAX } from "./http/connections.ts";
import { createListener } from "./http/listener.ts";
import { createRouter } from "./http/router.ts";
import type { Level } from "./log.ts";
import { accessLine, eventLine, lineWriter } from "./log.ts";
import { prepare } from "./site.ts";
import { VERSION } from "./version.ts";
import { watchFolders } from "./watch.ts";

const isTerminal = process.stdout.isTTY === true;
const now = (): string => new Date().toISOString();
const out = lineWriter(process.stdout, (count) => eventLine("warning", `${count} log lines were dropped`, now(), isTerminal));

function say(level: Level, message: string): void {
  out.write(eventLine(level, message, now(), isTerminal));
  out.flush();
}

function sayError(error: unknown): void {
  say("error", String(error instanceof Error ? error.stack : error));
}

/** Says why it cannot begin, and gives the exit status for that. */
function complain(lines: readonly string[]): number {
  process.stderr.write(lines.map((line) => `${line}\n`).join(""));
  return 1;
}

function listenProblem({ message, code = message }: NodeJS.ErrnoException, { host, port }: Config): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is taken by another program on ${host}; stop that one or set another PORT`,
    EACCES: `PORT ${port} needs more rights than this user has; use a port above 1023`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
    ENOTFOUND: `HOST ${host} is not a name of this machine`,
  };
  return reasons[code] ?? `Cannot listen on ${host}:${port} (${code})`;
}

/** Says the same thing now and then, however often it happens. */
function atMostEvery<T extends string[]>(milliseconds: number, tell: (...words: T) => void): (...words: T) => void {
  let quietUntil = -Infinity;
  return (...words) => {
    const at = performance.now();
    if (at < quietUntil) return;
    quietUntil = at + milliseconds;
    tell(...words);
  };
}

/** What could be better, for who works on the files: a warning once, so that errors stay in sight, and counts of the rest. */
function adviser(): (findings: readonly Finding[]) => void {
  let told = new Set<string>();
  return (findings) => {
    const warnings = findings.filter(({ level }) => level === "warning").map((each) => ({ line: findingLine(each), key: each.file + each.message }));
    for (const { line } of warnings.filter(({ key }) => !told.has(key))) say("warning", line);
    // A file that cannot be read hides what was told of it.
    told = new Set([...(findings.some(isError) ? told : []), ...warnings.map(({ key }) => key)]);
    say("info", `${counted(findings)}; --check tells all of them`);
  };
}

/** Where a person sees what stands in some files: on their pages, or the front page. */
function pagesOf(files: readonly string[], origin: string): string {
  const names = files.map((file) => /^content\/([^/]+)\.md$/.exec(file)?.[1] ?? "index");
  return [...new Set(names)].slice(0, 3).map((name) => `${origin}/${name === "index" ? "" : name}`).join(", ");
}

/**
 * Serves until a signal ends the process; the exit status when it cannot begin.
 *
 * @param check for who works on the files, which are then watched
 */
export async function serve({ config, problems }: Configured, check?: () => readonly Finding[]): Promise<number | undefined> {
  if (problems.length > 0) return complain(problems);
  const { host, dataDirectory, contentDirectory } = config;
  say("info", `holiday-cottage ${VERSION} reads ${foldersRead(config)}`);
  let served = createRouter([]);
  let isStopping = false;
  let isAsked = false;
  let origin = "";

  const listener = createListener({
    router: () => served,
    perMinute: config.rateLimit,
    hops: config.trustProxy,
    onAnswer: config.accessLog ? (...answered) => out.write(accessLine(now(), ...answered)) : undefined,
    onError: sayError,
    onForwarded: atMostEvery(3_600_000, (peer) => {
      const remedy = "set TRUST_PROXY to the number of proxies in front, probably 1";
      say("warning", `Every guest seems to come from one proxy, ${peer}, and shares one rate limit; ${remedy}`);
    }),
    onExcess: atMostEvery(60_000, () => {
      say("warning", `Connections are closed to make room: more than ${CONNECTIONS_MAX} are open, or too many requests wait on them`);
    }),
  });

  /** Reads everything; what stands in the way, or undefined when it is served. */
  const read = (): readonly Finding[] | undefined => {
    const { router, findings } = prepare(config, { isReady: () => !isStopping, now: Date.now });
    if (router === undefined) return findings;
    served = router;
    return undefined;
  };

  const reload = (): boolean => {
    try {
      const wrong = read();
      if (wrong === undefined) {
        say("info", "Reloaded");
        return true;
      }
      for (const finding of wrong.filter(isError)) say("error", findingLine(finding));
    } catch (error) {
      sayError(error);
    }
    say("error", "Reload refused: what was served before stays served");
    return false;
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

  // However many ask at once, everything is read once in a turn of the event loop.
  const onHangUp = (): void => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      if (!isStopping) reload();
    });
  };
  process.on("SIGTERM", end).on("SIGINT", end).on("SIGHUP", onHangUp).on("exit", out.flush);
  // SIGHUP alone does not tell: whoever closes a terminal means to end what runs in it.
  process.stdout.on("error", () => isTerminal && !isStopping && end("The terminal was closed"));

  const advise = adviser();
  // Before the files are read for the first time, or a change made meanwhile would go unseen.
  if (check !== undefined) {
    watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
      say("info", `Changed: ${files.join(", ")}`);
      if (reload()) say("info", `See ${pagesOf(files, origin)}`);
      advise(check());
    });
  }
  const wrong = read();
  if (wrong !== undefined) return complain(wrong.map(findingLine));
  if (check !== undefined) advise(check());
  try {
    const port = await listener.listen(config.port, host);
    origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    say("info", `Listening on ${origin}`);
  } catch (error) {
    return complain([listenProblem(error as NodeJS.ErrnoException, config)]);
  }
  return undefined;
}
