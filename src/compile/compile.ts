/**
 * Compiles the owner's files into a site, or reports everything that prevents it.
 *
 * The same steps run at start, on reload, for `--check` and for `--compile`, so that none can be laxer than another.
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
  /** Names who chose the folders, for the message when they do not exist. */
  namedBy: string;
}>;

export type Compilation = Readonly<{
  /** Undefined if a finding is an error. */
  site?: CompiledSite;
  findings: readonly Finding[];
  /** Undefined if a folder is missing. */
  data?: LoadedData;
}>;

/** Results of the last compilation that the next one can use again. */
export interface CompileCache {
  compressed: ReadonlyMap<string, Buffer>;
  readonly files: FileCache;
}

export function createCompileCache(): CompileCache {
  return { compressed: new Map(), files: new FileCache() };
}

/** @param withAdvice also returns warnings and notices */
export function compile(settings: CompileSettings, cache = createCompileCache(), withAdvice = false): Compilation {
  const missing = missingFolders(settings);
  if (missing.length > 0) return { findings: missing };
  const data = loadData(settings);
  // Invalid facts are replaced by placeholders, so that errors of pages are reported in the same run.
  const { facts } = data;
  const { unreadFiles, texts: dataTexts } = data;
  const content = loadContent(facts, { ...settings, unreadFiles, dataTexts, files: cache.files });
  const openapiTemplate = readText(settings.programContent, "openapi.json", OPENAPI_BYTES_MAX);
  if (typeof openapiTemplate !== "string") {
    const phrase = { code: "program-file-unreadable", values: { reason: openapiTemplate } } as const;
    return { findings: [findingOf("error", "content/openapi.json", phrase)], data };
  }
  const compressed = compressionCache(cache.compressed);
  const site = assembleSite({ facts, content, openapiTemplate }, settings, compressed);
  const targets = [...site.targets.map(({ path }) => ({ path, isReadable: true })), ...SERVICE_TARGETS];
  const contentFindings = [...content.findings, ...linkFindings(content.pages, targets)];
  const findings = [...data.findings, ...contentFindings.filter((finding) => withAdvice || isError(finding))];
  if (findings.some(isError)) return { findings, data };
  cache.compressed = compressed.used;
  cache.files.evictUnused();
  return { site, findings, data };
}

export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(findingLine);
}

/** Returns one finding for missing folders, instead of one for each of their files. */
function missingFolders({ dataDirectory, contentDirectory, namedBy }: CompileSettings): Finding[] {
  const missing = [dataDirectory, contentDirectory].filter((path) => !isFolder(path));
  if (missing.length === 0) return [];
  return [findingOf("error", missing.join(" and "), { code: "folder-missing", values: { namedBy } })];
}
