/**
 * Container health check: asks the server on this machine whether it is ready.
 */

import { connect } from "node:net";
import type { Config } from "./config.ts";

const TIMEOUT_MS = 3000;
const STATUS_LINE = "HTTP/1.1 200 ";
const REQUEST = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/** Resolves to the problem, or to undefined if the server is ready. */
export function findHealthProblem({ host, port }: Config): Promise<string | undefined> {
  return new Promise((resolve) => {
    let response = "";
    let reason = "no valid response";
    // Use a socket, because fetch() would load an HTTP client, which takes time and memory.
    // The hosts 0.0.0.0 and :: also work: they connect to this machine.
    const socket = connect({ host, port }, () => socket.write(REQUEST));
    const timer = setTimeout(() => socket.destroy(new Error("timeout")), TIMEOUT_MS);
    socket.setEncoding("latin1").on("data", (chunk) => {
      response += chunk;
      // The status line is enough.
      if (response.length >= STATUS_LINE.length) socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message;
    });
    socket.on("close", () => {
      clearTimeout(timer);
      const isReady = response.startsWith(STATUS_LINE);
      resolve(isReady ? undefined : `The server on ${host}:${port} is not ready (${reason})`);
    });
  });
}
