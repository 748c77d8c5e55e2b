/**
 * Loads the site from the owner's folder.
 */

import { compile } from "../compile/compile.ts";
import { CompressionCache } from "../compile/targets.ts";
import type { SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";
import type { FolderConfig } from "./folder-config.ts";
import { formatErrors, loadTranslations, translateMessage } from "./translations.ts";

/** Each load compiles the folder, but compresses only content that has changed since the load before. */
export function folderSource(config: FolderConfig): SiteSource {
  const cache = new CompressionCache();
  return {
    name: config.folderLabel,
    load: () => loadFolder(config, cache),
    translate: (code, values) => translateMessage(config.dataDirectory, code, values),
  };
}

/** Compiles the folder. Returns the site, or the errors as messages in the site's language. */
export function loadFolder(config: FolderConfig, cache?: CompressionCache): LoadedSite {
  const { site, findings } = compile(config, cache);
  return { site, problems: formatErrors(findings, loadTranslations(config.dataDirectory)) };
}
