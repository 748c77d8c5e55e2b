/**
 * Compiles the owner's files into a site, and reports their errors.
 */

import type { CompiledSite } from "../serve/site.ts";
import { type LoadedData, loadData } from "./data/load.ts";
import { CompileCache, isFolderMissing } from "./files.ts";
import { createFinding, type Finding, isError } from "./messages.ts";
import { checkPathsAndLinks, mergeMissingImageErrors } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

/** Paths of the built-in endpoints. Pages must not have these paths. */
export const SERVICE_PATHS = ["/mcp", "/mcp/", "/healthz", "/readyz", "/.well-known/security.txt"];

type CompileSettings = TargetSettings & Readonly<{ dataDirectory: string; contentDirectory: string }>;

type Compilation = Readonly<{
  site?: CompiledSite;
  findings: readonly Finding[];
  data?: LoadedData;
}>;

/** Compiles a folder. Returns `site` only if there are no errors, and `data` unless a folder is missing. */
export function compile(settings: CompileSettings, cache = new CompileCache()): Compilation {
  const { dataDirectory, contentDirectory } = settings;
  const missingFolders = [dataDirectory, contentDirectory].filter(isFolderMissing);
  if (missingFolders.length > 0) {
    const paths = missingFolders.join(" and ");
    return { findings: [createFinding("error", paths, { code: "folder-missing" })] };
  }
  cache.startCompilation();
  // `loadData` replaces invalid values with valid ones, so that errors in pages can be reported too.
  const data = loadData(settings);
  const content = loadContent(data, settings, cache);
  // Assemble the site even if there are errors, because checking links requires all paths that the site serves.
  const site = assembleSite(data.facts, content, settings, cache);
  // Include unreadable pages, so that links to them are not reported as broken.
  const servedPaths = [...site.targets.map(({ path }) => path), ...SERVICE_PATHS, ...content.unreadablePaths];
  const linkFindings = checkPathsAndLinks({ ...content, servedPaths });
  const allFindings = [...data.findings, ...content.findings, ...linkFindings];
  const findings = mergeMissingImageErrors(allFindings, contentDirectory);
  return findings.some(isError) ? { findings, data } : { site, findings, data };
}
