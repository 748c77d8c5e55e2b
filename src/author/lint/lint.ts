/**
 * Runs all advice on a site that could be loaded: facts, pages, pictures, settings and copies of older versions.
 */

import { join } from "node:path";
import { findingsAt, type LoadedData } from "../../compile/data/load.ts";
import { type Finding, findingOf } from "../../compile/finding.ts";
import { adviceOnFacts, adviceOnFiles } from "./facts.ts";
import { adviceOnOldCopies } from "./old-copies.ts";
import { adviceOnPages } from "./pages.ts";
import { adviceOnPictures } from "./pictures.ts";

export interface LintSettings {
  readonly dataDirectory: string;
  readonly contentDirectory: string;
  /** The program's own content folder. */
  readonly programContent: string;
  readonly baseUrl: string;
}

/** Name under which findings about settings are reported, in place of a file. */
export const ENVIRONMENT = "environment";

/** @param now milliseconds since 1970 */
export function lint(settings: LintSettings, data: LoadedData, now: number): Finding[] {
  const { dataDirectory, contentDirectory, programContent, baseUrl } = settings;
  const context = { today: new Date(now).toISOString().slice(0, 10), baseUrl };
  // Placeholders of invalid facts deserve no advice.
  const remarks = data.findings.length === 0 ? adviceOnFacts(data.facts, context) : [];
  const { photos = [] } = data.facts.site;
  return [
    ...findingsAt(data.texts, remarks),
    ...adviceOnFiles(dataDirectory),
    ...adviceOnPages(contentDirectory, data.facts.cottage.name),
    ...adviceOnPictures(contentDirectory, photos.map(({ file }) => file)),
    ...adviceOnOldCopies({ dataDirectory, contentDirectory, programContent, programData: join(programContent, "../data") }),
    ...adviceOnBaseUrl(baseUrl),
  ];
}

const LOOPBACK_HOST = /^(?:localhost$|\[::1\]|127\.)/;

function adviceOnBaseUrl(baseUrl: string): Finding[] {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") return [];
  const values = { baseUrl };
  if (LOOPBACK_HOST.test(hostname)) return [findingOf("notice", ENVIRONMENT, { code: "advice-base-url-local", values })];
  return [findingOf("warning", ENVIRONMENT, { code: "advice-base-url-http", values })];
}
