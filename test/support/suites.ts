/**
 * Which test file belongs to which suite: a folder of `test` with a script `test:<folder>` is a suite of its own, and
 * every other file is run by `npm test`.
 *
 * They are found and never listed, so that no file is outside all of them.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
).scripts;

export const SUITES: readonly string[] = Object.keys(SCRIPTS).flatMap((name) => /^test:(.*)$/.exec(name)?.[1] ?? []);

/** Files below a folder, as `http/accept.test.ts`, in order; not those of packages that are installed there. */
export function filesBelow(folder: string, ending = ""): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (!entry.isDirectory()) return entry.name.endsWith(ending) ? [entry.name] : [];
      if (entry.name === "node_modules") return [];
      return filesBelow(join(folder, entry.name), ending).map((path) => `${entry.name}/${path}`);
    })
    .sort();
}

/** Paths below `test`; those of `npm test` when no suite is named. */
export function testFiles(suite?: string): string[] {
  const suiteOf = (path: string) => SUITES.find((name) => path.startsWith(`${name}/`));
  return filesBelow(join(ROOT, "test"), ".test.ts").filter((path) => suiteOf(path) === suite);
}
