/**
 * Checks the owner's folder: compiles it, lints it, and returns the findings as an object or as text.
 */

import type { CompileCache } from "../compile/compile-cache.ts";
import { compile } from "../compile/compile.ts";
import { locateFindings } from "../compile/data/json-file.ts";
import type { LoadedData } from "../compile/data/load.ts";
import { createFinding, type Finding, formatFinding, isError, LEVELS } from "../compile/finding.ts";
import { formatMessage, type MessageTable } from "../compile/messages.ts";
import type { MessageCode } from "../compile/message.ts";
import { siteImageNames } from "../compile/pictures/photographs.ts";
import type { CompiledSite } from "../serve/site.ts";
import type { FolderConfig, FolderConfigured } from "./folder-config.ts";
import { describeFolders } from "./folder-source.ts";
import { lintFacts } from "./lint/facts.ts";
import { lintFiles } from "./lint/files.ts";
import { lintPages } from "./lint/pages.ts";
import { translatedCounts } from "./translations.ts";

/** Shown instead of a file name in findings about environment variables. */
const ENVIRONMENT = "environment";
const LOOPBACK_HOST = /^(?:localhost$|\[::1\]|127\.)/;

/** Output of `--check --json`. A site is finished if there are neither errors nor placeholders to fill in. */
type CheckReport = Readonly<{ folder: string; ok: boolean; isFinished: boolean; findings: readonly Finding[] }>;

/** Checks the settings, data files and pages of a site. `now` is the time in milliseconds since the epoch. */
export function check({ config, problems }: FolderConfigured, now: number): CheckReport {
  const settingsErrors = problems.map((problem) =>
    createFinding("error", ENVIRONMENT, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...settingsErrors, ...compileAndLint(config, now).findings];
  const ok = !findings.some(isError);
  const isFinished = ok && countUnfilledPlaceholders(findings) === 0;
  return { folder: describeFolders(config), ok, isFinished, findings };
}

/** Compiles and lints the site. Returns the findings, most severe first, and the site unless there are errors. */
export function compileAndLint(config: FolderConfig, now: number, cache?: CompileCache) {
  const { site, findings: compileFindings, data } = compile(config, cache);
  const advice = data === undefined ? [] : lint(config, data, now, site);
  const findings = [...replaceOldPageFindings(compileFindings), ...advice];
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  return { site, findings: findings.sort((a, b) => rank(a) - rank(b)) };
}

const DEVELOPERS_PAGE = "content/developers.md";
/** This placeholder existed only in version 1.0.0, so a page that uses it must have been copied from that version. */
const REMOVED_PLACEHOLDER = "developers.overview";

/** If the developers page dates from version 1.0.0, replaces all findings about it with advice to delete it. */
function replaceOldPageFindings(findings: readonly Finding[]): readonly Finding[] {
  const hasOldPage = findings.some(
    ({ file, values }) => file === DEVELOPERS_PAGE && values?.["name"] === REMOVED_PLACEHOLDER,
  );
  if (!hasOldPage) return findings;
  const otherFindings = findings.filter(({ file }) => file !== DEVELOPERS_PAGE);
  return [...otherFindings, createFinding("error", DEVELOPERS_PAGE, { code: "advice-developers-copy" })];
}

/** Returns advice on the files, the pages and BASE_URL, and on the facts if they are valid. */
function lint(config: FolderConfig, data: LoadedData, now: number, site: CompiledSite | undefined): Finding[] {
  const { facts, texts } = data;
  const { baseUrl, contentDirectory } = config;
  const today = new Date(now).toISOString().slice(0, 10);
  // Skip linting the facts if any are invalid: invalid values have been replaced by fallbacks, so the findings would be
  // misleading.
  const areFactsValid = data.findings.length === 0;
  const factFindings = areFactsValid ? [...lintFacts(facts, today, baseUrl, cottageToolText(site))] : [];
  const imageNames = areFactsValid ? siteImageNames(facts.site) : undefined;
  return [
    ...locateFindings(texts, factFindings),
    ...lintFiles(config, imageNames),
    ...lintPages(contentDirectory, facts.cottage.name),
    ...lintBaseUrl(baseUrl),
  ];
}

/** Returns the description of the MCP tool `get-cottage`, or undefined if the site did not compile. */
function cottageToolText(site: CompiledSite | undefined): string | undefined {
  const tool = site?.mcp.tools.find(({ name }) => name === "get-cottage");
  return tool === undefined ? undefined : String(Reflect.get(tool.definition, "description"));
}

/** Warns about a BASE_URL that does not use HTTPS. If its host is a loopback address, returns only a notice. */
function lintBaseUrl(baseUrl: string): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const values = { baseUrl };
  const isLoopback = LOOPBACK_HOST.test(hostname);
  if (isLoopback) return [createFinding("notice", ENVIRONMENT, { code: "advice-base-url-local", values })];
  return [createFinding("warning", ENVIRONMENT, { code: "advice-base-url-http", values })];
}

function countUnfilledPlaceholders(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => code === "advice-fill-in" || code === "advice-position-missing").length;
}

export function formatReport(report: CheckReport, messages: MessageTable): string {
  const { folder, findings } = report;
  const heading = formatMessage({ code: "check-folder", values: { folder } }, messages);
  const findingLines = findings.map((finding) => formatFinding(finding, messages));
  const values = { count: countUnfilledPlaceholders(findings) };
  const conclusion = formatMessage({ code: conclusionCode(report), values }, messages);
  return [heading, ...findingLines, `${translatedCounts(findings, messages)}. ${conclusion}`].join("\n");
}

function conclusionCode({ ok, isFinished }: CheckReport): MessageCode {
  if (!ok) return "check-errors";
  return isFinished ? "check-finished" : "check-unfinished";
}
