/**
 * Checks that page paths are unique and that targets of internal links and images exist. Makes these links absolute.
 */

import { join } from "node:path";
import { unescape as decode } from "node:querystring";
import { closest } from "../corrections.ts";
import { mayBeFolder } from "../files.ts";
import { replaceTargets } from "../markdown/markdown.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { missingImageMessage } from "../pictures/images.ts";
import { imageNameOf, imageOf, type RenderedPage, type SiteContext } from "./page.ts";

type LinkingPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

type SiteIndex = Readonly<{
  pages: readonly LinkingPage[];
  imageNames: readonly string[];
  /** Every path that the site serves, including those of its pages. */
  servedPaths: readonly string[];
}>;

const INTERNAL_TARGET = /^[/#]/;

export function checkPathsAndLinks(site: SiteIndex): Finding[] {
  return site.pages.flatMap((page) => {
    const file = `content${page.markdownPath}`;
    const findings: Finding[] = [];
    // `/api` and `/api/` count as the same path. One match is the page itself.
    const matches = site.servedPaths.filter((path) => path === page.path || path === `${page.path}/`);
    if (matches.length > 1) {
      findings.push(createFinding("error", file, { code: "page-path-taken", values: { path: page.path } }));
    }
    for (const { target, ...location } of page.links) {
      const problem = checkLink(target, page.path, site);
      if (problem !== undefined) findings.push(createFinding("error", file, { ...problem, ...location }));
    }
    return findings;
  });
}

/** Returns why a link to an image, a page or an anchor of the site is broken, or undefined if it is not. */
function checkLink(target: string, pagePath: string, site: SiteIndex): Message | undefined {
  if (!INTERNAL_TARGET.test(target)) return undefined;
  const imageName = imageNameOf(target);
  if (imageName !== undefined) {
    return site.imageNames.includes(imageName) ? undefined : missingImageMessage(imageName, site.imageNames);
  }
  const { path, queryAndHash } = splitTarget(target, pagePath);
  if (!site.servedPaths.includes(path)) return missingPathMessage(path, site.servedPaths);
  const anchors = site.pages.find((page) => page.path === path)?.anchors;
  const [, anchor = ""] = queryAndHash.split("#");
  // A target that is not a page, e.g. `/openapi.json`, has no anchors to check.
  if (anchors === undefined || anchor === "" || anchors.includes(decode(anchor))) return undefined;
  const page: Message | string = path === pagePath ? { code: "this-page" } : path;
  return { code: "link-heading-missing", values: { anchor, page, guess: didYouMean(anchor, anchors) } };
}

function missingPathMessage(path: string, servedPaths: readonly string[]): Message {
  if (path.toLowerCase().endsWith(".pdf")) return { code: "link-pdf", values: { target: path } };
  return { code: "link-target-missing", values: { target: path, guess: didYouMean(path, servedPaths) } };
}

function didYouMean(name: string, candidates: readonly string[]): Message | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}

/** If there is no image folder, replaces errors about missing images with one error about the folder. */
export function mergeMissingImageErrors(findings: readonly Finding[], contentDirectory: string): readonly Finding[] {
  const otherFindings = findings.filter(({ code }) => code !== "image-missing");
  if (otherFindings.length === findings.length || mayBeFolder(join(contentDirectory, "images"))) return findings;
  return [createFinding("error", "content/images", { code: "image-folder-missing" }), ...otherFindings];
}

/** Makes internal links absolute. Links to pages lead to their Markdown versions, and images have hashed paths. */
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

/** Splits an internal link target at its query or hash. The target "#beds" has the path of the page with the link. */
function splitTarget(target: string, pagePath: string) {
  const pathEnd = target.search(/[?#]|$/);
  const path = pathEnd === 0 ? pagePath : target.slice(0, pathEnd);
  return { path, queryAndHash: target.slice(pathEnd) };
}
