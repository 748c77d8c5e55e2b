/**
 * From configuration to everything that can be served, or to everything that stands in the way.
 *
 * The same steps run at start, on reload and for a check, so that none of them can be laxer than another.
 */

import type { Config } from "../config.ts";
import { linkFindings } from "./pages/links.ts";
import { loadContent } from "./pages/load.ts";
import { loadData, type LoadedData } from "./data/load.ts";
import { isFolder, readText } from "./files.ts";
import { type Finding, isError } from "./finding.ts";
import { createRouter, type Router } from "../serve/http/router.ts";
import { refusalPages, routes, type Running } from "./routes.ts";

const OPENAPI_BYTES_MAX = 100_000;

type Prepared = { readonly router?: Router; readonly findings: readonly Finding[]; readonly data?: LoadedData };

/**
 * The router when no finding is an error, the data when no folder is missing.
 *
 * @param advise gives warnings and notices, besides errors
 */
export function prepare(config: Config, running: Running, advise = false): Prepared {
  const missing = missingFolders(config);
  if (missing.length > 0) return { findings: missing };
  const data = loadData(config);
  // Facts that are not sound have stand-ins, so that what is wrong with the pages is told at once as well.
  const { facts } = data;
  const content = loadContent(facts, { ...config, unreadFiles: data.unreadFiles });
  const written = readText(config.programContent, "openapi.json", OPENAPI_BYTES_MAX);
  if (typeof written !== "string") {
    return { findings: [{ level: "error", file: "content/openapi.json", message: `the program's own file ${written.problem}` }], data };
  }
  const site = { ...content, facts, written };
  const served = routes(site, config, running);
  const targets = served.map(({ path, methods }) => ({ path, isReadable: "GET" in methods }));
  const found = [...content.findings, ...linkFindings(content.pages, targets)];
  const findings = [...data.findings, ...found.filter((finding) => advise || isError(finding))];
  return findings.some(isError) ? { findings, data } : { router: createRouter(served, refusalPages(site, config)), findings, data };
}

/** One sentence for folders that are not there, and not one for each of their files. */
function missingFolders({ dataDirectory, contentDirectory, namedBy }: Config): Finding[] {
  const missing = [dataDirectory, contentDirectory].filter((path) => !isFolder(path));
  const message = `there is no such folder, and ${namedBy} says that it is read`;
  return missing.length === 0 ? [] : [{ level: "error", file: missing.join(" and "), message }];
}
