/**
 * Container health check: asks the server on this machine whether it is ready. Uses a bare socket, because fetch()
 * would load an HTTP client for one status code.
 */

import { connect } from "node:net";
import type { Config } from "./config.ts";

const TIMEOUT_MS = 3000;
const REQUEST = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/** Resolves to true if `/readyz` responds with 200. Connecting to 0.0.0.0 or :: reaches this machine. */
export function isHealthy({ host, port }: Config): Promise<boolean> {
  return new Promise((resolve) => {
    let response = "";
    const socket = connect({ host, port, timeout: TIMEOUT_MS }, () => socket.write(REQUEST));
    socket.setEncoding("latin1");
    socket.on("data", (text) => (response += text));
    // A timeout and an error both lead to `close`.
    socket.on("timeout", () => socket.destroy());
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(response.startsWith("HTTP/1.1 200 ")));
  });
}
