/**
 * Checks that every page has a path of its own, and that links within the site are not broken.
 */

import { unescape as decode } from "node:querystring";
import { createFinding, type Finding } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { imageNameOf, type RenderedPage } from "./page.ts";
import { didYouMean } from "./report.ts";

type LinkingPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

/** A path that the server responds to. It is readable, and so can be linked to, if it supports GET. */
type ServedPath = Readonly<{ path: string; isReadable: boolean }>;

/** The part of a link target before its query or fragment. */
const PATH = /^[^?#]*/;
export const INTERNAL_TARGET = /^[/#]/;
const PDF_FILE = /\.pdf$/i;
const TRAILING_SLASH = /(?<=.)\/$/;

/** Returns an error for each page whose path is also used by something else, and for each broken internal link. */
export function checkLinks(pages: readonly LinkingPage[], servedPaths: readonly ServedPath[]): Finding[] {
  const findings: Finding[] = [];
  // The server treats `/mcp` and `/mcp/` as one path.
  const paths = servedPaths.map(({ path }) => path.replace(TRAILING_SLASH, ""));
  const linkable = servedPaths.filter(({ isReadable }) => isReadable).map(({ path }) => path);
  for (const page of pages) {
    const { path } = page;
    const file = `content${page.markdownPath}`;
    const isTaken = paths.filter((servedPath) => servedPath === path).length > 1;
    if (isTaken) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path } }));
    }
    for (const link of page.links) {
      const problem = linkProblem(link.target, page, pages, linkable);
      if (problem !== undefined) findings.push(createFinding("error", file, problem, link));
    }
  }
  return findings;
}

/**
 * Splits an internal link target into its path and the query or fragment after the path. A target such as "#beds" gets
 * the path of the page that contains the link.
 */
export function splitTarget(target: string, pagePath: string): { path: string; suffix: string } {
  const [path = ""] = PATH.exec(target) ?? [];
  return { path: path === "" ? pagePath : path, suffix: target.slice(path.length) };
}

/** Returns the reason why a link is broken. Returns undefined if it works, is an image or leads to another site. */
function linkProblem(
  target: string,
  page: LinkingPage,
  pages: readonly LinkingPage[],
  linkable: readonly string[],
): Phrase | undefined {
  if (!INTERNAL_TARGET.test(target) || imageNameOf(target) !== undefined) return undefined;
  const { path, suffix } = splitTarget(target, page.path);
  if (!linkable.includes(path)) {
    if (PDF_FILE.test(path)) return { code: "link-pdf", values: { target: path } };
    return { code: "link-target-missing", values: { target: path, guess: didYouMean(path, linkable) } };
  }
  const [, anchor = ""] = suffix.split("#");
  const targetPage = pages.find((candidate) => candidate.path === path);
  if (anchor === "" || targetPage === undefined || targetPage.anchors.includes(decode(anchor))) return undefined;
  const pageName: Phrase | string = targetPage === page ? { code: "this-page" } : path;
  const guess = didYouMean(anchor, targetPage.anchors);
  return { code: "link-heading-missing", values: { anchor, page: pageName, guess } };
}
