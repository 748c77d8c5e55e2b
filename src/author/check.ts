/**
 * Checks the owner's folder. Returns the findings as an object or as text.
 */

import { type Compilation, compile } from "../compile/compile.ts";
import type { CompileCache } from "../compile/files.ts";
import { locateFindings } from "../compile/json/json-file.ts";
import { formatFinding, formatMessage, isError } from "../compile/messages.ts";
import type { Finding, MessageCode, MessageTable } from "../compile/messages.ts";
import type { FolderConfig } from "./folder.ts";
import { lintLines, readTextFiles } from "./lint/lines.ts";
import { findUnusedFiles, lintFacts } from "./lint/site.ts";

const UNFINISHED_CODES: readonly MessageCode[] = ["advice-fill-in", "advice-position-missing"];

/** Output of `--check --json`. If `ok`, there are no errors. If `isFinished`, there is also nothing left to fill in. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

export function checkFolder(config: FolderConfig, now: number): CheckReport {
  const { findings } = compileAndLint(config, now);
  const ok = !findings.some(isError);
  const isFinished = ok && !findings.some(({ code }) => UNFINISHED_CODES.includes(code));
  return { folder: config.folderLabel, ok, isFinished, findings };
}

/** Returns all errors and warnings, in this order, and the compiled site if there are no errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompileCache) {
  const compilation = compile(config, cache);
  const today = new Date(now).toISOString().slice(0, 10);
  const advice = lint(config, compilation, today);
  const adviceWithLines = locateFindings(config, advice);
  const allFindings = [...compilation.findings, ...adviceWithLines];
  const errors = allFindings.filter(isError);
  const warnings = allFindings.filter((finding) => !isError(finding));
  return { site: compilation.site, findings: [...errors, ...warnings] };
}

/** Returns advice about a site, or nothing if the site has errors, which the owner should correct first. */
function lint(config: FolderConfig, { facts, site }: Compilation, today: string): Finding[] {
  if (facts === undefined || site === undefined) return [];
  const texts = readTextFiles(config);
  return [...lintFacts(facts, today), ...lintLines(texts, facts.cottage.name), ...findUnusedFiles(config, texts)];
}

export function formatReport({ folder, isFinished, findings }: CheckReport, messages: MessageTable): string {
  const heading = formatMessage({ code: "check-folder", values: { folder } }, messages);
  const findingLines = findings.map((finding) => formatFinding(finding, messages));
  const conclusion = formatMessage({ code: isFinished ? "check-finished" : "check-unfinished" }, messages);
  return [heading, ...findingLines, `${formatCounts(findings, messages)}. ${conclusion}`].join("\n");
}

export function formatCounts(findings: readonly Finding[], messages: MessageTable): string {
  const errors = findings.filter(isError).length;
  const values = { errors, warnings: findings.length - errors };
  return formatMessage({ code: "check-counts", values }, messages);
}
