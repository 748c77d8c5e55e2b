/**
 * Checks the owner's folder: compiles it, lints it, and returns the findings as an object or as text.
 */

import type { CompileCache } from "../compile/compile-cache.ts";
import { compile } from "../compile/compile.ts";
import { locateFindings } from "../compile/data/json-file.ts";
import type { LoadedData } from "../compile/data/load.ts";
import { createFinding, type Finding, formatFinding, isError, LEVELS } from "../compile/finding.ts";
import type { MessageCode } from "../compile/message.ts";
import { formatMessage, type MessageTable } from "../compile/messages.ts";
import type { CompiledSite } from "../serve/site.ts";
import type { ConfigResult, FolderConfig } from "./folder-config.ts";
import { lintFacts } from "./lint/facts.ts";
import { lintFiles } from "./lint/files.ts";
import { lintPages } from "./lint/pages.ts";
import { formatCounts } from "./translations.ts";

/** Shown in place of a file name in findings about environment variables. */
const ENVIRONMENT = "environment";
const LOOPBACK_HOST = /^(?:localhost$|\[::1\]|127\.)/;

/** Output of `--check --json`. `ok` means no errors; `isFinished` means no errors and no unfilled placeholders. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

/** Compiles and lints the owner's folder. Reports the findings after any errors in the configuration. */
export function checkFolder({ config, problems }: ConfigResult, now: number): CheckReport {
  const configErrors = problems.map((problem) =>
    createFinding("error", ENVIRONMENT, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...configErrors, ...compileAndLint(config, now).findings];
  const hasErrors = findings.some(isError);
  const isFinished = !hasErrors && countPlaceholders(findings) === 0;
  return { folder: config.folderLabel, ok: !hasErrors, isFinished, findings };
}

/** Returns the findings, most severe first, and the compiled site, which is undefined if there are errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompileCache) {
  const { site, findings: compileFindings, data } = compile(config, cache);
  const advice = data === undefined ? [] : lint(config, data, now, site);
  const findings = [...compileFindings, ...advice];
  const sortedFindings = LEVELS.flatMap((name) => findings.filter(({ level }) => level === name));
  return { site, findings: sortedFindings };
}

/** Returns advice on the data, unused files, pages and the base URL. `site` is undefined if there are errors. */
function lint(config: FolderConfig, data: LoadedData, now: number, site: CompiledSite | undefined): Finding[] {
  const { baseUrl, contentDirectory } = config;
  return [
    ...lintData(data, baseUrl, now, site),
    ...lintFiles(config),
    ...lintPages(contentDirectory, data.facts.cottage.name),
    ...lintBaseUrl(baseUrl),
  ];
}

/** Returns advice on the data. Returns none if the data has errors, because it then contains fallback values. */
function lintData(data: LoadedData, baseUrl: string, now: number, site: CompiledSite | undefined): Finding[] {
  if (data.findings.length > 0) return [];
  const today = new Date(now).toISOString().slice(0, 10);
  // `lintFacts` warns about the owner's sentences that did not fit into the description of this MCP tool.
  const cottageTool = site?.mcp.tools.find(({ name }) => name === "get-cottage");
  const fieldFindings = lintFacts(data.facts, today, baseUrl, cottageTool?.definition.description);
  return locateFindings(data.texts, [...fieldFindings]);
}

function lintBaseUrl(baseUrl: string): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const isLocal = LOOPBACK_HOST.test(hostname);
  const code = isLocal ? "advice-base-url-local" : "advice-base-url-http";
  return [createFinding(isLocal ? "notice" : "warning", ENVIRONMENT, { code, values: { baseUrl } })];
}

function countPlaceholders(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => code === "advice-fill-in" || code === "advice-position-missing").length;
}

/**
 * Formats the report: a line for the folder, one for each finding, and a summary. The summary counts the findings, and
 * says whether the site can go online and how many placeholders are left.
 */
export function formatReport(report: CheckReport, messages: MessageTable): string {
  const { folder, findings } = report;
  const heading = formatMessage({ code: "check-folder", values: { folder } }, messages);
  const findingLines = findings.map((finding) => formatFinding(finding, messages));
  const placeholderCount = countPlaceholders(findings);
  const conclusion = formatMessage({ code: conclusionCode(report), values: { count: placeholderCount } }, messages);
  const summary = `${formatCounts(findings, messages)}. ${conclusion}`;
  return [heading, ...findingLines, summary].join("\n");
}

function conclusionCode({ ok, isFinished }: CheckReport): MessageCode {
  if (!ok) return "check-errors";
  return isFinished ? "check-finished" : "check-unfinished";
}
