/**
 * Compiles the owner's files into a site, or reports all errors that prevent it.
 *
 * Start, reload, `--check` and `--compile` all call this function, so that they find the same errors.
 */

import { type CompiledSite, SERVICE_TARGETS } from "../serve/site.ts";
import { type LoadedData, loadData } from "./data/load.ts";
import { FileCache, isFolder, readText } from "./files.ts";
import { type Finding, findingLine, findingOf, isError } from "./finding.ts";
import type { ContentFolders } from "./pages/files.ts";
import { linkFindings } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { compressionCache } from "./represent.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

const OPENAPI_BYTES_MAX = 100_000;

export type CompileSettings = TargetSettings & ContentFolders & Readonly<{
  dataDirectory: string;
  /** The source of the folder paths, e.g. `"cottage" on the command line`, for the message that they do not exist. */
  namedBy: string;
}>;

export type Compilation = Readonly<{
  /** Undefined if a finding is an error. */
  site?: CompiledSite;
  findings: readonly Finding[];
  /** Undefined if a folder is missing. */
  data?: LoadedData;
}>;

/** Intermediate results of the last successful compilation, for the next one. */
export interface CompileCache {
  /** Compressed bytes by coding and hash. */
  compressed: ReadonlyMap<string, Buffer>;
  readonly files: FileCache;
}

export function createCompileCache(): CompileCache {
  return { compressed: new Map(), files: new FileCache() };
}

/**
 * Compiles the site, and updates the cache if it succeeds.
 *
 * @param withAdvice whether the result includes warnings and notices about the content, besides errors
 */
export function compile(settings: CompileSettings, cache = createCompileCache(), withAdvice = false): Compilation {
  const missing = missingFolders(settings);
  if (missing.length > 0) return { findings: missing };
  const data = loadData(settings);
  // In `facts`, placeholders replace invalid values, so that errors in pages are reported in the same run.
  const { facts, unreadFiles, texts: dataTexts } = data;
  const content = loadContent(facts, { ...settings, unreadFiles, dataTexts, files: cache.files });
  const openapiTemplate = readText(settings.programContent, "openapi.json", OPENAPI_BYTES_MAX);
  if (typeof openapiTemplate !== "string") {
    const phrase = { code: "program-file-unreadable", values: { reason: openapiTemplate } } as const;
    return { findings: [findingOf("error", "content/openapi.json", phrase)], data };
  }
  const compressed = compressionCache(cache.compressed);
  const site = assembleSite({ facts, content, openapiTemplate }, settings, compressed);
  const siteTargets = site.targets.map(({ path }) => ({ path, isReadable: true }));
  const brokenLinks = linkFindings(content.pages, [...siteTargets, ...SERVICE_TARGETS]);
  const contentFindings = [...content.findings, ...brokenLinks];
  const findings = [...data.findings, ...contentFindings.filter((finding) => withAdvice || isError(finding))];
  if (findings.some(isError)) return { findings, data };
  cache.compressed = compressed.used;
  cache.files.evictUnused();
  return { site, findings, data };
}

export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(findingLine);
}

/** Returns a single finding if a folder is missing, because a finding for each of its files would not help. */
function missingFolders({ dataDirectory, contentDirectory, namedBy }: CompileSettings): Finding[] {
  const missing = [dataDirectory, contentDirectory].filter((path) => !isFolder(path));
  if (missing.length === 0) return [];
  return [findingOf("error", missing.join(" and "), { code: "folder-missing", values: { namedBy } })];
}
