/**
 * The built server as a program of its own, on a free port and without a rate limit, and what its API says.
 *
 * It runs on the Node that runs npm, not on the newer one that some of the clients need.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env["SERVER"] ?? fileURLToPath(new URL("../../dist/server.js", import.meta.url));
const NODE = process.env["npm_node_execpath"] ?? process.execPath;

/** Which endpoint has the facts that a tool returns. */
export const TOOLS: Readonly<Record<string, string>> = {
  "get-cottage": "/api/v1/cottage",
  "list-reviews": "/api/v1/reviews",
  "list-attractions": "/api/v1/attractions",
  "get-booking-options": "/api/v1/booking",
};

export interface RunningServer {
  readonly origin: string;
  readonly mcp: string;
  /** The JSON text of the facts that each tool returns, as the API serves it. */
  readonly facts: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<RunningServer> {
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", RATE_LIMIT: "off", ACCESS_LOG: "off" };
  const program = spawn(NODE, [PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
  const origin = await listening(program.stdout);
  const facts = new Map<string, string>();
  for (const [tool, path] of Object.entries(TOOLS)) facts.set(tool, await (await fetch(origin + path)).text());
  return {
    origin,
    mcp: `${origin}/mcp`,
    facts,
    stop: async () => {
      program.kill();
      await once(program, "exit");
    },
  };
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output });
  for await (const line of lines) {
    const origin = /Listening on (http:\/\/[^"\s]+)/.exec(line)?.[1];
    if (origin !== undefined) {
      output.resume();
      return origin;
    }
  }
  throw new Error("The server ended before it listened");
}
