/**
 * Runs `node holiday-cottage my-cottage --renew`, which replaces the explanations in an owner's folder with those of
 * this version, in the language of the site: `data/schema`, `data/README.md`, the "first steps" page and `AGENTS.md`.
 * Does not change the owner's data or pages.
 */
import { join, resolve } from "node:path";
import { loadTranslations, siteLanguage } from "../src/author/folder.ts";
import { formatMessage } from "../src/compile/messages.ts";
import { isFile } from "../src/serve/site.ts";
import { languageOf } from "./new/answers.ts";
import { writeExplanations } from "./new/folder.ts";

/** Returns the exit status. */
export function renew(name: string): number {
  const folder = resolve(name);
  if (!isFile(join(folder, "data", "site.json"))) {
    process.stderr.write(`${folder} is not the folder of a cottage: it has no data/site.json\n`);
    return 1;
  }
  // The program's own folder has `data/site.json` too, for its sample site, but its AGENTS.md must not be overwritten.
  if (isFile(join(folder, "scripts", "renew.ts"))) {
    process.stderr.write(`${folder} is the folder of the program: name the folder of your cottage\n`);
    return 1;
  }
  const dataDirectory = join(folder, "data");
  writeExplanations(folder, languageOf(siteLanguage(dataDirectory)) ?? "en");
  const message = formatMessage({ code: "folder-renewed", values: { folder } }, loadTranslations(dataDirectory));
  process.stdout.write(`${message}\n`);
  return 0;
}
