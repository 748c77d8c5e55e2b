/**
 * Makes internal links absolute, and checks that their targets exist.
 */

import { unescape as decode } from "node:querystring";
import { didYouMean } from "../corrections.ts";
import { createFinding, type Finding, type LocatedMessage, type Location, type Message } from "../messages.ts";
import type { Image, Images } from "../pictures/images.ts";

export type LinkContext = Readonly<{
  baseUrl: string;
  /** Keyed by path, e.g. `/images/kitchen.jpg`. */
  images: Images;
  /** Maps the path of each page to its Markdown, e.g. `/about` to `/about.md`. */
  markdownPaths: ReadonlyMap<string, string>;
}>;

type LinkedPage = Readonly<{
  path: string;
  markdownPath: string;
  anchors: readonly string[];
  links: readonly Readonly<Location & { target: string }>[];
}>;

const INTERNAL_TARGET = /^[/#]/;

/** Makes internal links absolute. Links to a page, e.g. `/about`, become links to its Markdown, e.g. `/about.md`. */
export function absoluteUrl(target: string, currentPath: string, context: LinkContext): string {
  const { baseUrl, images, markdownPaths } = context;
  if (!INTERNAL_TARGET.test(target)) return target;
  const image = findImage(target, images);
  if (image !== undefined) return baseUrl + image.path;
  const { path, queryAndHash } = splitTarget(target, currentPath);
  // Some paths, e.g. `/api/`, have no Markdown version.
  const markdownPath = markdownPaths.get(path) ?? path;
  return baseUrl + markdownPath + queryAndHash;
}

/** Returns the image at a link target, e.g. `/images/kitchen.jpg`. Ignores the target's query and anchor. */
export function findImage(target: string, images: Images): Image | undefined {
  return images.get(target.replace(/[?#].*/, ""));
}

/** Splits a link target such as `/about#beds` after the path. A target without a path is on the current page. */
function splitTarget(target: string, currentPath: string) {
  const pathEnd = target.search(/[?#]|$/);
  return { path: target.slice(0, pathEnd) || currentPath, queryAndHash: target.slice(pathEnd) };
}

/** Reports pages whose path is already in use, and internal links whose target does not exist. */
export function checkPathsAndLinks(pages: readonly LinkedPage[], servedPaths: readonly string[]): Finding[] {
  return pages.flatMap((page) => {
    const problems: LocatedMessage[] = [];
    // One match is the page itself, so a second match is a conflict. `/api` and `/api/` count as the same path.
    const matches = servedPaths.filter((path) => path === page.path || path === `${page.path}/`);
    if (matches.length > 1) problems.push({ code: "page-path-taken", values: { path: page.path } });
    for (const { target, line, column } of page.links) {
      const problem = checkLink(target, page, pages, servedPaths);
      if (problem !== undefined) problems.push({ ...problem, line, column });
    }
    return problems.map((problem) => createFinding("error", `content${page.markdownPath}`, problem));
  });
}

/** Returns an error if the page or heading in a link such as `/about#beds` does not exist. */
function checkLink(
  target: string,
  page: LinkedPage,
  pages: readonly LinkedPage[],
  servedPaths: readonly string[],
): Message | undefined {
  if (!INTERNAL_TARGET.test(target)) return undefined;
  const { path } = splitTarget(target, page.path);
  if (!servedPaths.includes(path)) {
    const guess = didYouMean(path, servedPaths) ?? "";
    return { code: "link-target-missing", values: { target: path, guess } };
  }
  const linkedPage = pages.find((candidate) => candidate.path === path);
  // Only pages have anchors. Other targets are files such as `/openapi.json`.
  return linkedPage === undefined ? undefined : checkAnchor(target, linkedPage);
}

function checkAnchor(target: string, { path, anchors }: LinkedPage): Message | undefined {
  const [, anchor = ""] = target.split("#");
  if (anchor === "" || anchors.includes(decode(anchor))) return undefined;
  const guess = didYouMean(anchor, anchors) ?? "";
  return { code: "link-heading-missing", values: { path, anchor, guess } };
}
