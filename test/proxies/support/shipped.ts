/**
 * Copies shipped configuration files, with other ports and paths.
 *
 * A replacement that matches nothing throws, so that the tests notice a changed configuration.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./service.ts";

const DEPLOY = join(PROJECT, "scripts", "deploy");

export function deployed(name: string): string {
  return join(DEPLOY, name);
}

/** Strings in the file, and their replacements. */
export type Replacements = readonly (readonly [from: string, to: string])[];

export function copyShipped(name: string, to: string, replacements: Replacements): void {
  let text = readFileSync(deployed(name), "utf8");
  for (const [from, replacement] of replacements) {
    if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`);
    text = text.replaceAll(from, replacement);
  }
  writeFileSync(to, text);
}
