/**
 * Compiles the owner's files into a site, and reports their errors.
 */

import type { CompiledSite } from "../serve/site.ts";
import { CompileCache } from "./compile-cache.ts";
import { type LoadedData, loadData } from "./data/load.ts";
import { TEMPLATE_NAMES, type Templates } from "./discovery/templates.ts";
import { mayBeFolder, readText } from "./files.ts";
import { createFinding, type Finding, isError } from "./finding.ts";
import type { ContentFolders } from "./pages/files.ts";
import { checkPathsAndLinks, mergeMissingImages } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

const TEMPLATE_BYTES_MAX = 100_000;

/** Paths of the built-in endpoints. Pages must not have these paths. */
export const SERVICE_PATHS = ["/mcp", "/mcp/", "/healthz", "/readyz", "/.well-known/security.txt"];

type CompileSettings = TargetSettings & ContentFolders & Readonly<{ dataDirectory: string }>;

type Compilation = Readonly<{
  site?: CompiledSite;
  findings: readonly Finding[];
  data?: LoadedData;
}>;

/**
 * Compiles the owner's files. Returns `data` unless a folder or template is missing, and `site` only if there are no
 * errors. Always returns `findings`, which may be empty.
 */
export function compile(settings: CompileSettings, cache = new CompileCache()): Compilation {
  const missingFolders = [settings.dataDirectory, settings.contentDirectory].filter((path) => !mayBeFolder(path));
  if (missingFolders.length > 0) {
    return { findings: [createFinding("error", missingFolders.join(" and "), { code: "folder-missing" })] };
  }
  const { templates, errors } = readTemplates(settings.builtInDirectory);
  if (errors !== undefined) return { findings: errors };
  cache.startCompilation();
  // `loadData` replaces invalid values with valid ones, so that errors in pages can be reported too.
  const data = loadData(settings);
  const content = loadContent(data, settings, cache);
  // Assemble the site even if there are errors, because checking links requires all paths that the site serves.
  const site = assembleSite({ facts: data.facts, content, templates }, settings, cache);
  // Include unreadable pages, so that links to them are not reported as broken.
  const servedPaths = [...site.targets.map(({ path }) => path), ...SERVICE_PATHS, ...content.unreadablePaths];
  const linkFindings = checkPathsAndLinks({ pages: content.pages, imageNames: content.imageNames, servedPaths });
  const fileFindings = [...data.findings, ...content.findings, ...linkFindings];
  const findings = mergeMissingImages(fileFindings, settings.contentDirectory);
  if (findings.some(isError)) return { findings, data };
  return { site, findings, data };
}

/** Returns the built-in templates or, if any cannot be read, the errors. */
function readTemplates(builtInDirectory: string) {
  const contents: Record<string, string> = {};
  const errors: Finding[] = [];
  for (const name of TEMPLATE_NAMES) {
    const { content, failure } = readText(builtInDirectory, name, TEMPLATE_BYTES_MAX);
    if (failure === undefined) {
      contents[name] = content;
    } else {
      errors.push(createFinding("error", `content/${name}`, failure));
    }
  }
  if (errors.length > 0) return { errors };
  // There are no errors, so `contents` has all templates.
  return { templates: contents as Templates };
}
