/**
 * Checks that page paths are unique, and that links and images within the site exist.
 */

import { unescape as decode } from "node:querystring";
import { createFinding, type Finding } from "../finding.ts";
import type { Message } from "../message.ts";
import { missingImageMessage } from "../pictures/images.ts";
import { closest } from "../suggest.ts";
import { imageNameOf, type RenderedPage } from "./page.ts";

type LinkingPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

type Targets = Readonly<{
  pages: readonly LinkingPage[];
  imageNames: readonly string[];
  /** All paths of the site, including those of its pages. */
  servedPaths: readonly string[];
}>;

export const INTERNAL_TARGET = /^[/#]/;

/** Returns an error for each page whose path is already in use, and for each broken link or image within the site. */
export function checkPathsAndLinks(targets: Targets): Finding[] {
  return targets.pages.flatMap((page) => {
    const file = `content${page.markdownPath}`;
    const findings: Finding[] = [];
    // The server treats `/mcp` and `/mcp/` as the same path.
    const matchingPaths = targets.servedPaths.filter((path) => path === page.path || path === `${page.path}/`);
    // `servedPaths` includes this page, so a second match is a conflict.
    if (matchingPaths.length > 1) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path: page.path } }));
    }
    for (const link of page.links) {
      const problem = checkLink(link.target, page.path, targets);
      if (problem !== undefined) findings.push(createFinding("error", file, problem, link));
    }
    return findings;
  });
}

/** Splits an internal link target. A target without a path, e.g. "#beds", gets the path of the page it is on. */
export function splitTarget(target: string, pagePath: string) {
  const pathEnd = target.search(/[?#]|$/);
  const path = pathEnd === 0 ? pagePath : target.slice(0, pathEnd);
  return { path, queryAndHash: target.slice(pathEnd) };
}

/** Returns what is wrong with a link or image, or undefined if its target exists or is external. */
function checkLink(target: string, pagePath: string, targets: Targets): Message | undefined {
  const { pages, imageNames, servedPaths } = targets;
  if (!INTERNAL_TARGET.test(target)) return undefined;
  const imageName = imageNameOf(target);
  if (imageName !== undefined) {
    if (imageNames.includes(imageName)) return undefined;
    return missingImageMessage(imageName, imageNames);
  }
  const { path, queryAndHash } = splitTarget(target, pagePath);
  if (!servedPaths.includes(path)) return missingPathMessage(path, servedPaths);
  const targetPage = pages.find((page) => page.path === path);
  // Only pages have anchors to check.
  if (targetPage === undefined) return undefined;
  return checkAnchor(queryAndHash, targetPage, pagePath);
}

function checkAnchor(queryAndHash: string, { path, anchors }: LinkingPage, pagePath: string): Message | undefined {
  const [, anchor = ""] = queryAndHash.split("#");
  if (anchor === "" || anchors.includes(decode(anchor))) return undefined;
  const pageName: Message | string = path === pagePath ? { code: "this-page" } : path;
  return { code: "link-heading-missing", values: { anchor, page: pageName, guess: didYouMean(anchor, anchors) } };
}

function missingPathMessage(path: string, servedPaths: readonly string[]): Message {
  if (path.toLowerCase().endsWith(".pdf")) return { code: "link-pdf", values: { target: path } };
  return { code: "link-target-missing", values: { target: path, guess: didYouMean(path, servedPaths) } };
}

function didYouMean(name: string, candidates: readonly string[]): Message | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}
