/**
 * Translates the messages shown to the owner into the site's language.
 */

import { parseLanguage } from "../compile/corrections.ts";
import { readBytes } from "../compile/files.ts";
import {
  type Finding,
  formatFinding,
  formatMessage,
  isError,
  LEVELS,
  loadMessages,
  type MessageCode,
  type MessageTable,
  type MessageValues,
} from "../compile/messages.ts";

const FILE_BYTES_MAX = 1_000_000;

/**
 * Captures the language in `site.json`: either a code ("de" in "de-AT") or a name ("German"). A regular expression also
 * finds it in invalid JSON, so that syntax errors can be reported in that language.
 */
const LANGUAGE = /"language"\s*:\s*"(\p{L}+)[-"]/u;

export function loadTranslations(dataDirectory: string): MessageTable {
  return loadMessages(siteLanguage(dataDirectory));
}

export function translateMessage(dataDirectory: string, code: MessageCode, values: MessageValues = {}): string {
  return formatMessage({ code, values }, loadTranslations(dataDirectory));
}

/** Reads the language from `site.json`, which may be invalid JSON. The default is "en". */
export function siteLanguage(dataDirectory: string): string {
  const { content = Buffer.alloc(0) } = readBytes(dataDirectory, "site.json", FILE_BYTES_MAX);
  // If the file was saved as UTF-16 by mistake, every other byte of ASCII text is zero. Remove the zero bytes to find
  // the language, so that the error about the encoding can be translated.
  const text = content.toString().replaceAll("\0", "");
  const language = LANGUAGE.exec(text)?.[1] ?? "en";
  // `parseLanguage` converts only names, e.g. "German", not codes.
  return parseLanguage(language) ?? language.toLowerCase();
}

export function formatErrors(findings: readonly Finding[], messages: MessageTable): string[] {
  return findings.filter(isError).map((error) => formatFinding(error, messages));
}

/** Formats the number of findings of each level, e.g. "Errors: 0, warnings: 2, notices: 1". */
export function formatCounts(findings: readonly Finding[], messages: MessageTable): string {
  const counts = LEVELS.map((name) => [`${name}s`, findings.filter(({ level }) => level === name).length]);
  return formatMessage({ code: "check-counts", values: Object.fromEntries(counts) }, messages);
}
