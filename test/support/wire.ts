/**
 * HTTP by hand: bytes out, bytes back, and what they say. No client library stands between a test and the
 * connection, so that what must not be sent can be.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { SentResponse } from "./conform.ts";
import { responseField } from "./field.ts";

/** Fields of the connection, which the responses of the program do not have. */
const OF_CONNECTION = new Set(["date", "connection", "keep-alive"]);

export interface WireAnswer extends SentResponse {
  readonly connection: string | undefined;
}

const BODILESS = new Set([204, 304]);

/**
 * The answers in what a server sent; throws when it is anything else.
 *
 * @param toHead the places among them of answers to HEAD
 */
export function answersIn(bytes: Buffer, toHead: readonly number[] = []): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end === -1) throw new Error(`no end of fields in ${bytes.toString("latin1", at)}`);
    const [first = "", ...lines] = bytes.toString("latin1", at, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w -]*$/.exec(first)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new Error(`no status line: ${first}`);
    const all = lines.flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
    const headers = all.filter((_, index) => !OF_CONNECTION.has((all[index - (index % 2)] ?? "").toLowerCase()));
    const isEmpty = status < 200 || BODILESS.has(status) || toHead.includes(answers.length);
    const length = isEmpty ? 0 : Number(responseField(all, "content-length"));
    at = end + 4 + length;
    if (!(at <= bytes.length)) throw new Error(`a body of ${length} bytes is cut short`);
    answers.push({ status, headers, body: bytes.subarray(end + 4, at), connection: responseField(all, "connection") });
  }
  return answers;
}

const HOST = "Host: localhost\r\n";

/** A request as it is sent; `fields` are whole lines. */
export function get(path: string, fields = ""): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}${fields}\r\n`;
}

/** A call of the MCP endpoint as it is sent. */
export function post(body: string, fields = ""): string {
  return `POST /mcp HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${fields}\r\n${body}`;
}

const PATIENCE_MS = 20_000;

/** Whatever a server sends until it closes the connection. */
export function allFrom(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${PATIENCE_MS} ms, and sent ${Buffer.concat(chunks).toString("latin1")}`));
    }, PATIENCE_MS);
    socket
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", reject)
      .once("close", () => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks));
      });
  });
}

export interface Manner {
  /** Says that nothing more will come as soon as everything is sent. */
  readonly halfClose?: boolean;
}

/** Sends bytes as they are, one for each character, and resolves with what came back when the server closed. */
export function exchange(port: number, text: string, { halfClose = false }: Manner = {}): Promise<Buffer> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: halfClose });
  socket.write(text, "latin1");
  const all = allFrom(socket);
  if (halfClose) socket.end();
  if (halfClose) socket.once("end", () => socket.destroy());
  return all;
}
