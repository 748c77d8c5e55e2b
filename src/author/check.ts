/**
 * Checks the owner's folder. Returns the findings as an object or as text.
 */

import { type Compilation, compile } from "../compile/compile.ts";
import type { CompileCache } from "../compile/files.ts";
import { locateFindings } from "../compile/json/json-file.ts";
import {
  type Finding,
  formatFinding,
  formatMessage,
  isError,
  type Message,
  type MessageCode,
  type MessageTable,
} from "../compile/messages.ts";
import type { FolderConfig } from "./folder.ts";
import { lintLines, lintTranslation, readTextFiles } from "./lint/lines.ts";
import { lintFacts, lintFiles } from "./lint/site.ts";

/** Message codes for content that the owner must still fill in or translate. */
const UNFINISHED_CODES: readonly MessageCode[] = ["advice-fill-in", "advice-position-missing", "advice-untranslated"];
/** A finished site may have up to this many strings in English, because some, e.g. "Villa", need no translation. */
const ENGLISH_STRINGS_MAX = 20;

/** Output of `--check --json`. `ok` means no errors. `isFinished` also means that nothing is left to fill in. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

export function checkFolder(config: FolderConfig, now: number): CheckReport {
  const { findings } = compileAndLint(config, now);
  const ok = !findings.some(isError);
  const isFinished = ok && countUnfinished(findings) === 0;
  return { folder: config.folderLabel, ok, isFinished, findings };
}

/** Returns all findings, errors first, and the compiled site if there are no errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompileCache) {
  const compilation = compile(config, cache);
  const today = new Date(now).toISOString().slice(0, 10);
  const advice = locateFindings(config, lint(config, compilation, today));
  const findings = [...compilation.findings, ...advice];
  findings.sort((a, b) => Number(isError(b)) - Number(isError(a)));
  return { site: compilation.site, findings };
}

/** Returns advice about a site without errors. Otherwise, the owner should first correct the errors. */
function lint(config: FolderConfig, { facts, site }: Compilation, today: string): Finding[] {
  if (facts === undefined || site === undefined) return [];
  const texts = readTextFiles(config);
  return [
    ...lintFacts(facts, today),
    ...lintLines(texts, facts.cottage.name),
    ...lintTranslation(texts, facts.site.language),
    ...lintFiles(config, texts),
  ];
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

/** Formats the number of findings per level, e.g. "Errors: 0, warnings: 2". */
export function formatCounts(findings: readonly Finding[], messages: MessageTable): string {
  const errors = findings.filter(isError).length;
  const values = { errors, warnings: findings.length - errors };
  return formatMessage({ code: "check-counts", values }, messages);
}
