/**
 * Compiles the owner's files into a site, or reports all errors that prevent it.
 */

import type { CompiledSite } from "../serve/site.ts";
import { CompileCache } from "./compile-cache.ts";
import { type LoadedData, loadData } from "./data/load.ts";
import { TEMPLATE_NAMES, type TemplateName, type Templates } from "./discovery/templates.ts";
import { isFolder, readText } from "./files.ts";
import { createFinding, type Finding, isError } from "./finding.ts";
import type { ContentFolders } from "./pages/files.ts";
import { checkPathsAndLinks } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

const TEMPLATE_BYTES_MAX = 100_000;

/** Built-in endpoints of every site, at paths that pages cannot use. `isLinkable` means that GET is supported. */
export const SERVICE_TARGETS: readonly Readonly<{ path: string; isLinkable: boolean }>[] = [
  { path: "/mcp", isLinkable: false },
  { path: "/mcp/", isLinkable: false },
  { path: "/healthz", isLinkable: true },
  { path: "/readyz", isLinkable: true },
];

type CompileSettings = TargetSettings & ContentFolders & Readonly<{
  dataDirectory: string;
  /** Source of the paths, e.g. `"cottage" on the command line`, for the error about a missing folder. */
  namedBy: string;
}>;

type Compilation = Readonly<{
  /** Undefined if any finding is an error. */
  site?: CompiledSite;
  findings: readonly Finding[];
  /** Undefined if the data folder, the content folder or a template is missing. */
  data?: LoadedData;
}>;

/** Compiles a site. Commits the cache's new entries only if there are no errors. */
export function compile(settings: CompileSettings, cache = new CompileCache()): Compilation {
  const folderFindings = checkFolders(settings);
  if (folderFindings.length > 0) return { findings: folderFindings };
  const { templates, templateFindings } = readTemplates(settings.programContent);
  if (templateFindings.length > 0) return { findings: templateFindings };
  cache.begin();
  const data = loadData(settings);
  // Invalid values in `facts` have been replaced with placeholders, so that errors in pages can be reported too.
  const { facts, unparsedFiles, texts: dataTexts } = data;
  const content = loadContent(facts, { ...settings, unparsedFiles, dataTexts, cache });
  const site = assembleSite({ facts, content, templates }, settings, cache);
  const linkFindings = checkPathsAndLinks(content, linkTargets(site));
  const findings = [...data.findings, ...content.findings, ...linkFindings];
  if (findings.some(isError)) return { findings, data };
  cache.commit();
  return { site, findings, data };
}

function linkTargets({ targets }: CompiledSite) {
  return [...targets.map(({ path }) => ({ path, isLinkable: true })), ...SERVICE_TARGETS];
}

/** Reports all missing folders in one finding, instead of one finding for every file in them. */
function checkFolders({ dataDirectory, contentDirectory, namedBy }: CompileSettings): Finding[] {
  const missing = [dataDirectory, contentDirectory].filter((path) => !isFolder(path));
  if (missing.length === 0) return [];
  return [createFinding("error", missing.join(" and "), { code: "folder-missing", values: { namedBy } })];
}

/** Reads the built-in templates. Findings refer to them as `content/…`, their path within the program's folder. */
function readTemplates(programContent: string): { templates: Templates; templateFindings: Finding[] } {
  const templates = new Map<TemplateName, string>();
  const templateFindings: Finding[] = [];
  for (const name of TEMPLATE_NAMES) {
    const { content, failure } = readText(programContent, name, TEMPLATE_BYTES_MAX);
    if (failure === undefined) {
      templates.set(name, content);
    } else {
      const message = { code: "program-file-unreadable", values: { reason: failure } } as const;
      templateFindings.push(createFinding("error", `content/${name}`, message));
    }
  }
  return { templates, templateFindings };
}
