/**
 * `--check`: exactly the checks of the start, and advice besides, as text for people or JSON for programs.
 */

import type { Config, Configured } from "./config.ts";
import { foldersRead } from "./config.ts";
import type { LoadedData } from "./data/load.ts";
import { adviceOnFacts, adviceOnFiles } from "./advice/facts.ts";
import { adviceOnPages } from "./advice/pages.ts";
import type { Finding } from "./finding.ts";
import { counted, findingLine, isError, LEVELS } from "./finding.ts";
import { prepare } from "./site.ts";

export interface Checked {
  /** What was read, in words. */
  readonly folder: string;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

const ENVIRONMENT = "environment";

function baseUrlAdvice({ baseUrl }: Config): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const isOwn = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  const message = isOwn
    ? `BASE_URL is ${baseUrl}, which only this machine can reach; once the site is public set it to its address, such as "https://cottage.example"`
    : `BASE_URL is ${baseUrl}; guests' browsers warn of pages without https, so get a certificate and write https://`;
  return [{ level: isOwn ? "notice" : "warning", file: ENVIRONMENT, message }];
}

function adviceOn(config: Config, data: LoadedData | undefined, now: number): Finding[] {
  const circumstances = { today: new Date(now).toISOString().slice(0, 10), baseUrl: config.baseUrl };
  if (data === undefined) return baseUrlAdvice(config);
  const { facts, mended, located } = data;
  const found: Finding[] = [];
  if (facts !== undefined) adviceOnFacts(facts, circumstances, (level, at, message) => found.push(located(level, at, message)));
  return [
    ...found,
    ...adviceOnFiles(config.dataDirectory),
    ...adviceOnPages(config.contentDirectory, mended.cottage.name),
    ...baseUrlAdvice(config),
  ];
}

/** @param now milliseconds since 1970 */
export function check({ config, problems }: Configured, now: number): Checked {
  const variables = problems.map((message): Finding => ({ level: "error", file: ENVIRONMENT, message }));
  const { findings, data } = prepare(config, { isReady: () => true, now: () => now }, true);
  const all = [...variables, ...findings, ...adviceOn(config, data, now)];
  const sorted = all.toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  return { folder: foldersRead(config), ok: !all.some(isError), findings: sorted };
}

export function checkText({ folder, ok, findings }: Checked): string {
  const verdict = `${counted(findings)}. ${ok ? "This can be served." : "This cannot be served yet."}`;
  return [`Reading ${folder}`, ...findings.map(findingLine), verdict].join("\n");
}
