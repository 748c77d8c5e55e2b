/**
 * Compiles the owner's files into a site, or reports every error that prevents this.
 *
 * Start, reload, `--check` and `--compile` all use `compile`, so that they report the same errors.
 */

import { type CompiledSite, SERVICE_TARGETS } from "../serve/site.ts";
import { CompileCache } from "./compile-cache.ts";
import { type LoadedData, loadData } from "./data/load.ts";
import { TEMPLATE_NAMES, type TemplateName, type Templates } from "./discovery/templates.ts";
import { isFolder, readText } from "./files.ts";
import { createFinding, type Finding, isError } from "./finding.ts";
import type { ContentFolders } from "./pages/files.ts";
import { checkLinks } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { assembleSite, type TargetSettings } from "./targets.ts";

const TEMPLATE_BYTES_MAX = 100_000;

export type CompileSettings = TargetSettings & ContentFolders & Readonly<{
  dataDirectory: string;
  /** Origin of the folder paths, e.g. `"cottage" on the command line`. The error for a missing folder mentions it. */
  namedBy: string;
}>;

export type Compilation = Readonly<{
  /** Undefined if any finding is an error. */
  site?: CompiledSite;
  findings: readonly Finding[];
  /** Undefined if a folder is missing. */
  data?: LoadedData;
}>;

export function compile(settings: CompileSettings, cache = new CompileCache()): Compilation {
  const missing = missingFolders(settings);
  if (missing.length > 0) return { findings: missing };
  cache.begin();
  const data = loadData(settings);
  // In `facts`, placeholders have replaced invalid values, so that errors in pages are reported in the same run.
  const { facts, unparsedFiles, texts: dataTexts } = data;
  const content = loadContent(facts, { ...settings, unparsedFiles, dataTexts, cache });
  const { templates, unreadable } = readTemplates(settings.programContent);
  if (unreadable.length > 0) return { findings: unreadable, data };
  const site = assembleSite({ facts, content, templates }, settings, cache);
  const siteTargets = site.targets.map(({ path }) => ({ path, isReadable: true }));
  const brokenLinks = checkLinks(content.pages, [...siteTargets, ...SERVICE_TARGETS]);
  const findings = [...data.findings, ...content.findings, ...brokenLinks];
  if (findings.some(isError)) return { findings, data };
  cache.commit();
  return { site, findings, data };
}

/** Returns one finding if any folder is missing, instead of one for each file in it. */
function missingFolders({ dataDirectory, contentDirectory, namedBy }: CompileSettings): Finding[] {
  const missing = [dataDirectory, contentDirectory].filter((path) => !isFolder(path));
  if (missing.length === 0) return [];
  return [createFinding("error", missing.join(" and "), { code: "folder-missing", values: { namedBy } })];
}

function readTemplates(folder: string): { templates: Templates; unreadable: Finding[] } {
  const templates = new Map<TemplateName, string>();
  const unreadable: Finding[] = [];
  for (const name of TEMPLATE_NAMES) {
    const { content, failure } = readText(folder, name, TEMPLATE_BYTES_MAX);
    if (failure === undefined) {
      templates.set(name, content);
    } else {
      const phrase = { code: "program-file-unreadable", values: { reason: failure } } as const;
      unreadable.push(createFinding("error", `content/${name}`, phrase));
    }
  }
  return { templates, unreadable };
}
