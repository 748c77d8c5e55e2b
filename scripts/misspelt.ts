/**
 * Proposes corrections for a misspelt flag or folder on the command line of `node holiday-cottage`.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { closest } from "../src/compile/suggest.ts";
import { FLAGS } from "../src/author/arguments.ts";

const ALL_FLAGS = ["--new", "--renew", "--card", ...FLAGS];

/** Returns an error message, or undefined if all flags are known and no folder is similar to one that is missing. */
export function describeMisspelling(words: readonly string[]): string | undefined {
  const unknownFlag = words.find((word) => word.startsWith("-") && !ALL_FLAGS.includes(word));
  if (unknownFlag !== undefined) {
    const flag = closest(unknownFlag, ALL_FLAGS);
    if (flag !== undefined) return `${unknownFlag} is not a flag; did you mean ${flag}?`;
    return `${unknownFlag} is not a flag; the flags are ${ALL_FLAGS.join(", ")}`;
  }
  const [path, secondPath] = words.filter((word, index) => !word.startsWith("-") && words[index - 1] !== "--compile");
  if (path === undefined || secondPath !== undefined || existsSync(path)) return undefined;
  const folder = similarFolder(path);
  return folder === undefined ? undefined : `There is no folder ${path}; did you mean ${folder}?`;
}

/** Returns the cottage's folder beside the missing one that has the most similar name. */
function similarFolder(path: string): string | undefined {
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(parent).filter((name) => existsSync(join(parent, name, "data", "site.json")));
  const name = closest(basename(path), names);
  return name === undefined ? undefined : join(parent, name);
}
