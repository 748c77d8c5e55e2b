/**
 * Translates the output of `--check` and `--watch` into the language of the site.
 *
 * Sentences without a translation stay in English. JSON reports are not translated.
 */

import { readText } from "../compile/files.ts";
import { counted, type Finding, findingLine, findingPlace, type Level } from "../compile/finding.ts";
import { type MessageTable, sentence } from "../compile/messages.ts";

const FILE_BYTES_MAX = 1_000_000;

/** Captures the language in `site.json`. A regular expression, because the file may not be valid JSON yet. */
const LANGUAGE = /"language"\s*:\s*"([A-Za-z]{2,3})[-"]/;

type Folders = Readonly<Record<"dataDirectory" | "programContent", string>>;

/** Loads the messages in the language of the site. Returns undefined if that is English or has no translation. */
export function loadTranslations({ dataDirectory, programContent }: Folders): MessageTable | undefined {
  const language = siteLanguage(dataDirectory);
  if (language === undefined || language === "en") return undefined;
  const table = readText(programContent, `messages/${language}.json`, FILE_BYTES_MAX);
  return typeof table === "string" ? JSON.parse(table) : undefined;
}

/** Returns the base language of a site, e.g. "de" for `de-AT`, or undefined if `site.json` has none. */
export function siteLanguage(dataDirectory: string): string | undefined {
  const site = readText(dataDirectory, "site.json", FILE_BYTES_MAX);
  return typeof site === "string" ? LANGUAGE.exec(site)?.[1]?.toLowerCase() : undefined;
}

/** Formats a finding as a line of text, in the language of the table, or in English without one. */
export function translatedLine(finding: Finding, table?: MessageTable): string {
  const { level, code, values = {} } = finding;
  if (table === undefined) return findingLine(finding);
  const levelName = sentence({ code: `level-${level}` }, table);
  const message = sentence({ code, values }, table);
  return `${findingPlace(finding)}: ${levelName}: ${message}`;
}

/** Formats the number of errors, warnings and notices in the language of the table, or in English without one. */
export function translatedCounts(findings: readonly Finding[], table?: MessageTable): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const numbers = { errors: count("error"), warnings: count("warning"), notices: count("notice") };
  return sentence({ code: "check-counts", values: { counts: counted(findings), ...numbers } }, table);
}

/** Returns whether the table has a translation for every finding. */
export function isTranslated(findings: readonly Finding[], table: MessageTable): boolean {
  return findings.every(({ code }) => Object.hasOwn(table, code));
}
