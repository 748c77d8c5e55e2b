/**
 * Checks the owner's folder. Returns the findings as an object or as text.
 */

import { type Compilation, compile } from "../compile/compile.ts";
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
import type { ConfigResult, FolderConfig } from "./folder.ts";
import { lintFacts, lintNotes } from "./lint/facts.ts";
import { lintFiles, lintPages, lintTranslation, readPages } from "./lint/files.ts";

/** Shown instead of a file name in findings about environment variables. */
const ENVIRONMENT_LABEL = "environment";

/** Message codes for content that the owner must still fill in or translate. */
const UNFINISHED_CODES: readonly MessageCode[] = ["advice-fill-in", "advice-position-missing", "advice-untranslated"];
/** A finished site may have up to this many strings in English, because some, e.g. "Villa", need no translation. */
const ENGLISH_STRINGS_MAX = 20;

/** Output of `--check --json`. `ok` means no errors. `isFinished` also means that nothing is left to fill in. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

/** Compiles and lints the folder. Also reports `problems`, the errors in environment variables. */
export function checkFolder({ config, problems }: ConfigResult, now: number): CheckReport {
  const environmentErrors = problems.map((problem) =>
    createFinding("error", ENVIRONMENT_LABEL, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...environmentErrors, ...compileAndLint(config, now).findings];
  const ok = !findings.some(isError);
  const isFinished = ok && countUnfinished(findings) === 0;
  return { folder: config.folderLabel, ok, isFinished, findings };
}

/** Returns all findings, most severe first, and the compiled site if there are no errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompileCache) {
  const compilation = compile(config, cache);
  const today = new Date(now).toISOString().slice(0, 10);
  const advice = locateFindings(config, lint(config, compilation, today));
  const findings = [...compilation.findings, ...advice];
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  return { site: compilation.site, findings: findings.toSorted((a, b) => rank(a) - rank(b)) };
}

function lint(config: FolderConfig, { facts, site }: Compilation, today: string): Finding[] {
  // `facts` is undefined if there are errors in the data.
  if (facts === undefined) return [];
  const { cottage, site: siteFacts } = facts;
  const pages = readPages(config.contentDirectory);
  const advice = [
    ...lintFacts(facts, today, config.baseUrl),
    ...lintTranslation(pages, siteFacts.language),
    ...lintPages(pages, cottage.name),
    ...lintPublicAddress(config.baseUrl, cottage.url),
  ];
  // Only a compiled site shows which notes and files are used.
  if (site !== undefined) advice.push(...lintNotes(siteFacts, site.mcp), ...lintFiles(config, pages));
  return advice;
}

/** Matches a loopback host, or `localhost.invalid`, the default host in `cottage.json`. */
const LOCAL_HOST = /^(?:localhost(?:\.invalid)?$|\[::1\]|127\.)/;

/** Reports that the site has no public address yet, or that its public base URL lacks HTTPS. */
function lintPublicAddress(baseUrl: string, cottageUrl: string): Finding[] {
  const isPublic = (url: string) => !LOCAL_HOST.test(new URL(url).hostname);
  if (isPublic(baseUrl)) {
    if (baseUrl.startsWith("https:")) return [];
    return [createFinding("warning", ENVIRONMENT_LABEL, { code: "advice-base-url-http", values: { baseUrl } })];
  }
  // Owners can also set the public address as `url` in `cottage.json`.
  if (isPublic(cottageUrl)) return [];
  return [createFinding("notice", "data/cottage.json", { code: "advice-url-missing" })];
}

function countUnfinished(findings: readonly Finding[]): number {
  const count = findings.filter(({ code }) => UNFINISHED_CODES.includes(code)).length;
  const untranslated = findings.find(({ code }) => code === "words-missing");
  const englishStrings = Number(untranslated?.values?.["count"] ?? 0);
  return englishStrings > ENGLISH_STRINGS_MAX ? count + englishStrings : count;
}

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
