/**
 * Checks page paths and internal links.
 */

import { join } from "node:path";
import { unescape as decode } from "node:querystring";
import { closest } from "../corrections.ts";
import { isFolderMissing } from "../files.ts";
import { createFinding, type Finding, type LocatedMessage, type Message } from "../messages.ts";
import { missingImageMessage } from "../pictures/images.ts";
import { imageNameOf, INTERNAL_TARGET, type RenderedPage, splitTarget } from "./page.ts";

type LinkedPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

type SiteIndex = Readonly<{
  pages: readonly LinkedPage[];
  imageNames: readonly string[];
  /** Includes the paths of pages. */
  servedPaths: readonly string[];
}>;

export function checkPathsAndLinks(site: SiteIndex): Finding[] {
  return site.pages.flatMap(({ path, markdownPath, links }) => {
    const problems: LocatedMessage[] = [];
    if (isPathTaken(path, site)) problems.push({ code: "page-path-taken", values: { path } });
    for (const { target, line, column } of links) {
      const problem = checkLink(target, path, site);
      if (problem !== undefined) problems.push({ ...problem, line, column });
    }
    return problems.map((problem) => createFinding("error", `content${markdownPath}`, problem));
  });
}

function isPathTaken(pagePath: string, { servedPaths }: SiteIndex): boolean {
  // `/api` and `/api/` count as the same path. The page itself is one match, so a second match is a conflict.
  const matches = servedPaths.filter((path) => path === pagePath || path === `${pagePath}/`);
  return matches.length > 1;
}

function checkLink(target: string, pagePath: string, site: SiteIndex): Message | undefined {
  if (!INTERNAL_TARGET.test(target)) return undefined;
  const imageName = imageNameOf(target);
  if (imageName !== undefined) {
    return site.imageNames.includes(imageName) ? undefined : missingImageMessage(imageName, site.imageNames);
  }
  const { path } = splitTarget(target, pagePath);
  if (!site.servedPaths.includes(path)) return missingPathMessage(path, site.servedPaths);
  const linkedPage = site.pages.find((page) => page.path === path);
  // Paths that are not pages, e.g. `/openapi.json`, have no anchors.
  return linkedPage && checkAnchor(target, linkedPage, pagePath);
}

function missingPathMessage(path: string, servedPaths: readonly string[]): Message {
  if (path.toLowerCase().endsWith(".pdf")) return { code: "link-pdf", values: { target: path } };
  return { code: "link-target-missing", values: { target: path, guess: didYouMean(path, servedPaths) } };
}

function checkAnchor(target: string, { path, anchors }: LinkedPage, pagePath: string): Message | undefined {
  const anchor = target.split("#")[1] ?? "";
  if (anchor === "" || anchors.includes(decode(anchor))) return undefined;
  const page: string | Message = path === pagePath ? { code: "this-page" } : path;
  return { code: "link-heading-missing", values: { anchor, page, guess: didYouMean(anchor, anchors) } };
}

function didYouMean(name: string, candidates: readonly string[]): Message | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}

/** Replaces the errors about missing images with a single one if the whole folder is missing. */
export function mergeMissingImageErrors(findings: readonly Finding[], contentDirectory: string): readonly Finding[] {
  if (!isFolderMissing(join(contentDirectory, "images"))) return findings;
  const otherFindings = findings.filter(({ code }) => code !== "image-missing");
  if (otherFindings.length === findings.length) return findings;
  return [createFinding("error", "content/images", { code: "image-folder-missing" }), ...otherFindings];
}
