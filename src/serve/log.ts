/**
 * Access log and event log: JSON lines for machines, plain sentences on a terminal.
 *
 * Lines are buffered and written in batches. If the log's reader is too slow, lines are dropped and counted, so that
 * the server never waits.
 */

import type { ExchangeRecord } from "./http/exchange.ts";
import { bodyLength } from "./http/message.ts";

const FLUSH_MS = 200;
const WRITE_LENGTH = 16 * 1024;
const BUFFERED_LENGTH_MAX = 1024 * 1024;
const FINISH_MS = 500;

const CAPPED_LINES_MAX = 100;
const MINUTE_MS = 60_000;

type Sink = Readonly<{ write: (text: string, onWritten: (error?: Error | null) => void) => unknown }>;

export function lineWriter(sink: Sink, formatDropped: (count: number) => string) {
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
    const text = dropped === 0 ? buffered : `${buffered}${formatDropped(dropped)}\n`;
    buffered = "";
    dropped = 0;
    isWriting = true;
    sink.write(text, (error) => {
      isWriting = false;
      // After a failed write, wait before the next one. If all writes fail, e.g. to a closed pipe, this saves CPU time.
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
    finish: () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, FINISH_MS);
        onIdle = resolve;
        flush();
      }),
  };
}

/**
 * Returns a function that logs a request. The rate limit does not limit exempt requests, e.g. health checks, nor those
 * that it rejects (429). So only CAPPED_LINES_MAX of these are logged per minute. One line then counts the others.
 */
export function createAccessLog(write: (line: string) => void, timestamp: () => string) {
  let cappedRequests = 0;

  const endMinute = () => {
    const unlogged = cappedRequests - CAPPED_LINES_MAX;
    if (unlogged > 0) write(JSON.stringify({ time: timestamp(), unlogged }));
    cappedRequests = 0;
  };

  return (record: ExchangeRecord) => {
    const isCapped = record.isExempt || record.response.status === 429;
    if (isCapped) {
      if (cappedRequests === 0) setTimeout(endMinute, MINUTE_MS).unref();
      cappedRequests += 1;
      if (cappedRequests > CAPPED_LINES_MAX) return;
    }
    write(accessLine(timestamp(), record));
  };
}

/** Formats a log line. It has no IP address, query or user agent, for privacy. */
export function accessLine(time: string, record: ExchangeRecord): string {
  const { method, route, response, milliseconds } = record;
  const { status, reason } = response;
  const bytes = method === "HEAD" ? 0 : bodyLength(response.body);
  const ms = Number(milliseconds.toFixed(2));
  return JSON.stringify({ time, method: method ?? null, route: route ?? null, status, reason, bytes, ms });
}

export type LogLevel = "info" | "warning" | "error";

export function eventLine(level: LogLevel, message: string, time: string, isTerminal: boolean): string {
  return isTerminal ? message : JSON.stringify({ time, level, message });
}
