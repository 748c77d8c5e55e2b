/**
 * The built service as a program of its own, on a free port of loopback.
 *
 * It runs with the Node that runs the tests, or with another and its flags.
 */
import { fileURLToPath } from "node:url";
import type { Ask } from "./ask.ts";
import { asker } from "./ask.ts";
import type { Program } from "./program.ts";
import { start } from "./program.ts";

export const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

const SERVER = process.env["SERVER"] ?? `${PROJECT}dist/server.js`;

export interface Service {
  readonly program: Program;
  readonly port: number;
  readonly ask: Ask;
}

export interface Running {
  readonly env?: Readonly<Record<string, string>>;
  /** The Node to run it with, and its flags. */
  readonly node?: readonly [path: string, ...flags: string[]];
  readonly server?: string;
  readonly cwd?: string;
}

/** As it runs behind one proxy; `env` says what is otherwise. */
export async function startService({
  env = {},
  node = [process.execPath],
  server = SERVER,
  cwd = "/",
}: Running = {}): Promise<Service> {
  const [command, ...flags] = node;
  const behindProxy = {
    PORT: "0",
    BASE_URL: "https://cottage.example",
    TRUST_PROXY: "1",
    RATE_LIMIT: "off",
    ACCESS_LOG: "off",
  };
  const program = start(command, [...flags, server], { env: { ...behindProxy, ...env }, cwd });
  const [, port] = await program.said(/Listening on http:\/\/[^"\s]*:(\d+)/);
  return { program, port: Number(port), ask: asker({ port: Number(port) }) };
}
