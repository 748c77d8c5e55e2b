/**
 * Translates the output of `--check` and `--watch` into the site's language. JSON reports are not translated.
 */

import { readText } from "../compile/files.ts";
import { type Finding, type FindingLevel, formatLocation } from "../compile/finding.ts";
import { formatPhrase, type MessageTable } from "../compile/messages.ts";
import type { Config } from "../config.ts";

const FILE_BYTES_MAX = 1_000_000;

/** Captures the base language in `site.json`. A regular expression is used because the JSON may be invalid. */
const LANGUAGE = /"language"\s*:\s*"([A-Za-z]{2,3})[-"]/;

/** Loads the messages in the site's language. Returns undefined, which means English, if there is no translation. */
export function loadTranslations(folders: Pick<Config, "dataDirectory" | "programContent">): MessageTable | undefined {
  const language = siteLanguage(folders.dataDirectory) ?? "en";
  const { content } = readText(folders.programContent, `messages/${language}.json`, FILE_BYTES_MAX);
  return content === undefined ? undefined : JSON.parse(content);
}

/** Returns the base language of a site, e.g. "de" for `de-AT`, or undefined if `site.json` has none. */
export function siteLanguage(dataDirectory: string): string | undefined {
  const { content = "" } = readText(dataDirectory, "site.json", FILE_BYTES_MAX);
  return LANGUAGE.exec(content)?.[1]?.toLowerCase();
}

/** Formats a finding as a line of text, translated if messages are given and in English otherwise. */
export function translatedLine(finding: Finding, messages?: MessageTable): string {
  const { level, code, values = {} } = finding;
  const levelName = formatPhrase({ code: `level-${level}` }, messages);
  return `${formatLocation(finding)}: ${levelName}: ${formatPhrase({ code, values }, messages)}`;
}

/** Formats the numbers of errors, warnings and notices, translated if messages are given and in English otherwise. */
export function translatedCounts(findings: readonly Finding[], messages?: MessageTable): string {
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length;
  const values = { errors: count("error"), warnings: count("warning"), notices: count("notice") };
  return formatPhrase({ code: "check-counts", values }, messages);
}
