/**
 * Checks the owner's folder: compiles it, lints it, and returns the findings as an object or as text.
 */

import { compile } from "../compile/compile.ts";
import { locateFindings } from "../compile/json/json-file.ts";
import type { LoadedData } from "../compile/data/load.ts";
import {
  createFinding,
  type Finding,
  formatFinding,
  formatMessage,
  isError,
  LEVELS,
  type MessageCode,
  type MessageTable,
} from "../compile/messages.ts";
import type { CompressionCache } from "../compile/targets.ts";
import type { ConfigResult, FolderConfig } from "./folder-config.ts";
import { lintFacts } from "./lint/facts.ts";
import { lintFiles } from "./lint/files.ts";
import { lintPages } from "./lint/pages.ts";
import { formatCounts } from "./translations.ts";

/** Findings about environment variables show this label where other findings show a file name. */
const ENVIRONMENT_LABEL = "environment";
/** Matches a loopback host, or `localhost.invalid`, which is the default host of `url` in `cottage.json`. */
const LOCAL_HOST = /^(?:localhost(?:\.invalid)?$|\[::1\]|127\.)/;

/** Output of `--check --json`. `ok` means no errors; `isFinished` means no errors and no unfilled placeholders. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

/** Compiles and lints the owner's folder. The report lists errors in the configuration first. */
export function checkFolder({ config, problems }: ConfigResult, now: number): CheckReport {
  const configErrors = problems.map((problem) =>
    createFinding("error", ENVIRONMENT_LABEL, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...configErrors, ...compileAndLint(config, now).findings];
  const hasNoErrors = !findings.some(isError);
  const isFinished = hasNoErrors && countPlaceholders(findings) === 0;
  return { folder: config.folderLabel, ok: hasNoErrors, isFinished, findings };
}

/** Returns all findings, most severe first, and the compiled site, which is undefined if there are errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompressionCache) {
  const { site, findings: compileFindings, data } = compile(config, cache);
  const advice = data === undefined ? [] : lint(config, data, now);
  // Report unused files only if there are no errors. An error, e.g. a misspelt file name, may be why a file is unused.
  const fileAdvice = site === undefined ? [] : lintFiles(config);
  const findings = [...compileFindings, ...advice, ...fileAdvice];
  const sortedFindings = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
  return { site, findings: sortedFindings };
}

function lint(config: FolderConfig, data: LoadedData, now: number): Finding[] {
  const { baseUrl, contentDirectory } = config;
  return [
    ...lintData(data, baseUrl, now),
    ...lintPages(contentDirectory, data.facts.cottage.name),
    ...lintPublicAddress(baseUrl, data.facts.cottage.url),
  ];
}

function lintData(data: LoadedData, baseUrl: string, now: number): Finding[] {
  // Data with errors contains fallback values, so advice on it would be misleading.
  if (data.findings.length > 0) return [];
  const today = new Date(now).toISOString().slice(0, 10);
  return locateFindings(data.texts, [...lintFacts(data.facts, today, baseUrl)]);
}

/** Checks the address of the published site: the base URL or, if that is local, `url` in `cottage.json`. */
function lintPublicAddress(baseUrl: string, cottageUrl: string): Finding[] {
  if (isLocalUrl(baseUrl)) {
    if (!isLocalUrl(cottageUrl)) return [];
    // Both addresses are local, so the owner has not entered the public address yet.
    return [createFinding("notice", "data/cottage.json", { code: "advice-url-missing" })];
  }
  if (new URL(baseUrl).protocol === "https:") return [];
  return [createFinding("warning", ENVIRONMENT_LABEL, { code: "advice-base-url-http", values: { baseUrl } })];
}

function isLocalUrl(url: string): boolean {
  return LOCAL_HOST.test(new URL(url).hostname);
}

function countPlaceholders(findings: readonly Finding[]): number {
  // Count the position 0, 0 of a new cottage (`advice-position-missing`) as a placeholder, because the owner
  // must replace it too.
  return findings.filter(({ code }) => code === "advice-fill-in" || code === "advice-position-missing").length;
}

/** Formats a heading, a line for each finding, and a summary: counts and a conclusion, e.g. "There are errors". */
export function formatReport(report: CheckReport, messages: MessageTable): string {
  const { folder, findings } = report;
  const heading = formatMessage({ code: "check-folder", values: { folder } }, messages);
  const findingLines = findings.map((finding) => formatFinding(finding, messages));
  // `selectConclusion` returns one of three messages. Only one of them, `check-unfinished`, shows `count`.
  const values = { count: countPlaceholders(findings) };
  const conclusion = formatMessage({ code: selectConclusion(report), values }, messages);
  const summary = `${formatCounts(findings, messages)}. ${conclusion}`;
  return [heading, ...findingLines, summary].join("\n");
}

function selectConclusion({ ok, isFinished }: CheckReport): MessageCode {
  if (!ok) return "check-errors";
  return isFinished ? "check-finished" : "check-unfinished";
}
