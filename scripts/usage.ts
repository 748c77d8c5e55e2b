/**
 * Explains mistakes on the command line of `node holiday-cottage`, and proposes corrections.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FLAGS, parseArguments } from "../src/author/run-command.ts";
import { closest } from "../src/compile/corrections.ts";

const ALL_FLAGS = ["--new", "--renew", "--card", ...FLAGS];
/** Flags that need a folder on the command line even if `DATA_DIR` or `CONTENT_DIR` is set. */
const FLAGS_WITH_FOLDER = ["--renew", "--card"];
const FLAGS_WITHOUT_FOLDER = ["--help", "--health", "--version"];

/** Matches hyphens, and the longer dashes that word processors put in their place. */
const LEADING_DASHES = /^[\p{Pd}\u2212]+/u;

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Returns an error message, or undefined if all flags are known and the folder, if one is needed, exists. */
export function describeUsageError(words: readonly string[], environment: Environment): string | undefined {
  const paths = pathsIn(words);
  const isPathLikeFlag = (word: string) => paths.includes(word) && isFlagWithoutDashes(word);
  const unknownFlag = words.find((word) => isUnknownFlag(word) || isPathLikeFlag(word));
  if (unknownFlag !== undefined) return describeUnknownFlag(unknownFlag);
  const [path, secondPath] = paths;
  if (path === undefined) return needsFolder(words, environment) ? describeMissingFolder(words) : undefined;
  if (secondPath === undefined) return describeWrongPath(path);
  return describeSecondPath(paths);
}

/** Returns an error message for a command line with two folders. The server prints the same message. */
function describeSecondPath(paths: readonly string[]): string | undefined {
  const parsed = parseArguments(paths);
  return parsed.kind === "exit" ? parsed.text : undefined;
}

/** Returns the words of a command line that are neither flags nor the output file of `--compile`. */
export function pathsIn(words: readonly string[]): string[] {
  return words.filter((word, index) => !LEADING_DASHES.test(word) && words[index - 1] !== "--compile");
}

function isUnknownFlag(word: string): boolean {
  return LEADING_DASHES.test(word) && !ALL_FLAGS.includes(word);
}

/** Returns whether the word is a flag without its dashes, e.g. `check` for `--check`, and not an existing path. */
function isFlagWithoutDashes(word: string): boolean {
  return ALL_FLAGS.includes(`--${word}`) && !existsSync(word);
}

function describeUnknownFlag(word: string): string {
  const flag = closest(word.replace(LEADING_DASHES, ""), ALL_FLAGS);
  if (flag !== undefined) return `${word} is not a flag; did you mean ${flag}?`;
  return `${word} is not a flag; the flags are ${ALL_FLAGS.join(", ")}`;
}

function needsFolder(words: readonly string[], environment: Environment): boolean {
  if (words.some((word) => FLAGS_WITH_FOLDER.includes(word))) return true;
  if (words.some((word) => FLAGS_WITHOUT_FOLDER.includes(word))) return false;
  return environment["DATA_DIR"] === undefined && environment["CONTENT_DIR"] === undefined;
}

function describeMissingFolder(words: readonly string[]): string {
  return `Name the folder of your cottage: node holiday-cottage my-cottage ${words.join(" ")}`;
}

/** Returns an error message if the folder does not exist, or is only the `data` or `content` folder of a cottage. */
function describeWrongPath(path: string): string | undefined {
  const parent = dirname(path);
  if (!existsSync(path)) {
    const folder = similarFolder(path);
    return folder === undefined ? `There is no folder ${path}` : `There is no folder ${path}; did you mean ${folder}?`;
  }
  const isInsideCottage = ["data", "content"].includes(basename(path)) && isCottage(parent);
  return isInsideCottage ? `${path} is only a part of your cottage's folder: name ${parent} instead` : undefined;
}

/** Returns the cottage folder beside `path` with the most similar name, or undefined if no name is similar. */
function similarFolder(path: string): string | undefined {
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(parent).filter((name) => isCottage(join(parent, name)));
  const name = closest(basename(path), names);
  return name === undefined ? undefined : join(parent, name);
}

function isCottage(folder: string): boolean {
  return existsSync(join(folder, "data", "site.json"));
}
