/**
 * Compiles the owner's files into a site, and reports errors in them.
 */

import type { CompiledSite } from "../serve/site.ts";
import type { Facts } from "./data/datasets.ts";
import { loadData } from "./data/load.ts";
import { CompileCache, isFolderMissing } from "./files.ts";
import { locateFindings } from "./json/json-file.ts";
import { createFinding, type Finding, isError } from "./messages.ts";
import { checkPathsAndLinks } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

/** Paths that are not in `site.targets`, because the server creates their responses. */
export const SERVICE_PATHS = ["/mcp", "/mcp/", "/healthz", "/readyz", "/.well-known/security.txt"];

type CompileSettings = TargetSettings & Readonly<{ dataDirectory: string; contentDirectory: string }>;

export type Compilation = Readonly<{ site?: CompiledSite; findings: readonly Finding[]; facts?: Facts }>;

/** Compiles the owner's folders. If there are errors, returns only `findings`, i.e. the errors and warnings. */
export function compile(settings: CompileSettings, cache = new CompileCache()): Compilation {
  const missingFolders = [settings.dataDirectory, settings.contentDirectory].filter(isFolderMissing);
  if (missingFolders.length > 0) {
    const paths = missingFolders.join(" and ");
    return { findings: [createFinding("error", paths, { code: "folder-missing" })] };
  }
  const compilation = compileFolders(settings, cache);
  return { ...compilation, findings: locateFindings(settings, compilation.findings) };
}

/** Checks the data, then the pages, then the links. Stops after a step that finds errors. */
function compileFolders(settings: CompileSettings, cache: CompileCache): Compilation {
  cache.startCompilation();
  const { facts, findings: dataErrors } = loadData(settings);
  if (facts === undefined) return { findings: dataErrors };
  const content = loadContent(facts, settings, cache);
  if (content.findings.some(isError)) return { findings: content.findings };
  const site = assembleSite(facts, content, settings, cache);
  const contentPaths = site.targets.map(({ path }) => path);
  const existingPaths = [...contentPaths, ...SERVICE_PATHS, ...content.imagePaths];
  const linkErrors = checkPathsAndLinks(content.pages, existingPaths);
  const findings = [...content.findings, ...linkErrors];
  if (linkErrors.length > 0) return { findings };
  return { site, facts, findings };
}
