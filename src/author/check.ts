/**
 * Runs `--check`: the checks of a start plus advice, printed as text for people or JSON for programs.
 */

import { type Config, type Configured, sourceFolders } from "../config.ts";
import { type CompileCache, compile } from "../compile/compile.ts";
import { type Finding, counted, findingLine, isError, LEVELS } from "../compile/finding.ts";
import type { CompiledSite } from "../serve/site.ts";
import { adviceOnFacts, adviceOnFiles } from "./lint/facts.ts";
import { adviceOnPages } from "./lint/pages.ts";
import { findingsAt, type Remark } from "../compile/data/load.ts";

const ENVIRONMENT = "environment";

interface Report {
  readonly folder: string;
  /** True if the site can be served. */
  readonly ok: boolean;
  /** Errors first, then warnings, then notices. */
  readonly findings: readonly Finding[];
}

/** @param now milliseconds since 1970 */
export function check({ config, problems }: Configured, now: number): Report {
  const invalid = problems.map((message): Finding => ({ level: "error", file: ENVIRONMENT, message }));
  const findings = sorted([...invalid, ...compileAndLint(config, now).findings]);
  return { folder: sourceFolders(config), ok: !findings.some(isError), findings };
}

interface Checked {
  /** Undefined if a finding is an error. */
  readonly site: CompiledSite | undefined;
  readonly findings: readonly Finding[];
}

/** Compiles the site once and adds advice to the findings. */
export function compileAndLint(config: Config, now: number, cache?: CompileCache): Checked {
  const { site, findings, data } = compile(config, cache, true);
  const all = [...findings];
  if (data?.findings.length === 0) {
    const context = { today: new Date(now).toISOString().slice(0, 10), baseUrl: config.baseUrl };
    const remarks: Remark[] = [];
    adviceOnFacts(data.facts, context, (level, at, advice) => {
      remarks.push({ level, at, code: "advice-on-field", values: { advice } });
    });
    all.push(...findingsAt(data.texts, remarks));
  }
  if (data !== undefined) {
    all.push(...adviceOnFiles(config.dataDirectory));
    all.push(...adviceOnPages(config.contentDirectory, data.facts.cottage.name));
  }
  all.push(...baseUrlAdvice(config));
  return { site, findings: sorted(all) };
}

function sorted(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

function baseUrlAdvice({ baseUrl }: Config): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const isOwn = /^(?:localhost$|\[::1\]|127\.)/.test(hostname);
  const message = isOwn
    ? `BASE_URL is ${baseUrl}, which only this machine can reach; once the site is public set it to its address`
    : `BASE_URL is ${baseUrl}; guests' browsers warn of pages without https, so get a certificate and write https://`;
  return [{ level: isOwn ? "notice" : "warning", file: ENVIRONMENT, message }];
}

export function checkText({ folder, ok, findings }: Report): string {
  const verdict = `${counted(findings)}. ${ok ? "This can be served." : "This cannot be served yet."}`;
  return [`Reading ${folder}`, ...findings.map(findingLine), verdict].join("\n");
}
