/**
 * Compiles the owner's files into a site, and reports errors in them.
 */

import type { CompiledSite } from "../serve/site.ts";
import type { Facts } from "./data/datasets.ts";
import { loadData } from "./data/load.ts";
import { CompileCache, isFolderMissing } from "./files.ts";
import { locateFindings } from "./json/json-file.ts";
import { createFinding, type Finding, isError } from "./messages.ts";
import { checkPathsAndLinks, mergeMissingImageErrors } from "./pages/links.ts";
import { type Content, loadContent } from "./pages/load.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

/** Paths of the built-in endpoints, which pages must not use. */
export const SERVICE_PATHS = ["/mcp", "/mcp/", "/healthz", "/readyz", "/.well-known/security.txt"];

type CompileSettings = TargetSettings & Readonly<{ dataDirectory: string; contentDirectory: string }>;

export type Compilation = Readonly<{
  site?: CompiledSite;
  findings: readonly Finding[];
  facts?: Facts;
}>;

/** Returns no `site` if there are errors, and no `facts` if the data has errors. Then the pages are not checked. */
export function compile(settings: CompileSettings, cache = new CompileCache()): Compilation {
  const missingFolders = [settings.dataDirectory, settings.contentDirectory].filter(isFolderMissing);
  if (missingFolders.length === 0) return compileFolder(settings, cache);
  const paths = missingFolders.join(" and ");
  return { findings: [createFinding("error", paths, { code: "folder-missing" })] };
}

function compileFolder(settings: CompileSettings, cache: CompileCache): Compilation {
  cache.startCompilation();
  const { facts, findings: dataFindings } = loadData(settings);
  if (facts === undefined) return { findings: locateFindings(settings, dataFindings) };
  const content = loadContent(facts, settings, cache);
  const site = assembleSite(facts, content, settings, cache);
  const allFindings = [...content.findings, ...checkSite(content, site)];
  const mergedFindings = mergeMissingImageErrors(allFindings, settings.contentDirectory);
  const findings = locateFindings(settings, mergedFindings);
  return findings.some(isError) ? { findings, facts } : { site, findings, facts };
}

function checkSite(content: Content, site: CompiledSite): Finding[] {
  const targetPaths = site.targets.map(({ path }) => path);
  // Do not report links to existing pages as broken if the pages cannot be read.
  const servedPaths = [...targetPaths, ...SERVICE_PATHS, ...content.unreadablePaths];
  return checkPathsAndLinks({ ...content, servedPaths });
}
