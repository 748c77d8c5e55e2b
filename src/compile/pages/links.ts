/**
 * Checks page paths and internal links.
 */

import { unescape as decode } from "node:querystring";
import { didYouMean } from "../corrections.ts";
import { createFinding, type Finding, type LocatedMessage, type Message } from "../messages.ts";
import { INTERNAL_TARGET, type RenderedPage, splitTarget } from "./page.ts";

type LinkedPage = Pick<RenderedPage, "path" | "markdownPath" | "anchors" | "links">;

/** Reports pages whose path is already in use, and internal links that lead nowhere. */
export function checkPathsAndLinks(pages: readonly LinkedPage[], servedPaths: readonly string[]): Finding[] {
  return pages.flatMap((page) => {
    const problems: LocatedMessage[] = [];
    // `/api` and `/api/` count as the same path. The page itself is one match, so a second match is a conflict.
    const matches = servedPaths.filter((path) => path === page.path || path === `${page.path}/`);
    if (matches.length > 1) problems.push({ code: "page-path-taken", values: { path: page.path } });
    for (const { target, line, column } of page.links) {
      const problem = checkLink(target, page, pages, servedPaths);
      if (problem !== undefined) problems.push({ ...problem, line, column });
    }
    return problems.map((problem) => createFinding("error", `content${page.markdownPath}`, problem));
  });
}

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
  const [, anchor = ""] = target.split("#");
  // Paths that are not pages, e.g. `/openapi.json`, have no anchors.
  if (linkedPage === undefined || anchor === "" || linkedPage.anchors.includes(decode(anchor))) return undefined;
  const guess = didYouMean(anchor, linkedPage.anchors) ?? "";
  return { code: "link-heading-missing", values: { path, anchor, guess } };
}
