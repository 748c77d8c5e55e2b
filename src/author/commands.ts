/**
 * The commands of the owner's desk that end by themselves: `--help`, `--check` and `--compile`.
 */

import { compile, findingLines } from "../compile/compile.ts";
import { encodeSite, writeSiteFile } from "../compile/site-file.ts";
import { type Config, type Configured, sourceFolders } from "../config.ts";
import { VERSION } from "../version.ts";
import { check, checkText } from "./check.ts";
import { loadTranslations } from "./translations.ts";

export const HELP = `Usage: node dist/server.js [folder or file] [flag]

Serves the cottage whose data and content are in the folder, or a site compiled before; without one, the sample.
Flags, and environment variables with their defaults:

  --check         check data and content, report errors and advice, and exit
  --compile FILE  compile the folder into one file, which can be served later, and exit
  --health        ask the server running on HOST and PORT whether it is ready, and exit with 0 or 1
  --help          print this
  --version       print the version
  --json          with --check: print the findings as JSON
  --finished      with --check: exit with 1 as long as something is left to fill in
  --watch         serve; check and reload whenever a file of data or content changes

  HOST         address to listen on (127.0.0.1)
  PORT         port to listen on (3000)
  BASE_URL     public origin, without a slash at its end (http://localhost:PORT)
  RATE_LIMIT   requests per minute and client, or off (60)
  TRUST_PROXY  number of proxies in front that append to X-Forwarded-For (0)
  DATA_DIR     folder of the data files, if it is not data in the folder named
  CONTENT_DIR  folder of the pages, if it is not content in the folder named
  ACCESS_LOG   a line for each request, on or off (on; off at a terminal)

A compiled site has its own BASE_URL and RATE_LIMIT; if they are set as well, they must be the same.
`;

export interface CommandResult {
  readonly isSuccess: boolean;
  /** For standard output if the command succeeded or reports findings, otherwise for standard error. */
  readonly output: string;
}

export interface CheckOptions {
  readonly json: boolean;
  /** Whether the check fails if something is left to fill in. */
  readonly finished: boolean;
}

export function runCheck(configured: Configured, { json, finished }: CheckOptions): CommandResult {
  const report = check(configured, Date.now());
  const output = json ? JSON.stringify(report, null, 2) : checkText(report, loadTranslations(configured.config));
  return { isSuccess: finished ? report.isFinished : report.ok, output };
}

/** Compiles the folder into one file. Returns the findings if it has errors. */
export function compileToFile(config: Config, path: string): CommandResult {
  const { site, findings } = compile(config);
  if (site === undefined) return { isSuccess: false, output: findingLines(findings).join("\n") };
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
