/**
 * Checks that page paths are unique and that links and images within the site exist, and makes these links absolute.
 */

import { join } from "node:path";
import { unescape as decode } from "node:querystring";
import { mayBeFolder } from "../files.ts";
import { replaceTargets } from "../markdown/markdown.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { missingImageMessage } from "../pictures/images.ts";
import { closest } from "../suggest.ts";
import { imageNameOf, imageOf, type RenderedPage, type SiteContext } from "./page.ts";

type LinkingPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

type SiteIndex = Readonly<{
  pages: readonly LinkingPage[];
  imageNames: readonly string[];
  /** Every path that the site serves, including those of its pages. */
  servedPaths: readonly string[];
}>;

const INTERNAL_TARGET = /^[/#]/;

/** Returns an error for each page whose path is already taken, and for each broken internal link or image. */
export function checkPathsAndLinks(site: SiteIndex): Finding[] {
  return site.pages.flatMap((page) => {
    const file = `content${page.markdownPath}`;
    const findings: Finding[] = [];
    if (isServedTwice(page.path, site.servedPaths)) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path: page.path } }));
    }
    for (const { target, ...location } of page.links) {
      const problem = checkLink(target, page.path, site);
      if (problem !== undefined) findings.push(createFinding("error", file, problem, location));
    }
    return findings;
  });
}

/** Returns whether something else is served at a page's path. `/mcp` and `/mcp/` count as the same path. */
function isServedTwice(pagePath: string, servedPaths: readonly string[]): boolean {
  const matches = servedPaths.filter((path) => path === pagePath || path === `${pagePath}/`);
  // One match is always the page itself, so only a second match is a conflict.
  return matches.length > 1;
}

function checkLink(target: string, pagePath: string, site: SiteIndex): Message | undefined {
  if (!INTERNAL_TARGET.test(target)) return undefined;
  const imageName = imageNameOf(target);
  if (imageName !== undefined) {
    return site.imageNames.includes(imageName) ? undefined : missingImageMessage(imageName, site.imageNames);
  }
  const { path, queryAndHash } = splitTarget(target, pagePath);
  if (!site.servedPaths.includes(path)) return missingPathMessage(path, site.servedPaths);
  const linkedPage = site.pages.find((page) => page.path === path);
  // A target that is not a page, e.g. `/openapi.json`, has no anchors to check.
  if (linkedPage === undefined) return undefined;
  return checkAnchor(queryAndHash, linkedPage, pagePath);
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

/** If the image folder is missing, replaces the errors for its images with a single error for the folder. */
export function mergeMissingImages(findings: readonly Finding[], contentDirectory: string): readonly Finding[] {
  const otherFindings = findings.filter(({ code }) => code !== "image-missing");
  const hasMissingImages = otherFindings.length < findings.length;
  if (!hasMissingImages || mayBeFolder(join(contentDirectory, "images"))) return findings;
  return [createFinding("error", "content/images", { code: "image-folder-missing" }), ...otherFindings];
}

/**
 * Returns the page's Markdown with internal links made absolute. A link to a page leads to the page's Markdown version.
 * A link to an image leads to the image's published path, which contains a hash.
 */
export function markdownWithAbsoluteLinks(page: RenderedPage, { pages, baseUrl, images }: SiteContext): string {
  return replaceTargets(page.filledMarkdown, (target) => {
    if (!INTERNAL_TARGET.test(target)) return target;
    const image = imageOf(target, images);
    if (image !== undefined) return baseUrl + image.path;
    const { path, queryAndHash } = splitTarget(target, page.path);
    const linkedPage = pages.find((candidate) => candidate.path === path);
    // Paths that are not pages, e.g. `/api/`, have no Markdown version.
    return baseUrl + (linkedPage?.markdownPath ?? path) + queryAndHash;
  });
}

/** Splits an internal link target. A target without a path, e.g. "#beds", gets the path of the page it is on. */
function splitTarget(target: string, pagePath: string) {
  const pathEnd = target.search(/[?#]|$/);
  const path = pathEnd === 0 ? pagePath : target.slice(0, pathEnd);
  return { path, queryAndHash: target.slice(pathEnd) };
}
