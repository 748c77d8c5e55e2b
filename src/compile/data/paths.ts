/**
 * Facts by their paths, such as `cottage.geo.latitude`, as pages and the OpenAPI template name them.
 */

import { isObject } from "./validate.ts";

/** Returns every text and number with its path. Entries of lists have none and are left out. */
export function factsByPath(value: unknown): Map<string, string | number> {
  const facts = new Map<string, string | number>();
  collectFacts(value, "", facts);
  return facts;
}

function collectFacts(value: unknown, path: string, facts: Map<string, string | number>): void {
  if (typeof value === "string" || typeof value === "number") facts.set(path, value);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) collectFacts(member, path === "" ? name : `${path}.${name}`, facts);
}
