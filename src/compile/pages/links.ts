/**
 * Checks that every page has a unique path, and that internal links are not broken.
 */

import { unescape as decode } from "node:querystring";
import { createFinding, type Finding } from "../finding.ts";
import type { Message } from "../message.ts";
import { imageNameOf, type RenderedPage } from "./page.ts";
import { didYouMean } from "./report.ts";

type LinkingPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

/** A path that the server handles. `isReadable` means that it supports GET, so that pages can link to it. */
type ServedPath = Readonly<{ path: string; isReadable: boolean }>;

const PATH_BEFORE_SUFFIX = /^[^?#]*/;
export const INTERNAL_TARGET = /^[/#]/;
const PDF_FILE = /\.pdf$/i;
const TRAILING_SLASH = /(?<=.)\/$/;

/** Returns an error for each page whose path is already taken, and for each broken internal link. */
export function checkLinks(pages: readonly LinkingPage[], servedPaths: readonly ServedPath[]): Finding[] {
  const findings: Finding[] = [];
  // The server treats `/mcp` and `/mcp/` as one path.
  const normalisedPaths = servedPaths.map(({ path }) => path.replace(TRAILING_SLASH, ""));
  const linkablePaths = servedPaths.filter(({ isReadable }) => isReadable).map(({ path }) => path);
  for (const page of pages) {
    const file = `content${page.markdownPath}`;
    // One match is the page itself. A second one is a conflict.
    const matches = normalisedPaths.filter((path) => path === page.path);
    if (matches.length > 1) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path: page.path } }));
    }
    for (const link of page.links) {
      const problem = linkProblem(link.target, page, pages, linkablePaths);
      if (problem !== undefined) findings.push(createFinding("error", file, problem, link));
    }
  }
  return findings;
}

/**
 * Splits an internal link target into its path and the query or fragment that follows. A bare fragment such as "#beds"
 * resolves to the page that contains the link.
 */
export function splitTarget(target: string, pagePath: string): { path: string; suffix: string } {
  const [path = ""] = PATH_BEFORE_SUFFIX.exec(target) ?? [];
  return { path: path === "" ? pagePath : path, suffix: target.slice(path.length) };
}

/** Returns the reason a link is broken, or undefined if it is valid, points to an image or is external. */
function linkProblem(
  target: string,
  page: LinkingPage,
  pages: readonly LinkingPage[],
  linkablePaths: readonly string[],
): Message | undefined {
  if (!INTERNAL_TARGET.test(target) || imageNameOf(target) !== undefined) return undefined;
  const { path, suffix } = splitTarget(target, page.path);
  if (!linkablePaths.includes(path)) return missingTarget(path, linkablePaths);
  const anchor = suffix.split("#")[1] ?? "";
  const targetPage = pages.find((candidate) => candidate.path === path);
  if (anchor === "" || targetPage === undefined) return undefined;
  if (targetPage.anchors.includes(decode(anchor))) return undefined;
  const pageLabel: Message | string = targetPage === page ? { code: "this-page" } : path;
  const guess = didYouMean(anchor, targetPage.anchors);
  return { code: "link-heading-missing", values: { anchor, page: pageLabel, guess } };
}

function missingTarget(target: string, linkablePaths: readonly string[]): Message {
  if (PDF_FILE.test(target)) return { code: "link-pdf", values: { target } };
  return { code: "link-target-missing", values: { target, guess: didYouMean(target, linkablePaths) } };
}
