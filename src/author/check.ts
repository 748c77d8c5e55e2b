/**
 * Checks the owner's folder. Returns the findings as an object or as text.
 */

import { compile } from "../compile/compile.ts";
import type { LoadedData } from "../compile/data/load.ts";
import type { CompileCache } from "../compile/files.ts";
import { locateFindings } from "../compile/json/json-file.ts";
import {
  createFinding,
  type Finding,
  formatFinding,
  formatMessage,
  isError,
  LEVELS,
  type Message,
  type MessageCode,
  type MessageTable,
} from "../compile/messages.ts";
import type { CompiledSite } from "../serve/site.ts";
import type { ConfigResult, FolderConfig } from "./folder.ts";
import { lintFacts, lintNotes } from "./lint/facts.ts";
import { lintFiles, lintPages, lintTranslation } from "./lint/files.ts";

/** Stands in for the file name in findings about environment variables. */
const ENVIRONMENT_LABEL = "environment";

/** Codes of findings about what the owner must fill in or translate. */
const UNFINISHED_CODES: readonly MessageCode[] = ["advice-fill-in", "advice-position-missing", "advice-untranslated"];
/** Up to this many English strings are ignored: some, e.g. "Villa", need no translation. */
const ENGLISH_STRINGS_MAX = 20;

/** Output of `--check --json`. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

/** Compiles and lints the folder. */
export function checkFolder({ config, problems }: ConfigResult, now: number): CheckReport {
  const environmentErrors = problems.map((problem) =>
    createFinding("error", ENVIRONMENT_LABEL, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...environmentErrors, ...compileAndLint(config, now).findings];
  const isValid = !findings.some(isError);
  const isFinished = isValid && countUnfinished(findings) === 0;
  return { folder: config.folderLabel, ok: isValid, isFinished, findings };
}

/** Returns all findings, most severe first, and the compiled site if there are no errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompileCache) {
  const { site, findings, data } = compile(config, cache);
  // If a folder is missing, `data` is undefined, so give no advice.
  const advice = data === undefined ? [] : lintDataAndPages(config, data, now);
  const siteAdvice = site === undefined || data === undefined ? [] : lintSite(config, data, site);
  const locatedAdvice = locateFindings(config, [...advice, ...siteAdvice]);
  return { site, findings: sortBySeverity([...findings, ...locatedAdvice]) };
}

/** Returns advice about notes and files. If the site had errors, this advice could mislead. */
function lintSite(config: FolderConfig, { facts }: LoadedData, { mcp }: CompiledSite): Finding[] {
  const descriptions = mcp.tools.map(({ definition }) => definition.description);
  return [...lintNotes(facts.site, descriptions.join(" ")), ...lintFiles(config)];
}

function sortBySeverity(findings: readonly Finding[]): Finding[] {
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns advice on the data, pages and public address. */
function lintDataAndPages({ baseUrl, contentDirectory }: FolderConfig, data: LoadedData, now: number): Finding[] {
  const { facts } = data;
  const today = new Date(now).toISOString().slice(0, 10);
  // Data with errors contains fallback values, so give no advice about such data.
  const isDataValid = !data.findings.some(isError);
  return [
    ...(isDataValid ? lintFacts(facts, today, baseUrl) : []),
    ...(isDataValid ? lintTranslation(contentDirectory, facts.site.language) : []),
    ...lintPages(contentDirectory, facts.cottage.name),
    ...lintPublicAddress(baseUrl, facts.cottage.url),
  ];
}

/** Matches a loopback host, or `localhost.invalid`, the default host in `cottage.json`. */
const LOCAL_HOST = /^(?:localhost(?:\.invalid)?$|\[::1\]|127\.)/;

/** Reports a missing public address, or a public base URL without HTTPS. */
function lintPublicAddress(baseUrl: string, cottageUrl: string): Finding[] {
  const isLocal = (url: string) => LOCAL_HOST.test(new URL(url).hostname);
  if (isLocal(baseUrl) && isLocal(cottageUrl)) {
    return [createFinding("notice", "data/cottage.json", { code: "advice-url-missing" })];
  }
  // A local base URL needs no HTTPS, because the site is not published yet.
  if (isLocal(baseUrl) || baseUrl.startsWith("https:")) return [];
  return [createFinding("warning", ENVIRONMENT_LABEL, { code: "advice-base-url-http", values: { baseUrl } })];
}

function countUnfinished(findings: readonly Finding[]): number {
  const placeholders = findings.filter(({ code }) => UNFINISHED_CODES.includes(code)).length;
  const untranslated = findings.find(({ code }) => code === "words-missing");
  const englishStrings = Number(untranslated?.values?.["count"] ?? 0);
  return placeholders + (englishStrings > ENGLISH_STRINGS_MAX ? englishStrings : 0);
}

/** Formats a report as text: the folder, the findings, their counts and a conclusion. */
export function formatReport(report: CheckReport, messages: MessageTable): string {
  const { folder, findings } = report;
  const heading = formatMessage({ code: "check-folder", values: { folder } }, messages);
  const findingLines = findings.map((finding) => formatFinding(finding, messages));
  const conclusion = formatMessage(createConclusion(report), messages);
  return [heading, ...findingLines, `${formatCounts(findings, messages)}. ${conclusion}`].join("\n");
}

function createConclusion({ ok, isFinished, findings }: CheckReport): Message {
  if (!ok) return { code: "check-errors" };
  if (isFinished) return { code: "check-finished" };
  return { code: "check-unfinished", values: { count: countUnfinished(findings) } };
}

/** Formats the number of findings per level, e.g. "Errors: 0, warnings: 2, notices: 1". */
export function formatCounts(findings: readonly Finding[], messages: MessageTable): string {
  const counts = LEVELS.map((name) => [`${name}s`, findings.filter(({ level }) => level === name).length]);
  return formatMessage({ code: "check-counts", values: Object.fromEntries(counts) }, messages);
}
