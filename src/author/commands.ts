/**
 * Runs the commands that do not start a server. Returns what the caller must print.
 */

import { fileURLToPath } from "node:url";
import { readText } from "../compile/files.ts";
import { encodeSite, writeSiteFile } from "../compile/site-file.ts";
import { VERSION } from "../version.ts";
import type { Command } from "./arguments.ts";
import { check, formatReport } from "./check.ts";
import type { FolderConfig, FolderConfigured } from "./folder-config.ts";
import { loadFolder } from "./folder-source.ts";
import { loadTranslations } from "./translations.ts";

const CONTENT = fileURLToPath(new URL("../../content", import.meta.url));
const HELP_BYTES_MAX = 10_000;

export const HELP = readText(CONTENT, "help.txt", HELP_BYTES_MAX).content ?? "";

type CommandOutput = Readonly<{ ok: boolean; output: string }>;

/** Checks the site. Outputs the report as JSON, or as text in the owner's language. */
export function runCheck(configured: FolderConfigured, { json, finished }: Command): CommandOutput {
  const report = check(configured, Date.now());
  const messages = loadTranslations(configured.config.dataDirectory);
  const output = json ? JSON.stringify(report, null, 2) : formatReport(report, messages);
  return { ok: finished ? report.isFinished : report.ok, output };
}

/** Compiles the owner's folder and writes the site file, unless there are errors. */
export function compileToFile(config: FolderConfig, path: string): CommandOutput {
  const { site, problems } = loadFolder(config);
  if (site === undefined) return { ok: false, output: problems.join("\n") };
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(path, bytes);
  } catch (error) {
    return { ok: false, output: `${path} cannot be written: ${(error as Error).message}` };
  }
  return { ok: true, output: `Compiled ${config.folder} into ${path}: site ${site.revision}, ${bytes.length} bytes` };
}
