/**
 * Locates the owner's files, detects the site's language, and compiles the site.
 */

import { join, resolve } from "node:path";
import { BUILT_IN_FOLDER } from "../compile/built-in.ts";
import { compile } from "../compile/compile.ts";
import { CompileCache, readBytes } from "../compile/files.ts";
import { formatFinding, formatMessage, isError, loadMessages } from "../compile/messages.ts";
import type { Finding, MessageCode, MessageTable, MessageValues } from "../compile/messages.ts";
import { configure, readVariable } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";

export type FolderConfig = Readonly<ReturnType<typeof readFolderConfig>["config"]>;

type Environment = Readonly<NodeJS.ProcessEnv>;
type RunMode = Parameters<typeof configure>[2];

/** Reads the configuration and the paths of the data and content folders. `problems` lists invalid variables. */
export function readFolderConfig(environment: Environment, path?: string, runMode?: RunMode) {
  const { config, problems } = configure(environment, path, runMode);
  const sampleSiteFolder = join(BUILT_IN_FOLDER, "..");
  const folder = resolve(path ?? sampleSiteFolder);
  return { config: { ...config, ...locateFolders(environment, folder) }, problems };
}

/** Returns the data and content folders, which variables may set. `folderLabel` names them in messages. */
function locateFolders(environment: Environment, folder: string) {
  const dataVariable = readVariable(environment, "DATA_DIR");
  const contentVariable = readVariable(environment, "CONTENT_DIR");
  const dataDirectory = resolve(dataVariable ?? join(folder, "data"));
  const contentDirectory = resolve(contentVariable ?? join(folder, "content"));
  const isSingleFolder = dataVariable === undefined && contentVariable === undefined;
  const folderLabel = isSingleFolder ? folder : `${dataDirectory} and ${contentDirectory}`;
  return { dataDirectory, contentDirectory, folderLabel };
}

const SITE_FILE_BYTES_MAX = 1_000_000;
/** Captures the language, e.g. "de". Also works in invalid JSON, because the error messages need the language. */
const LANGUAGE = /"language"\s*:\s*"([a-z]{2})[-"]/;

/** Returns the language in `site.json` without its region, e.g. "de" for "de-AT". The default is "en". */
export function siteLanguage(dataDirectory: string): string {
  const { content = "" } = readBytes(dataDirectory, "site.json", SITE_FILE_BYTES_MAX);
  return LANGUAGE.exec(content.toString())?.[1] ?? "en";
}

export function loadTranslations(dataDirectory: string): MessageTable {
  return loadMessages(siteLanguage(dataDirectory));
}

export function translate(config: FolderConfig, code: MessageCode, values: MessageValues = {}): string {
  return formatMessage({ code, values }, loadTranslations(config.dataDirectory));
}

export function formatErrors(findings: readonly Finding[], messages: MessageTable): string[] {
  return findings.filter(isError).map((error) => formatFinding(error, messages));
}

/** Returns the compiled site or, if there are errors, the error messages in the site's language. */
export function loadFolder(config: FolderConfig, cache?: CompileCache): LoadedSite {
  const { site, findings } = compile(config, cache);
  const problems = site === undefined ? formatErrors(findings, loadTranslations(config.dataDirectory)) : [];
  return { site, problems };
}

/** Returns functions to load a folder's site and translate messages. The cache makes reloads faster. */
export function createFolderSource(config: FolderConfig): SiteSource {
  const cache = new CompileCache();
  return {
    name: config.folderLabel,
    load: async () => loadFolder(config, cache),
    translate: (code, values) => translate(config, code, values),
  };
}
