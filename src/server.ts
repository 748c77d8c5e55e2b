/**
 * The program: runs the command that the arguments name and sets the exit status.
 *
 * `compile` and `author` are imported only here, and only by the commands that need them: a process that serves a
 * compiled site loads neither.
 */

import { type Command, HELP, parseArguments } from "./cli.ts";
import { type Config, configure, sourceFolders } from "./config.ts";
import { runServer, type SiteSource } from "./run-server.ts";
import { isFile, readSiteFile, type SiteExpectations } from "./serve/site-file.ts";
import { VERSION } from "./version.ts";

/** Exit statuses. */
const OK = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Returns the exit status, or undefined while the server runs. */
async function main(words: readonly string[]): Promise<number | undefined> {
  // Ignore EPIPE: whoever reads stdout or stderr may close the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const command = parseArguments(words);
  if (command.kind === "error") return fail([command.message], WRONG_USAGE);
  if (command.name === "help") return print(HELP);
  if (command.name === "version") return print(`${VERSION}\n`);

  const configured = configure(process.env, command.path, command.name === "watch", process.stdout.isTTY);
  const { config, problems } = configured;
  if (command.name === "health") {
    const { isHealthy } = await import("./health.ts");
    return (await isHealthy(config)) ? OK : FAILED;
  }
  const siteFile = command.path !== undefined && isFile(command.path) ? command.path : undefined;
  if (siteFile !== undefined && command.name !== "serve") {
    return fail([`--${command.name} needs the folder of a cottage, and ${siteFile} is a file`], WRONG_USAGE);
  }
  if (command.name === "check") {
    const { check, checkText } = await import("./author/check.ts");
    const { loadTranslations } = await import("./author/translations.ts");
    const report = check(configured, Date.now());
    print(`${command.json ? JSON.stringify(report, null, 2) : checkText(report, loadTranslations(config))}\n`);
    const isPassed = command.finished ? report.isFinished : report.ok;
    return isPassed ? OK : FAILED;
  }
  if (problems.length > 0) return fail(problems);
  if (command.name === "compile") return compileToFile(config, command);
  const source = siteFile === undefined ? await folderSource(config) : fileSource(siteFile, config);
  const failures = await runServer(config, source);
  return failures.length > 0 ? fail(failures) : undefined;
}

/** Compiles the folder at every load; in watch mode also checks it. */
async function folderSource(config: Config): Promise<SiteSource> {
  if (config.isWatched) {
    const { watchedSource } = await import("./author/watch-mode.ts");
    return watchedSource(config);
  }
  const { compile, createCompileCache, findingLines } = await import("./compile/compile.ts");
  const cache = createCompileCache();
  const load = () => {
    const { site, findings } = compile(config, cache);
    return { site, problems: findingLines(findings) };
  };
  return { name: sourceFolders(config), load };
}

/** Reads the compiled site at every load. Its settings cannot change while the server runs. */
function fileSource(path: string, { explicit }: Config): SiteSource {
  let expected: SiteExpectations = { programVersion: VERSION, ...explicit };
  const load = async () => {
    const file = await readSiteFile(path, expected);
    if (file.kind === "problem") return { site: undefined, problems: [file.message] };
    const { baseUrl, rateLimit = "off" as const } = file.site;
    expected = { programVersion: VERSION, baseUrl, rateLimit };
    return { site: file.site, problems: [] };
  };
  return { name: path, load };
}

async function compileToFile(config: Config, { output = "" }: Command): Promise<number> {
  const { compile, findingLines } = await import("./compile/compile.ts");
  const { encodeSite, writeSiteFile } = await import("./compile/site-file.ts");
  const { site, findings } = compile(config);
  if (site === undefined) return fail(findingLines(findings));
  const bytes = encodeSite(site, VERSION);
  try {
    writeSiteFile(output, bytes);
  } catch (error) {
    return fail([`${output} cannot be written: ${error instanceof Error ? error.message : String(error)}`]);
  }
  return print(`Compiled ${sourceFolders(config)} into ${output}: site ${site.revision}, ${bytes.length} bytes\n`);
}

function print(text: string): number {
  process.stdout.write(text);
  return OK;
}

function fail(lines: readonly string[], status = FAILED): number {
  process.stderr.write(`${lines.join("\n")}\n`);
  return status;
}

process.exitCode = await main(process.argv.slice(2));
