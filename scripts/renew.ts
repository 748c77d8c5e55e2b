/**
 * Runs `node holiday-cottage my-cottage --renew`, which replaces the explanations in an owner's folder with those of
 * this version, in the language of the site: `data/schema`, `data/README.md`, the page of first steps and `AGENTS.md`.
 * Does not change the owner's data or pages.
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { siteLanguage, translateMessage } from "../src/author/translations.ts";
import { languageOf } from "./new/answers.ts";
import { writeExplanations } from "./new/folder.ts";

/** Returns the exit status. */
export function renew(words: readonly string[]): number {
  const folders = words.filter((word) => word !== "--renew");
  const [name, second] = folders;
  if (name === undefined || second !== undefined || name.startsWith("-")) {
    process.stderr.write(
      "Name one folder, in quotation marks if its name has blanks: node holiday-cottage my-cottage --renew\n",
    );
    return 2;
  }
  const folder = resolve(name);
  if (statSync(join(folder, "data", "site.json"), { throwIfNoEntry: false })?.isFile() !== true) {
    process.stderr.write(`${folder} is not the folder of a cottage: it has no data/site.json\n`);
    return 1;
  }
  const dataDirectory = join(folder, "data");
  writeExplanations(folder, languageOf(siteLanguage(dataDirectory)) ?? "en");
  process.stdout.write(`${translateMessage(dataDirectory, "folder-renewed", { folder })}\n`);
  return 0;
}
