/**
 * Finds the translated sentences for what `--check` and `--watch` print.
 *
 * Reports for programs stay English, and so do sentences that no table has.
 */

import { readText } from "../compile/files.ts";
import { counted, type Finding, findingLine, findingPlace, type Level } from "../compile/finding.ts";
import { type MessageTable, sentence } from "../compile/messages.ts";

const FILE_BYTES_MAX = 1_000_000;

/** The first `language` of `site.json`. Found by its text, because the file may contain mistakes. */
const LANGUAGE = /"language"\s*:\s*"([A-Za-z]{2,3})[-"]/;

type Folders = Readonly<Record<"dataDirectory" | "programContent", string>>;

/** Returns the sentences in the language of the site, or undefined if that is English or has no table. */
export function loadTranslations({ dataDirectory, programContent }: Folders): MessageTable | undefined {
  const language = siteLanguage(dataDirectory);
  if (language === undefined || language === "en") return undefined;
  const table = readText(programContent, `messages/${language}.json`, FILE_BYTES_MAX);
  return typeof table === "string" ? JSON.parse(table) : undefined;
}

/** Returns the base language of a site, e.g. "de" for `de-AT`, or undefined if it cannot be found. */
export function siteLanguage(dataDirectory: string): string | undefined {
  const site = readText(dataDirectory, "site.json", FILE_BYTES_MAX);
  return typeof site === "string" ? LANGUAGE.exec(site)?.[1]?.toLowerCase() : undefined;
}

/** Formats a finding in the language of the table, or in English without one. */
export function translatedLine(finding: Finding, table?: MessageTable): string {
  const { level, code, values = {} } = finding;
  if (table === undefined) return findingLine(finding);
  const translated = sentence({ code, values }, table);
  return `${findingPlace(finding)}: ${sentence({ code: `level-${level}` }, table)}: ${translated}`;
}

/** Counts findings by level in the language of the table, or in English without one. */
export function translatedCounts(findings: readonly Finding[], table?: MessageTable): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const numbers = { errors: count("error"), warnings: count("warning"), notices: count("notice") };
  return sentence({ code: "check-counts", values: { counts: counted(findings), ...numbers } }, table);
}

/** Tells whether every finding has a sentence in the table. */
export function isTranslated(findings: readonly Finding[], table: MessageTable): boolean {
  return findings.every(({ code }) => Object.hasOwn(table, code));
}
