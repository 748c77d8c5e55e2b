/**
 * Sends HTTP requests as bytes and parses the responses. No HTTP client is used, because tests also send invalid
 * requests.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { SentResponse } from "./conform.ts";
import { responseField } from "./field.ts";

/** Fields that Node adds to responses. */
const CONNECTION_FIELDS = new Set(["date", "connection", "keep-alive"]);

export interface WireResponse extends SentResponse {
  readonly connection: string | undefined;
}

const STATUSES_WITHOUT_BODY = new Set([204, 304]);
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\w -]*$/;

/**
 * Parses the responses that a server sent on one connection.
 *
 * @param headIndexes indexes of the responses to HEAD requests, which have no body
 * @throws Error if the bytes are not a sequence of complete responses
 */
export function parseResponses(bytes: Buffer, headIndexes: readonly number[] = []): WireResponse[] {
  const responses: WireResponse[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const headEnd = bytes.indexOf("\r\n\r\n", offset);
    if (headEnd === -1) throw new Error(`no end of fields in ${bytes.toString("latin1", offset)}`);
    const [statusLine = "", ...lines] = bytes.toString("latin1", offset, headEnd).split("\r\n");
    const [, code] = STATUS_LINE.exec(statusLine) ?? [];
    if (code === undefined) throw new Error(`no status line: ${statusLine}`);
    const status = Number(code);
    const all = lines.flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
    const headers = all.filter((_, index) => !CONNECTION_FIELDS.has((all[index - (index % 2)] ?? "").toLowerCase()));
    const isEmpty = status < 200 || STATUSES_WITHOUT_BODY.has(status) || headIndexes.includes(responses.length);
    const length = isEmpty ? 0 : Number(responseField(all, "content-length"));
    const bodyStart = headEnd + 4;
    offset = bodyStart + length;
    if (Number.isNaN(length)) throw new Error("there is no Content-Length");
    if (offset > bytes.length) throw new Error(`a body of ${length} bytes is cut short`);
    const body = bytes.subarray(bodyStart, offset);
    responses.push({ status, headers, body, connection: responseField(all, "connection") });
  }
  return responses;
}

const HOST = "Host: localhost\r\n";

/** Returns a GET request as text. `fields` are header lines, each with its CRLF. */
export function get(path: string, fields = ""): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}${fields}\r\n`;
}

/** Returns a POST request to the MCP endpoint as text. `fields` are header lines, each with its CRLF. */
export function post(body: string, fields = ""): string {
  const entityFields = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `POST /mcp HTTP/1.1\r\n${HOST}${entityFields}${fields}\r\n${body}`;
}

const TIMEOUT_MS = 20_000;

/** Resolves with everything that the server sends until it closes the connection. */
export function readUntilClose(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${TIMEOUT_MS} ms, and sent ${Buffer.concat(chunks).toString("latin1")}`));
    }, TIMEOUT_MS);
    socket
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", reject)
      .once("close", () => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks));
      });
  });
}

export interface ExchangeOptions {
  /** Closes the sending side as soon as everything is sent. */
  readonly halfClose?: boolean;
}

/** Sends text in Latin-1, one byte per character. Resolves with the bytes received until the server closes. */
export function exchange(port: number, text: string, { halfClose = false }: ExchangeOptions = {}): Promise<Buffer> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: halfClose });
  socket.write(text, "latin1");
  const received = readUntilClose(socket);
  if (halfClose) socket.end();
  if (halfClose) socket.once("end", () => socket.destroy());
  return received;
}
