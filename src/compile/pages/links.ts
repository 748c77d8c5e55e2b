/**
 * Checks that page paths are unique and that internal links resolve.
 */

import { unescape as decode } from "node:querystring";
import { createFinding, type Finding } from "../finding.ts";
import type { Message } from "../message.ts";
import { imageNameOf, type RenderedPage } from "./page.ts";
import { didYouMean } from "./report.ts";

type LinkingPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

/** A path that the server handles. It is linkable if it supports GET. */
type ServedPath = Readonly<{ path: string; isLinkable: boolean }>;

const QUERY_AND_HASH = /[?#].*/s;
export const INTERNAL_TARGET = /^[/#]/;
const PDF_FILE = /\.pdf$/i;
const TRAILING_SLASH = /(?<=.)\/$/;

/** Returns an error for each page whose path is already in use and for each broken internal link. */
export function checkPathsAndLinks(pages: readonly LinkingPage[], servedPaths: readonly ServedPath[]): Finding[] {
  const linkablePaths = servedPaths.filter(({ isLinkable }) => isLinkable).map(({ path }) => path);
  return pages.flatMap((page) => {
    const file = `content${page.markdownPath}`;
    const findings: Finding[] = [];
    if (isPathTaken(page.path, servedPaths)) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path: page.path } }));
    }
    for (const link of page.links) {
      const problem = linkProblem(link.target, page, pages, linkablePaths);
      if (problem !== undefined) findings.push(createFinding("error", file, problem, link));
    }
    return findings;
  });
}

function isPathTaken(pagePath: string, servedPaths: readonly ServedPath[]): boolean {
  // The server treats `/mcp` and `/mcp/` as one path.
  const matches = servedPaths.filter(({ path }) => path.replace(TRAILING_SLASH, "") === pagePath);
  // The page always matches itself, so a second match is a conflict.
  return matches.length > 1;
}

/**
 * Splits an internal link target into its path and its query and hash. A target with no path, e.g. "#beds", gets the
 * path of the page it is on.
 */
export function splitTarget(target: string, pagePath: string): { path: string; queryAndHash: string } {
  const path = target.replace(QUERY_AND_HASH, "");
  return { path: path === "" ? pagePath : path, queryAndHash: target.slice(path.length) };
}

/**
 * Checks a link to one of the site's pages or files; returns an error, or undefined if it is fine. Ignores external
 * links and images.
 */
function linkProblem(
  target: string,
  page: LinkingPage,
  pages: readonly LinkingPage[],
  linkablePaths: readonly string[],
): Message | undefined {
  const isImage = imageNameOf(target) !== undefined;
  if (isImage || !INTERNAL_TARGET.test(target)) return undefined;
  const { path, queryAndHash } = splitTarget(target, page.path);
  if (!linkablePaths.includes(path)) return missingTarget(path, linkablePaths);
  const [, anchor = ""] = queryAndHash.split("#");
  const targetPage = pages.find((candidate) => candidate.path === path);
  if (anchor === "" || targetPage === undefined || targetPage.anchors.includes(decode(anchor))) return undefined;
  return missingAnchor(anchor, targetPage, page);
}

function missingAnchor(anchor: string, targetPage: LinkingPage, page: LinkingPage): Message {
  const pageLabel: Message | string = targetPage === page ? { code: "this-page" } : targetPage.path;
  const guess = didYouMean(anchor, targetPage.anchors);
  return { code: "link-heading-missing", values: { anchor, page: pageLabel, guess } };
}

function missingTarget(target: string, linkablePaths: readonly string[]): Message {
  if (PDF_FILE.test(target)) return { code: "link-pdf", values: { target } };
  return { code: "link-target-missing", values: { target, guess: didYouMean(target, linkablePaths) } };
}
