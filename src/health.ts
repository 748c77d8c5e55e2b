/**
 * Container health check: asks the server on this machine whether it is ready.
 */

import { connect } from "node:net";
import type { Config } from "./config.ts";

const TIMEOUT_MS = 3000;
const REQUEST = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

export function isHealthy({ host, port }: Config): Promise<boolean> {
  return new Promise((resolve) => {
    let response = "";
    // Use a socket, because fetch() would load an HTTP client, which takes time and memory.
    // If `host` is 0.0.0.0 or ::, i.e. all interfaces, connecting to `host` reaches this machine.
    const socket = connect({ host, port, timeout: TIMEOUT_MS }, () => socket.write(REQUEST));
    socket.setEncoding("latin1").on("data", (chunk) => (response += chunk));
    socket.on("timeout", () => socket.destroy());
    // An unhandled error event would end the process. The `close` event follows, and resolves the promise.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(response.startsWith("HTTP/1.1 200 ")));
  });
}
