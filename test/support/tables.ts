/** The program's UI strings and formats, keyed by language. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Formats, WordTable } from "../../src/compile/words/locale.ts";
import { ROOT } from "./sample.ts";

const FOLDER = join(ROOT, "content/words");

const FILES = readdirSync(FOLDER).map((file) => {
  const { formats, ...strings } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  return { language: file.replace(".json", ""), formats, strings };
});

export const TABLES: ReadonlyMap<string, WordTable> = new Map(
  FILES.map(({ language, strings }) => [language, strings]),
);

export const FORMATS: ReadonlyMap<string, Formats> = new Map(FILES.map(({ language, formats }) => [language, formats]));
