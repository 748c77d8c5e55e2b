/**
 * Checks a site for its owner: compiles it, adds advice, and reports both as text for people or JSON for programs.
 */

import type { Config, Configured } from "../config.ts";
import { sourceFolders } from "./folder-source.ts";
import { type CompileCache, compile } from "../compile/compile.ts";
import { findingsAt, type LoadedData } from "../compile/data/load.ts";
import { readText } from "../compile/files.ts";
import { type Finding, findingOf, isError, LEVELS } from "../compile/finding.ts";
import { type MessageTable, sentence } from "../compile/messages.ts";
import { imagesOfSite } from "../compile/pictures/photographs.ts";
import type { CompiledSite } from "../serve/site.ts";
import { FILE_BYTES_MAX } from "../compile/pages/files.ts";
import { adviceOnFacts } from "./lint/facts.ts";
import { adviceOnFiles } from "./lint/files.ts";
import { adviceOnPages } from "./lint/pages.ts";
import { isTranslated, translatedCounts, translatedLine } from "./translations.ts";

/** Stands in place of a file in findings about settings. */
const ENVIRONMENT = "environment";
const LOOPBACK_HOST = /^(?:localhost$|\[::1\]|127\.)/;

type Report = ReturnType<typeof check>;

/** @param now milliseconds since 1970 */
export function check({ config, problems }: Configured, now: number) {
  const invalid = problems.map((problem) =>
    findingOf("error", ENVIRONMENT, { code: "environment-invalid", values: { problem } }),
  );
  const findings = [...invalid, ...compileAndLint(config, now).findings];
  const ok = !findings.some(isError);
  /** `isFinished` if the site can be served and nothing is left to fill in. */
  return { folder: sourceFolders(config), ok, isFinished: ok && leftToFillIn(findings) === 0, findings };
}

/** Compiles the site once and adds advice to the findings. Errors come first, then warnings, then notices. */
export function compileAndLint(config: Config, now: number, cache?: CompileCache) {
  const { site, findings: found, data } = compile(config, cache, true);
  const findings = withoutOldPage(found, config.contentDirectory);
  const advice = data === undefined ? [] : lint(config, data, now, toolTextOf(site));
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  return { site, findings: [...findings, ...advice].sort((one, other) => rank(one) - rank(other)) };
}

/** Replaces the errors of the page for developers, if it is the copy that version 1.0.0 made, by one. */
function withoutOldPage(findings: readonly Finding[], contentDirectory: string): readonly Finding[] {
  const text = readText(contentDirectory, "developers.md", FILE_BYTES_MAX);
  if (typeof text !== "string" || !text.includes("{{developers.overview}}")) return findings;
  const file = "content/developers.md";
  return [
    ...findings.filter((finding) => finding.file !== file),
    findingOf("error", file, { code: "advice-developers-copy" }),
  ];
}

function toolTextOf(site: CompiledSite | undefined): string | undefined {
  const tool = site?.mcp.tools.find(({ name }) => name === "get-cottage");
  return tool === undefined ? undefined : String(Reflect.get(tool.description, "description"));
}

function lint(config: Config, data: LoadedData, now: number, toolText: string | undefined): Finding[] {
  const context = { today: new Date(now).toISOString().slice(0, 10), baseUrl: config.baseUrl, toolText };
  const { cottage, site } = data.facts;
  // The placeholders of invalid facts deserve no advice.
  const isValid = data.findings.length === 0;
  const remarks = isValid ? adviceOnFacts(data.facts, context) : [];
  return [
    ...findingsAt(data.texts, remarks),
    ...adviceOnFiles(config, isValid ? imagesOfSite(site) : undefined),
    ...adviceOnPages(config.contentDirectory, cottage.name),
    ...adviceOnBaseUrl(config.baseUrl),
  ];
}

function adviceOnBaseUrl(baseUrl: string): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const isLocal = LOOPBACK_HOST.test(hostname);
  const code = isLocal ? "advice-base-url-local" : "advice-base-url-http";
  return [findingOf(isLocal ? "notice" : "warning", ENVIRONMENT, { code, values: { baseUrl } })];
}

function leftToFillIn(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => code === "advice-fill-in" || code === "advice-position-missing").length;
}

/** @param table sentences in the owner's language; without it the text is English */
export function checkText({ folder, ok, isFinished, findings }: Report, table?: MessageTable): string {
  const code = !ok ? "check-errors" : isFinished ? "check-finished" : "check-unfinished";
  const verdict = sentence({ code, values: { count: leftToFillIn(findings) } }, table);
  const lines = findings.map((finding) => translatedLine(finding, table));
  const isMixed = table !== undefined && !isTranslated(findings, table);
  const note = isMixed ? [sentence({ code: "check-some-english" }, table)] : [];
  const heading = sentence({ code: "check-folder", values: { folder } }, table);
  return [heading, ...lines, `${translatedCounts(findings, table)}. ${verdict}`, ...note].join("\n");
}
