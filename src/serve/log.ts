/**
 * What the server says of itself: JSON lines for machines, plain sentences at a terminal.
 *
 * Lines are gathered and written together. A reader that is slow or gone costs lines, which are counted, never the server.
 */

import type { OnAnswer } from "./http/exchange.ts";
import { bodyLength } from "./http/message.ts";

const FLUSH_MS = 200;
const WRITE_BYTES = 16 * 1024;
const WAITING_BYTES_MAX = 1024 * 1024;
const FINISH_MS = 500;

type Write = (text: string, written: (error?: Error | null) => void) => unknown;

export function lineWriter(sink: { readonly write: Write }, droppedLine: (count: number) => string) {
  let waiting = "";
  let dropped = 0;
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  let onIdle = () => {};

  const flush = () => {
    if (isBusy) return;
    clearTimeout(timer);
    timer = undefined;
    if (waiting === "") return onIdle();
    const text = dropped === 0 ? waiting : `${waiting}${droppedLine(dropped)}\n`;
    [waiting, dropped, isBusy] = ["", 0, true];
    sink.write(text, (error) => {
      isBusy = false;
      // A sink that fails may do so for ever (nobody reads) or for now (the disk is full): no hurry.
      if (error && waiting !== "") flushSoon();
      else flush();
    });
  };
  const flushSoon = () => {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  };

  return {
    flush,
    write: (line: string) => {
      if (waiting.length + line.length > WAITING_BYTES_MAX) dropped += 1;
      else waiting += `${line}\n`;
      if (waiting.length > WRITE_BYTES) flush();
      else flushSoon();
    },
    /** Resolves when everything is written, or the sink has had its time. */
    finish: () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, FINISH_MS);
        onIdle = resolve;
        flush();
      }),
  };
}

/** The access log: no address, no query, no user agent, nothing a client wrote. */
export function accessLine(time: string, ...[method, route, response, milliseconds]: Parameters<OnAnswer>): string {
  const { status, reason } = response;
  const bytes = method === "HEAD" ? 0 : bodyLength(response);
  return JSON.stringify({ time, method: method ?? null, route: route ?? null, status, reason, bytes, ms: Number(milliseconds.toFixed(2)) });
}

export type Level = "info" | "warning" | "error";

export function eventLine(level: Level, message: string, time: string, isTerminal: boolean): string {
  return isTerminal ? message : JSON.stringify({ time, level, message });
}
