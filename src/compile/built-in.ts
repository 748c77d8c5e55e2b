/**
 * Reads the program's own files in `content`: templates, styles, icons and translations.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const BUILT_IN_FOLDER = fileURLToPath(new URL("../../content", import.meta.url));

export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl"] as const;

export class InstallationError extends Error {}

export function readBuiltIn(name: string): string {
  const path = join(BUILT_IN_FOLDER, name);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = (error as Error).message;
    throw new InstallationError(`Cannot read a file of the program: install the program again (${reason})`);
  }
}

/** Returns undefined if that fails. The caller then uses English. */
export function readTranslation(name: string): string | undefined {
  try {
    return readBuiltIn(name);
  } catch {
    return undefined;
  }
}
