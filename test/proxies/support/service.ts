/**
 * Starts the built service, configured for one proxy in front of it.
 */
import type { Program } from "../../support/program.ts";
import type { LaunchOptions } from "../../support/running.ts";
import { launch } from "../../support/running.ts";
import { ROOT } from "../../support/suites.ts";
import type { SendRequest } from "./client.ts";
import { createClient } from "./client.ts";

export const PROJECT = ROOT;

export interface Service {
  readonly program: Program;
  readonly port: number;
  readonly request: SendRequest;
}

/**
 * Starts the service.
 *
 * @param env differences from the configuration for one proxy
 */
export async function startService({
  env = {},
  ...manner
}: LaunchOptions & { readonly env?: Readonly<Record<string, string>> } = {}): Promise<Service> {
  const behindProxy = { BASE_URL: "https://cottage.example", TRUST_PROXY: "1", RATE_LIMIT: "off", ACCESS_LOG: "off" };
  const { program, port } = await launch({ ...behindProxy, ...env }, manner);
  return { program, port, request: createClient({ port }) };
}
