/**
 * Runs the owner's commands that do not start a server: `--help`, `--check` and `--compile`.
 *
 * It neither prints nor exits. Each command returns its output and whether it succeeded.
 */

import { fileURLToPath } from "node:url";
import { compile } from "../compile/compile.ts";
import { formatFinding, isError } from "../compile/finding.ts";
import { readText } from "../compile/files.ts";
import { encodeSite, writeSiteFile } from "../compile/site-file.ts";
import type { Config, Configured } from "../config.ts";
import { VERSION } from "../version.ts";
import { check, checkText } from "./check.ts";
import { sourceFolders } from "./folder-source.ts";
import { loadTranslations } from "./translations.ts";

const CONTENT = fileURLToPath(new URL("../../content", import.meta.url));
const HELP_BYTES_MAX = 10_000;

/** The text of `--help`. */
export const HELP = readText(CONTENT, "help.txt", HELP_BYTES_MAX).content ?? "";

export interface CommandResult {
  readonly isSuccess: boolean;
  /** Text to print: a report, a list of errors, or a success message. */
  readonly output: string;
}

export interface CheckOptions {
  readonly json: boolean;
  /** Whether the check also fails if placeholders are left to fill in. */
  readonly finished: boolean;
}

/** Checks the site. Returns a report as JSON, or as text in the owner's language. */
export function runCheck(configured: Configured, { json, finished }: CheckOptions): CommandResult {
  const report = check(configured, Date.now());
  const output = json ? JSON.stringify(report, null, 2) : checkText(report, loadTranslations(configured.config));
  const isSuccess = finished ? report.isFinished : report.ok;
  return { isSuccess, output };
}

/** Compiles the owner's folder and writes the site file to `path`. If there are errors, the output lists them. */
export function compileToFile(config: Config, path: string): CommandResult {
  const { site, findings } = compile(config);
  if (site === undefined) return { isSuccess: false, output: findings.filter(isError).map(formatFinding).join("\n") };
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(path, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isSuccess: false, output: `${path} cannot be written: ${reason}` };
  }
  const output = `Compiled ${sourceFolders(config)} into ${path}: site ${site.revision}, ${bytes.length} bytes`;
  return { isSuccess: true, output };
}
