/**
 * Turns phrases into sentences: English, or those of a translated table.
 *
 * It knows neither the owner's files nor what a sentence is about.
 */

import { fileURLToPath } from "node:url";
import { readText } from "./files.ts";
import type { Phrase } from "./phrase.ts";

const FILE_BYTES_MAX = 100_000;
const FOLDER = fileURLToPath(new URL("../../content/messages", import.meta.url));
const PLACEHOLDER = /\{(\w+)\}/g;

/** Sentences with `{placeholders}`, by code. */
export type MessageTable = Readonly<Record<string, string>>;

let english: MessageTable | undefined;

/** Returns a phrase as a sentence. A table may lack sentences; those are English. */
export function sentence({ code, values = {} }: Phrase, table: MessageTable = {}): string {
  // Read when first needed: most sites have no findings.
  english ??= readEnglish();
  const template = table[code] ?? english[code] ?? code;
  return template.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "object" ? sentence(value, table) : String(value);
  });
}

function readEnglish(): MessageTable {
  const text = readText(FOLDER, "en.json", FILE_BYTES_MAX);
  return typeof text === "string" ? JSON.parse(text) : {};
}
