/**
 * Checks that no two pages have the same path, and that no link within the site is broken.
 *
 * It receives the paths that are served as plain data, and follows no link to another site.
 */

import { unescape as decode } from "node:querystring";
import { createFinding, type Finding } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import type { ParsedPage } from "./page.ts";
import { guessPhrase } from "./report.ts";

export type LinkingPage = Pick<ParsedPage, "path" | "markdownPath" | "anchors" | "links">;

/** A path that the server responds to, such as that of a page. */
export type Target = Readonly<{
  path: string;
  /** True if the path supports GET, so that a link to it works. */
  isReadable: boolean;
}>;

/** The part of a link target before its query or fragment. */
export const PATH = /^[^?#]*/;
export const INTERNAL_TARGET = /^[/#]/;
const TRAILING_SLASH = /(?<=.)\/$/;

/** Returns an error for each page whose path is already in use, and for each broken link within the site. */
export function linkFindings(pages: readonly LinkingPage[], targets: readonly Target[]): Finding[] {
  const findings: Finding[] = [];
  const uses = countPaths(targets);
  const readable = new Set(targets.filter(({ isReadable }) => isReadable).map(({ path }) => path));
  const anchors = new Map(pages.map((page) => [page.path, page.anchors]));
  for (const page of pages) {
    const file = `content${page.markdownPath}`;
    if ((uses.get(page.path) ?? 0) > 1) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path: page.path } }));
    }
    for (const link of page.links) {
      const problem = linkProblem(link.target, page.path, readable, anchors);
      if (problem !== undefined) findings.push(createFinding("error", file, problem, link));
    }
  }
  return findings;
}

/** Returns how often each path is used. Counts `/mcp` and `/mcp/` as one path. */
function countPaths(targets: readonly Target[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const target of targets) {
    const path = target.path.replace(TRAILING_SLASH, "");
    uses.set(path, (uses.get(path) ?? 0) + 1);
  }
  return uses;
}

/**
 * Describes the problem with a link if its page or heading does not exist; otherwise returns undefined.
 *
 * @param path path of the page that contains the link
 * @param anchors heading ids of each page, keyed by the page's path
 */
function linkProblem(
  target: string,
  path: string,
  readable: ReadonlySet<string>,
  anchors: ReadonlyMap<string, readonly string[]>,
): Phrase | undefined {
  if (!INTERNAL_TARGET.test(target)) return undefined;
  const page = PATH.exec(target)?.[0] || path;
  if (!readable.has(page)) {
    if (/\.pdf$/i.test(page)) return { code: "link-pdf", values: { target: page } };
    return { code: "link-target-missing", values: { target: page, guess: guessPhrase(page, [...readable]) } };
  }
  const hash = target.indexOf("#");
  const anchor = hash === -1 ? "" : target.slice(hash + 1);
  const ids = anchors.get(page);
  if (anchor === "" || ids === undefined || ids.includes(decode(anchor))) return undefined;
  const place: Phrase | string = page === path ? { code: "this-page" } : page;
  return { code: "link-heading-missing", values: { anchor, page: place, guess: guessPhrase(anchor, ids) } };
}
