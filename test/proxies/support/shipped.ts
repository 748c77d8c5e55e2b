/**
 * The shipped configurations, with other ports and paths.
 *
 * A replacement that finds nothing to replace throws, so that a changed configuration fails the tests.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./service.ts";

const DEPLOY = join(PROJECT, "scripts", "deploy");

export function deployed(name: string): string {
  return join(DEPLOY, name);
}

/** Texts in the file, and their replacements. */
export type Replacements = readonly (readonly [from: string, to: string])[];

export function copyShipped(name: string, to: string, replacements: Replacements): void {
  let text = readFileSync(deployed(name), "utf8");
  for (const [from, replacement] of replacements) {
    if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`);
    text = text.replaceAll(from, replacement);
  }
  writeFileSync(to, text);
}
