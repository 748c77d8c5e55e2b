/** The program's UI strings, keyed by language. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { WordTable } from "../../src/compile/words/locale.ts";
import { ROOT } from "./sample.ts";

const FOLDER = join(ROOT, "content/words");

function readTable(file: string): WordTable {
  return JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
}

export const TABLES: ReadonlyMap<string, WordTable> = new Map(
  readdirSync(FOLDER).map((file) => [file.replace(".json", ""), readTable(file)]),
);
