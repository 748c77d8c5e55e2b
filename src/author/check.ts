/**
 * Checks the owner's folder: compiles it, lints it, and reports all findings as text or as an object for JSON.
 *
 * The rules are in `lint/`. This module does not print.
 */

import type { Config, Configured } from "../config.ts";
import { sourceFolders } from "./folder-source.ts";
import type { CompileCache } from "../compile/compile-cache.ts";
import { compile } from "../compile/compile.ts";
import { findingsAt, type LoadedData } from "../compile/data/load.ts";
import { readText } from "../compile/files.ts";
import { createFinding, type Finding, isError, LEVELS } from "../compile/finding.ts";
import { formatPhrase, type MessageTable } from "../compile/messages.ts";
import type { MessageCode } from "../compile/phrase.ts";
import { siteImageNames } from "../compile/pictures/photographs.ts";
import type { CompiledSite } from "../serve/site.ts";
import { FILE_BYTES_MAX } from "../compile/pages/files.ts";
import { adviceOnFacts } from "./lint/facts.ts";
import { adviceOnFiles } from "./lint/files.ts";
import { adviceOnPages } from "./lint/pages.ts";
import { isTranslated, translatedCounts, translatedLine } from "./translations.ts";

/** Shown instead of a file name in findings about environment variables. */
const ENVIRONMENT = "environment";
const LOOPBACK_HOST = /^(?:localhost$|\[::1\]|127\.)/;

/** Result of a check, in the shape that `--check --json` prints. */
interface Report {
  readonly folder: string;
  /** Whether the site can be served: there are no errors. */
  readonly ok: boolean;
  /** Whether the site can be served and has no placeholders left to fill in. */
  readonly isFinished: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Checks the settings, data files and pages of a site.
 *
 * @param now current time in milliseconds since 1970
 */
export function check({ config, problems }: Configured, now: number): Report {
  const settingsErrors = problems.map((problem) =>
    createFinding("error", ENVIRONMENT, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...settingsErrors, ...compileAndLint(config, now).findings];
  const ok = !findings.some(isError);
  return { folder: sourceFolders(config), ok, isFinished: ok && countPlaceholders(findings) === 0, findings };
}

/**
 * Compiles and lints the site. Returns the site, which is undefined if there are errors, and the findings sorted by
 * level: errors, warnings, notices.
 */
export function compileAndLint(config: Config, now: number, cache?: CompileCache) {
  const { site, findings: compileFindings, data } = compile(config, cache);
  const advice = data === undefined ? [] : lint(config, data, now, toolTextOf(site));
  const findings = [...replaceOldPageErrors(compileFindings, config.contentDirectory), ...advice];
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  return { site, findings: findings.sort((one, other) => rank(one) - rank(other)) };
}

/**
 * Replaces all findings about `developers.md` by one error if the page is a copy made by version 1.0.0.
 *
 * The placeholders of that copy no longer exist, so each would be reported as an error of its own.
 */
function replaceOldPageErrors(findings: readonly Finding[], contentDirectory: string): readonly Finding[] {
  const { content } = readText(contentDirectory, "developers.md", FILE_BYTES_MAX);
  if (!content?.includes("{{developers.overview}}")) return findings;
  const file = "content/developers.md";
  const otherFindings = findings.filter((finding) => finding.file !== file);
  return [...otherFindings, createFinding("error", file, { code: "advice-developers-copy" })];
}

/** Returns the description of the MCP tool `get-cottage`, or undefined if there is no site. */
function toolTextOf(site: CompiledSite | undefined): string | undefined {
  const tool = site?.mcp.tools.find(({ name }) => name === "get-cottage");
  return tool === undefined ? undefined : String(Reflect.get(tool.description, "description"));
}

/** @param toolText description of the MCP tool `get-cottage`, or undefined if there is no site */
function lint(config: Config, data: LoadedData, now: number, toolText: string | undefined): Finding[] {
  const context = { today: new Date(now).toISOString().slice(0, 10), baseUrl: config.baseUrl, toolText };
  const { cottage, site } = data.facts;
  // Invalid facts are replaced by placeholders during compilation, so advice on them would be wrong.
  const isValid = data.findings.length === 0;
  const factsAdvice = isValid ? adviceOnFacts(data.facts, context) : [];
  return [
    ...findingsAt(data.texts, factsAdvice),
    ...adviceOnFiles(config, isValid ? siteImageNames(site) : undefined),
    ...adviceOnPages(config.contentDirectory, cottage.name),
    ...adviceOnBaseUrl(config.baseUrl),
  ];
}

/** Reports a BASE_URL without HTTPS: a notice on the owner's own machine, otherwise a warning. */
function adviceOnBaseUrl(baseUrl: string): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const values = { baseUrl };
  if (LOOPBACK_HOST.test(hostname)) {
    return [createFinding("notice", ENVIRONMENT, { code: "advice-base-url-local", values })];
  }
  return [createFinding("warning", ENVIRONMENT, { code: "advice-base-url-http", values })];
}

/** Returns the number of placeholders that the owner still has to replace by facts. */
function countPlaceholders(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => code === "advice-fill-in" || code === "advice-position-missing").length;
}

/**
 * Formats a report: a heading, one line for each finding, the counts by level, and what is left to do.
 *
 * @param table messages in the owner's language; English if undefined
 */
export function checkText(report: Report, table?: MessageTable): string {
  const { folder, findings } = report;
  const heading = formatPhrase({ code: "check-folder", values: { folder } }, table);
  const findingLines = findings.map((finding) => translatedLine(finding, table));
  const values = { count: countPlaceholders(findings) };
  const conclusion = formatPhrase({ code: conclusionOf(report), values }, table);
  const lines = [heading, ...findingLines, `${translatedCounts(findings, table)}. ${conclusion}`];
  const isPartlyEnglish = table !== undefined && !isTranslated(findings, table);
  if (isPartlyEnglish) lines.push(formatPhrase({ code: "check-some-english" }, table));
  return lines.join("\n");
}

function conclusionOf({ ok, isFinished }: Report): MessageCode {
  if (!ok) return "check-errors";
  return isFinished ? "check-finished" : "check-unfinished";
}
