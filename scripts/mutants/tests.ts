/**
 * Selects the test files that are run against a mutated module.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Test files of a module that are outside its own folder, as paths in `test` without `.test.ts`. Only the first
 * matching row applies.
 */
export const TESTED_ELSEWHERE: readonly (readonly [module: RegExp, tests: readonly string[]])[] = [
  [/^serve\/log/, ["program"]],
  [/^serve\/http\/(?:listener|client-limits|exchange)/, ["server", "program"]],
  [/^serve\/http\//, ["surface", "serve/mcp/wire-http"]],
  [/^serve\/mcp\//, ["surface"]],
  [
    /^serve\/site/,
    ["surface", "not-found", "compile/discovery/documents", "compile/targets", "compile/compile", "program"],
  ],
  [
    /^compile\/words\//,
    ["typography", "compile/fragments/page-fragments", "compile/fragments/languages", "compile/pages/load"],
  ],
  [/^compile\/json\//, ["compile/data/load", "compile/data/mutants"]],
  [
    /^compile\/data\//,
    ["owner-files", "owner-mistakes", "compile/compile", "compile/discovery/openapi", "author/check"],
  ],
  [/^compile\/fragments\//, ["compile/pages/page", "compile/words/locale", "typography"]],
  [
    /^compile\/(?:pages|pictures)\//,
    ["compile/fragments/page-fragments", "compile/compile", "author/check", "surface", "visit"],
  ],
  [/^compile\/discovery\//, ["serve/mcp/methods", "surface", "developers", "compile/fragments/developers"]],
  [/^compile\/markdown\//, ["compile/pages/page", "compile/pages/load"]],
  [
    /^compile\/(?:files|messages|corrections)/,
    ["compile/data/load", "owner-mistakes", "compile/pages/load"],
  ],
  [/^compile\/html/, ["compile/markdown/markdown", "compile/pages/page"]],
  [/^compile\//, ["surface", "compile/discovery/documents", "serve/site-file", "program", "visit", "commands"]],
  [/^author\/lint\//, ["author/check", "owner-mistakes", "new-cottage"]],
  [/^author\//, ["config", "commands", "owner-mistakes", "new-cottage", "server"]],
  [/^/, ["config", "program", "server", "commands", "surface", "not-found", "serve/site-file"]],
];

/** Returns a module's test files: the file with its name first, then those of the same folder, then those elsewhere. */
export function testsOf(path: string): string[] {
  const module = posix.relative("src", path).replace(/\.ts$/, "");
  const ownTest = `test/${module}.test.ts`;
  const folder = posix.dirname(ownTest);
  const folderFiles = module.includes("/") && existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : [];
  const folderTests = folderFiles
    .filter((name) => name.endsWith(".test.ts") && name !== "linear.test.ts")
    .map((name) => `${folder}/${name}`);
  const [, elsewhere = []] = TESTED_ELSEWHERE.find(([pattern]) => pattern.test(module)) ?? [];
  const ownTests = existsSync(join(ROOT, ownTest)) ? [ownTest] : [];
  return [...new Set([...ownTests, ...folderTests, ...elsewhere.map((name) => `test/${name}.test.ts`)])];
}
