/**
 * Checks a site for its owner: compiles it, adds advice, and reports both as text for people or JSON for programs.
 *
 * The findings themselves are made elsewhere.
 */

import { type Config, type Configured, sourceFolders } from "../config.ts";
import { type CompileCache, compile } from "../compile/compile.ts";
import { type Finding, findingOf, isError, LEVELS } from "../compile/finding.ts";
import { type MessageCode, type MessageTable, type Phrase, sentence } from "../compile/messages/messages.ts";
import type { CompiledSite } from "../serve/site.ts";
import { ENVIRONMENT, lint } from "./lint/lint.ts";
import { isTranslated, translatedCounts, translatedLine } from "./translations.ts";

export interface Report {
  readonly folder: string;
  /** True if the site can be served. */
  readonly ok: boolean;
  /** True if there are no errors and nothing is left to fill in. */
  readonly isFinished: boolean;
  /** Errors first, then warnings, then notices. */
  readonly findings: readonly Finding[];
}

/** Findings that a new cottage has until its owner has filled everything in. */
const UNFINISHED: readonly (MessageCode | undefined)[] = ["advice-fill-in", "advice-position-missing"];

/** @param now milliseconds since 1970 */
export function check({ config, problems }: Configured, now: number): Report {
  const invalid = problems.map((problem) => findingOf("error", ENVIRONMENT, { code: "environment-invalid", values: { problem } }));
  const findings = sorted([...invalid, ...compileAndLint(config, now).findings]);
  const ok = !findings.some(isError);
  const isFinished = ok && unfinishedCount(findings) === 0;
  return { folder: sourceFolders(config), ok, isFinished, findings };
}

interface Checked {
  /** Undefined if a finding is an error. */
  readonly site: CompiledSite | undefined;
  /** Errors first, then warnings, then notices. */
  readonly findings: readonly Finding[];
}

/** Compiles the site once and adds advice to the findings. */
export function compileAndLint(config: Config, now: number, cache?: CompileCache): Checked {
  const { site, findings, data } = compile(config, cache, true);
  const advice = data === undefined ? [] : lint(config, data, now);
  return { site, findings: sorted([...findings, ...advice]) };
}

function sorted(findings: readonly Finding[]): Finding[] {
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

function unfinishedCount(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => UNFINISHED.includes(code)).length;
}

/** @param table sentences in the owner's language; without it the text is English */
export function checkText({ folder, ok, findings }: Report, table?: MessageTable): string {
  const lines = findings.map((finding) => translatedLine(finding, table));
  const counts = translatedCounts(findings, table);
  const verdict = sentence(verdictOn(ok, unfinishedCount(findings)), table);
  const isMixed = table !== undefined && !isTranslated(findings, table);
  const remark = isMixed ? [sentence({ code: "check-some-english" }, table)] : [];
  return [sentence({ code: "check-folder", values: { folder } }, table), ...lines, `${counts}. ${verdict}`, ...remark].join("\n");
}

function verdictOn(ok: boolean, unfinished: number): Phrase {
  if (!ok) return { code: "check-errors" };
  if (unfinished > 0) return { code: "check-unfinished", values: { count: unfinished } };
  return { code: "check-finished" };
}
