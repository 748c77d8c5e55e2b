/**
 * Clients that ask without pause, over connections they look after themselves, and count every request that
 * was sent and not answered.
 *
 * A connection that is refused is no failed request: nothing was sent.
 */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { TestContext } from "node:test";
import { get, post } from "../../support/wire.ts";

export interface Load {
  readonly sent: number;
  /** Milliseconds from each request to the end of its answer, in no order. */
  readonly latencies: readonly number[];
  /** What went wrong, and how often. */
  readonly failures: ReadonlyMap<string, number>;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Connections that were refused. */
  readonly refused: number;
}

export interface Habit {
  readonly requests: readonly string[];
  /** Clients that do the same at once. */
  readonly clients: number;
  /** Whether a connection is kept for the next request. */
  readonly keepAlive: boolean;
  /** Milliseconds between an answer and the next request. */
  readonly pause?: number;
}

export interface RunningLoad {
  readonly load: Load;
  /** Lets every client finish its request, and resolves when all have. */
  stop(): Promise<Load>;
}

const PATIENCE_MS = 20_000;
const HEAD_END = Buffer.from("\r\n\r\n");

interface Answer {
  readonly status: number;
  readonly isLast: boolean;
}

/** A connection with one request at a time on it. */
class Line {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #settle: ((answer: Answer | Error) => void) | undefined;
  isOpen = true;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#take(chunk));
    const onEnd = (why: string) => () => this.#end(new Error(why));
    socket.on("end", onEnd("closed without an answer")).on("close", onEnd("closed without an answer"));
    socket.on("error", (error: NodeJS.ErrnoException) => this.#end(new Error(error.code ?? error.message)));
    socket.setTimeout(PATIENCE_MS, () => this.#end(new Error("no answer in time")));
  }

  static open(port: number): Promise<Line | Error> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    return once(socket, "connect").then(
      () => new Line(socket),
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
  }

  ask(text: string): Promise<Answer | Error> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket.write(text, "latin1");
    });
  }

  close(): void {
    this.isOpen = false;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    const bytes = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) return;
    const head = bytes.toString("latin1", 0, end + 2);
    const status = Number(head.slice(9, 12));
    const length = status === 304 || status === 204 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (bytes.length < end + 4 + length) return;
    this.#received = bytes.length === end + 4 + length ? [] : [bytes.subarray(end + 4 + length)];
    this.#done({ status, isLast: /\r\nconnection: close/i.test(head) });
  }

  #done(answer: Answer | Error): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }

  #end(error: Error): void {
    this.isOpen = false;
    this.#socket.destroy();
    this.#done(error);
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Begins at once; with the test it ends. */
export function startLoad(test: TestContext, port: number, habits: readonly Habit[]): RunningLoad {
  const latencies: number[] = [];
  const failures = new Map<string, number>();
  const statuses = new Map<number, number>();
  const load = { sent: 0, latencies, failures, statuses, refused: 0 };
  let isOn = true;
  test.after(() => {
    isOn = false;
  });

  const client = async ({ requests, keepAlive, pause = 0 }: Habit, first: number): Promise<void> => {
    let line: Line | undefined;
    for (let turn = first; isOn; turn += 1) {
      if (line === undefined || !line.isOpen) {
        const opened = await Line.open(port);
        if (opened instanceof Error) {
          load.refused += 1;
          await wait(5);
          continue;
        }
        line = opened;
      }
      const startedAt = performance.now();
      load.sent += 1;
      const answer = await line.ask(requests[turn % requests.length] ?? "");
      if (answer instanceof Error) count(failures, answer.message);
      else {
        latencies.push(performance.now() - startedAt);
        count(statuses, answer.status);
      }
      if (answer instanceof Error || answer.isLast || !keepAlive) line.close();
      if (pause > 0) await wait(pause);
    }
    line?.close();
  };
  const clients = habits.flatMap((habit) => Array.from({ length: habit.clients }, (_, index) => client(habit, index)));
  return {
    load,
    stop: async () => {
      isOn = false;
      await Promise.all(clients);
      return load;
    },
  };
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The value below which 99 of 100 are. */
export function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

export const REQUESTS: readonly string[] = [
  get("/api/v1/cottage"),
  get("/about", "Accept-Encoding: gzip, br\r\n"),
  get("/api/v1/reviews", "Accept-Encoding: gzip\r\n"),
  post('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get-cottage","arguments":{}}}'),
  get("/", "Accept: text/markdown\r\n"),
];
