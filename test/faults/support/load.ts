/**
 * Generates load, and counts each request that was sent and got no response.
 *
 * A refused connection is not a failed request, because nothing was sent.
 */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { TestContext } from "node:test";
import { get, post } from "../../support/wire.ts";

export interface Load {
  readonly sent: number;
  /** Milliseconds from each request to the end of its response, unsorted. */
  readonly latencies: readonly number[];
  /** Number of failures by message. */
  readonly failures: ReadonlyMap<string, number>;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Number of refused connections. */
  readonly refused: number;
}

export interface ClientGroup {
  readonly requests: readonly string[];
  /** Number of concurrent clients. */
  readonly clients: number;
  /** Whether a client reuses its connection. */
  readonly keepAlive: boolean;
  /** Milliseconds between a response and the next request. */
  readonly pause?: number;
}

export interface RunningLoad {
  readonly load: Load;
  /** Stops sending requests. Resolves when every client has its last response. */
  stop(): Promise<Load>;
}

const TIMEOUT_MS = 20_000;
const HEAD_END = Buffer.from("\r\n\r\n");

interface Outcome {
  readonly status: number;
  readonly isLast: boolean;
}

/** Connection that has at most one request in flight. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #settle: ((outcome: Outcome | Error) => void) | undefined;
  isOpen = true;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#take(chunk));
    const onEnd = (reason: string) => () => this.#end(new Error(reason));
    socket.on("end", onEnd("closed without a response")).on("close", onEnd("closed without a response"));
    socket.on("error", (error: NodeJS.ErrnoException) => this.#end(new Error(error.code ?? error.message)));
    socket.setTimeout(TIMEOUT_MS, () => this.#end(new Error("the response timed out")));
  }

  static open(port: number): Promise<Connection | Error> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    return once(socket, "connect").then(
      () => new Connection(socket),
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
  }

  send(text: string): Promise<Outcome | Error> {
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

  #done(outcome: Outcome | Error): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(outcome);
  }

  #end(error: Error): void {
    this.isOpen = false;
    this.#socket.destroy();
    this.#done(error);
  }
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Starts the load at once. It ends when it is stopped, or with the test. */
export function startLoad(test: TestContext, port: number, groups: readonly ClientGroup[]): RunningLoad {
  const latencies: number[] = [];
  const failures = new Map<string, number>();
  const statuses = new Map<number, number>();
  const load = { sent: 0, latencies, failures, statuses, refused: 0 };
  let isRunning = true;
  test.after(() => {
    isRunning = false;
  });

  const client = async ({ requests, keepAlive, pause = 0 }: ClientGroup, first: number): Promise<void> => {
    let connection: Connection | undefined;
    for (let turn = first; isRunning; turn += 1) {
      if (connection === undefined || !connection.isOpen) {
        const opened = await Connection.open(port);
        if (opened instanceof Error) {
          load.refused += 1;
          await wait(5);
          continue;
        }
        connection = opened;
      }
      const startedAt = performance.now();
      load.sent += 1;
      const outcome = await connection.send(requests[turn % requests.length] ?? "");
      if (outcome instanceof Error) increment(failures, outcome.message);
      else {
        latencies.push(performance.now() - startedAt);
        increment(statuses, outcome.status);
      }
      if (outcome instanceof Error || outcome.isLast || !keepAlive) connection.close();
      if (pause > 0) await wait(pause);
    }
    connection?.close();
  };
  const clients = groups.flatMap((group) => Array.from({ length: group.clients }, (_, index) => client(group, index)));
  return {
    load,
    stop: async () => {
      isRunning = false;
      await Promise.all(clients);
      return load;
    },
  };
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Returns the 99th percentile. */
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
