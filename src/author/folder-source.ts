/**
 * Loads the site from the owner's folder.
 */

import { CompileCache } from "../compile/compile-cache.ts";
import { compile } from "../compile/compile.ts";
import type { SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";
import type { FolderConfig } from "./folder-config.ts";
import { formatErrors, loadTranslations, translateMessage } from "./translations.ts";

/**
 * Returns an object that loads the site from the folder. Each load compiles the folder, but reuses cached results for
 * unchanged files.
 */
export function folderSource(config: FolderConfig): SiteSource {
  const cache = new CompileCache();
  return {
    name: config.folderLabel,
    load: () => loadFolder(config, cache),
    translate: (code, values) => translateMessage(config.dataDirectory, code, values),
  };
}

/** Compiles the folder. Returns the site, or the errors as messages in the site's language. */
export function loadFolder(config: FolderConfig, cache?: CompileCache): LoadedSite {
  const { site, findings } = compile(config, cache);
  return { site, problems: formatErrors(findings, loadTranslations(config.dataDirectory)) };
}
