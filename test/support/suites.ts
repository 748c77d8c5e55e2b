/**
 * Assigns test files to suites. A folder of `test` is a suite if package.json has a script `test:<folder>`. `npm test`
 * runs all other files.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
).scripts;

export const SUITES: readonly string[] = Object.keys(SCRIPTS).flatMap((name) => /^test:(.*)$/.exec(name)?.[1] ?? []);

/** Lists the files below a folder, sorted, e.g. `http/accept.test.ts`. Ignores `node_modules`. */
export function filesBelow(folder: string, ending = ""): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (!entry.isDirectory()) return entry.name.endsWith(ending) ? [entry.name] : [];
      // The OpenAPI suite generates clients into a folder named `generated`.
      if (["node_modules", "generated"].includes(entry.name)) return [];
      return filesBelow(join(folder, entry.name), ending).map((path) => `${entry.name}/${path}`);
    })
    .sort();
}

/** Lists the test files of a suite, or those of `npm test` if no suite is named. Paths are relative to `test`. */
export function testFiles(suite?: string): string[] {
  const suiteOf = (path: string) => SUITES.find((name) => path.startsWith(`${name}/`));
  return filesBelow(join(ROOT, "test"), ".test.ts").filter((path) => suiteOf(path) === suite);
}
