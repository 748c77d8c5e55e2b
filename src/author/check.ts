/**
 * Runs `--check`: the checks of a start plus advice, printed as text for people or JSON for programs.
 */

import { type Config, type Configured, foldersRead } from "../config.ts";
import { adviceOnFacts, adviceOnFiles } from "./lint/facts.ts";
import { adviceOnPages } from "./lint/pages.ts";
import { type Finding, counted, findingLine, isError, LEVELS } from "../compile/finding.ts";
import { findingsAt, type Remark } from "../compile/data/load.ts";
import { prepare } from "../compile/compile.ts";

const ENVIRONMENT = "environment";

export function check({ config, problems }: Configured, now: number) {
  const { findings, data } = prepare(config, { isReady: () => true, now: () => now }, true);
  const all = [...problems.map((message): Finding => ({ level: "error", file: ENVIRONMENT, message })), ...findings];
  if (data?.findings.length === 0) {
    const circumstances = { today: new Date(now).toISOString().slice(0, 10), baseUrl: config.baseUrl };
    const remarks: Remark[] = [];
    adviceOnFacts(data.facts, circumstances, (level, at, advice) => {
      remarks.push({ level, at, code: "advice-on-field", values: { advice } });
    });
    all.push(...findingsAt(data.texts, remarks));
  }
  if (data !== undefined) all.push(...adviceOnFiles(config.dataDirectory), ...adviceOnPages(config.contentDirectory, data.facts.cottage.name));
  all.push(...baseUrlAdvice(config));
  all.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  return { folder: foldersRead(config), ok: !all.some(isError), findings: all };
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

export function checkText({ folder, ok, findings }: ReturnType<typeof check>): string {
  const verdict = `${counted(findings)}. ${ok ? "This can be served." : "This cannot be served yet."}`;
  return [`Reading ${folder}`, ...findings.map(findingLine), verdict].join("\n");
}
