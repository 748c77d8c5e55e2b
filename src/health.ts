/**
 * Container health check: asks the server on this machine whether it is ready.
 */

import { connect } from "node:net";
import type { Config } from "./config.ts";

const TIMEOUT_MS = 3000;
const STATUS_LINE = "HTTP/1.1 200 ";
const REQUEST = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/** Requests /readyz. Resolves to undefined if the server is ready, otherwise to an error message. */
export async function findHealthProblem({ host, port }: Config): Promise<string | undefined> {
  // Use a socket, because fetch() would load an HTTP client, which takes time and memory.
  // If `host` is 0.0.0.0 or ::, the socket connects to this machine.
  const socket = connect({ host, port }).setEncoding("latin1");
  const timer = setTimeout(() => socket.destroy(new Error("timeout")), TIMEOUT_MS);
  let reason = "no valid response";
  try {
    socket.write(REQUEST);
    let response = "";
    for await (const chunk of socket) {
      response += chunk;
      if (response.length >= STATUS_LINE.length) break;
    }
    if (response.startsWith(STATUS_LINE)) return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    reason = code ?? message;
  } finally {
    clearTimeout(timer);
  }
  return `The server on ${host}:${port} is not ready (${reason})`;
}
