/**
 * From configuration to everything that can be served, or to everything that stands in the way.
 *
 * The same steps run at start, on reload and for a check, so that none of them can be laxer than another.
 */
import type { Config } from "./config.ts";
import { loadData } from "./data/load.ts";
import type { Finding } from "./finding.ts";
import type { Router } from "./http/router.ts";
import { createRouter } from "./http/router.ts";
import type { Health } from "./routes.ts";
import { routes } from "./routes.ts";

export interface Prepared {
  /** Undefined when a finding is an error. */
  readonly router: Router | undefined;
  readonly findings: readonly Finding[];
}

/** @param today as `2026-07-31`, when advice is wanted besides errors */
export function prepare(config: Config, health: Health, today?: string): Prepared {
  const { facts, findings } = loadData(config.dataDirectory, today);
  if (facts === undefined) return { router: undefined, findings };
  return { router: createRouter(routes({ facts }, config, health)), findings };
}
