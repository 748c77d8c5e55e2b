/**
 * What the server says of itself: JSON lines for machines, plain sentences at a terminal.
 *
 * Lines are gathered and written together, and a reader that is slow or gone costs lines, never the
 * server: what does not fit is counted and dropped.
 */

export interface LogSink {
  /** False when the sink wants no more until it has drained. */
  write(text: string): boolean;
  once(event: "drain", listener: () => void): unknown;
}

const FLUSH_MS = 200;
const WRITE_BYTES = 16 * 1024;
const WAITING_BYTES_MAX = 1024 * 1024;

export interface LineWriter {
  write(line: string): void;
  /** Writes what is waiting, whether or not the sink wants it. */
  flush(): void;
}

export function lineWriter(sink: LogSink): LineWriter {
  let waiting = "";
  let dropped = 0;
  let isBlocked = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === "") return;
    const text = dropped === 0 ? waiting : `${waiting}{"level":"warning","message":"${dropped} log lines were dropped"}\n`;
    waiting = "";
    dropped = 0;
    isBlocked = !sink.write(text);
    if (isBlocked) sink.once("drain", unblock);
  };
  const unblock = (): void => {
    isBlocked = false;
    flush();
  };

  return {
    flush,
    write: (line) => {
      if (waiting.length + line.length > WAITING_BYTES_MAX) {
        dropped += 1;
        return;
      }
      waiting += `${line}\n`;
      if (isBlocked) return;
      if (waiting.length > WRITE_BYTES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}

export interface Served {
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** One line for one answered request: no address, no query, no user agent, nothing a client wrote. */
export function accessLine({ method, route, status, bytes, milliseconds }: Served, time: string): string {
  return `{"time":"${time}","method":"${method}","route":${route === undefined ? "null" : `"${route}"`},"status":${status},"bytes":${bytes},"ms":${milliseconds.toFixed(2)}}`;
}

export type Level = "info" | "warning" | "error";

/** One line for something that happened to the server itself. */
export function eventLine(level: Level, message: string, time: string, isTerminal: boolean): string {
  return isTerminal ? message : JSON.stringify({ time, level, message });
}
