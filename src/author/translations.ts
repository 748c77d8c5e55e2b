/**
 * Translates the output of `--check` and `--watch` into the language of the site.
 *
 * Sentences without a translation stay in English. JSON reports are not translated.
 */

import { readText } from "../compile/files.ts";
import { countFindings, type Finding, type FindingLevel, formatFinding, formatLocation } from "../compile/finding.ts";
import { formatPhrase, type MessageTable } from "../compile/messages.ts";

const FILE_BYTES_MAX = 1_000_000;

/** Captures the language in `site.json`. A regular expression, because the file may not be valid JSON yet. */
const LANGUAGE = /"language"\s*:\s*"([A-Za-z]{2,3})[-"]/;

type Folders = Readonly<Record<"dataDirectory" | "programContent", string>>;

/** Loads the messages in the language of the site. Returns undefined if that is English or has no translation. */
export function loadTranslations({ dataDirectory, programContent }: Folders): MessageTable | undefined {
  const language = siteLanguage(dataDirectory);
  if (language === undefined || language === "en") return undefined;
  const { content } = readText(programContent, `messages/${language}.json`, FILE_BYTES_MAX);
  return content === undefined ? undefined : JSON.parse(content);
}

/** Returns the base language of a site, e.g. "de" for `de-AT`, or undefined if `site.json` has none. */
export function siteLanguage(dataDirectory: string): string | undefined {
  const { content = "" } = readText(dataDirectory, "site.json", FILE_BYTES_MAX);
  return LANGUAGE.exec(content)?.[1]?.toLowerCase();
}

/** Formats a finding as a line of text, in the language of the table, or in English without one. */
export function translatedLine(finding: Finding, table?: MessageTable): string {
  const { level, code, values = {} } = finding;
  if (table === undefined) return formatFinding(finding);
  const levelName = formatPhrase({ code: `level-${level}` }, table);
  const message = formatPhrase({ code, values }, table);
  return `${formatLocation(finding)}: ${levelName}: ${message}`;
}

/** Formats the number of errors, warnings and notices in the language of the table, or in English without one. */
export function translatedCounts(findings: readonly Finding[], table?: MessageTable): string {
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length;
  const numbers = { errors: count("error"), warnings: count("warning"), notices: count("notice") };
  return formatPhrase({ code: "check-counts", values: { counts: countFindings(findings), ...numbers } }, table);
}

/** Returns whether the table has a translation for every finding. */
export function isTranslated(findings: readonly Finding[], table: MessageTable): boolean {
  return findings.every(({ code }) => Object.hasOwn(table, code));
}
