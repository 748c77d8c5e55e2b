/**
 * Reads the program's own files in `content`: templates, styles, icons and translations.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const BUILT_IN_FOLDER = fileURLToPath(new URL("../../content", import.meta.url));

/** Throws if the file cannot be read, because the program is not installed completely. */
export function readBuiltIn(name: string): string {
  return readFileSync(join(BUILT_IN_FOLDER, name), "utf8");
}

/** Reads a file that some languages lack. */
export function readTranslation(name: string): string | undefined {
  return existsSync(join(BUILT_IN_FOLDER, name)) ? readBuiltIn(name) : undefined;
}
