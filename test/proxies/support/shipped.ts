/**
 * The shipped configurations, as they are but for ports and paths.
 *
 * What is replaced must be there: a configuration that has changed so that a replacement misses fails the tests.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./service.ts";

const DEPLOY = join(PROJECT, "scripts", "deploy");

export function deployed(name: string): string {
  return join(DEPLOY, name);
}

/** From what stands in the file to what a test needs there. */
export type Replacements = readonly (readonly [from: string, to: string])[];

export function copyShipped(name: string, to: string, replacements: Replacements): void {
  let text = readFileSync(deployed(name), "utf8");
  for (const [from, replacement] of replacements) {
    if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`);
    text = text.replaceAll(from, replacement);
  }
  writeFileSync(to, text);
}
