/**
 * Access log and event log: JSON lines for machines, plain sentences at a terminal.
 *
 * Lines are buffered and written together. If the reader is slow or gone, lines are dropped and counted; the server
 * never blocks. It decides nothing about the requests it records.
 */

import type { ExchangeRecord } from "./http/exchange.ts";
import { bodyLength } from "./http/message.ts";

const FLUSH_MS = 200;
const WRITE_LENGTH = 16 * 1024;
const BUFFERED_LENGTH_MAX = 1024 * 1024;
const FINISH_MS = 500;

/** Maximum log lines per minute for requests without a rate-limit charge, so that clients cannot flood the log. */
const UNCHARGED_LINES_MAX = 100;
const MINUTE_MS = 60_000;

interface Sink {
  readonly write: (text: string, onWritten: (error?: Error | null) => void) => unknown;
}

/** @param droppedLine returns the line that reports dropped lines */
export function lineWriter(sink: Sink, droppedLine: (count: number) => string) {
  let buffered = "";
  let dropped = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let onIdle = () => {};

  const flush = () => {
    if (isWriting) return;
    clearTimeout(timer);
    timer = undefined;
    if (buffered === "") return onIdle();
    const text = dropped === 0 ? buffered : `${buffered}${droppedLine(dropped)}\n`;
    buffered = "";
    dropped = 0;
    isWriting = true;
    sink.write(text, (error) => {
      isWriting = false;
      // The failure may be permanent (closed pipe) or temporary (disk full), so retry at the next flush only.
      if (error && buffered !== "") flushLater();
      else flush();
    });
  };
  const flushLater = () => {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  };

  return {
    flush,
    write: (line: string) => {
      if (buffered.length + line.length > BUFFERED_LENGTH_MAX) dropped += 1;
      else buffered += `${line}\n`;
      if (buffered.length > WRITE_LENGTH) flush();
      else flushLater();
    },
    /** Resolves when all lines are written or the timeout expires. */
    finish: () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, FINISH_MS);
        onIdle = resolve;
        flush();
      }),
  };
}

/**
 * Creates the access log. Of requests that were not charged (refused by the rate limit, or free), only the first of
 * a minute are written. One line a minute reports the number of the others.
 *
 * @param now returns the current time as text for the log
 */
export function accessLog(write: (line: string) => void, now: () => string) {
  let uncharged = 0;

  const endMinute = () => {
    const unlogged = uncharged - UNCHARGED_LINES_MAX;
    if (unlogged > 0) write(JSON.stringify({ time: now(), unlogged }));
    uncharged = 0;
  };

  return (record: ExchangeRecord) => {
    if (record.isFree || record.response.status === 429) {
      if (uncharged === 0) setTimeout(endMinute, MINUTE_MS).unref();
      uncharged += 1;
      if (uncharged > UNCHARGED_LINES_MAX) return;
    }
    write(accessLine(now(), record));
  };
}

/** Returns the line of the access log. It contains no address, no query, no user agent and nothing a client wrote. */
export function accessLine(time: string, record: ExchangeRecord): string {
  const { method, route, response, milliseconds } = record;
  const { status, reason } = response;
  const bytes = method === "HEAD" ? 0 : bodyLength(response);
  const ms = Number(milliseconds.toFixed(2));
  return JSON.stringify({ time, method: method ?? null, route: route ?? null, status, reason, bytes, ms });
}

export type Level = "info" | "warning" | "error";

export function eventLine(level: Level, message: string, time: string, isTerminal: boolean): string {
  return isTerminal ? message : JSON.stringify({ time, level, message });
}
