/**
 * Starts the built server for the clients, and provides the data that each tool must return.
 */
import { DATA_SETS } from "../../src/compile/data/datasets.ts";
import { startServer as start } from "../support/running.ts";
import type { RunningServer as Server } from "../support/running.ts";

/** Path of the API endpoint with the same data, keyed by tool. */
export const TOOLS: Readonly<Record<string, string>> = Object.fromEntries(
  DATA_SETS.map(({ toolName, path }) => [toolName, path]),
);

export interface RunningServer extends Server {
  readonly mcp: string;
  /** JSON text that the API serves and that the tool must return, keyed by tool. */
  readonly data: ReadonlyMap<string, string>;
}

export async function startServer(): Promise<RunningServer> {
  const server = await start();
  const data = new Map<string, string>();
  for (const [tool, path] of Object.entries(TOOLS)) data.set(tool, await (await fetch(server.origin + path)).text());
  return { ...server, mcp: `${server.origin}/mcp`, data };
}
