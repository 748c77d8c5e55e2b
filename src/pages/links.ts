/**
 * Whether every link of the owner's within the site leads to something: to a page, a file, an endpoint, or a place on a
 * page; and whether each page has its path to itself.
 *
 * Links to other sites are not followed.
 */

import { unescape } from "node:querystring";
import type { Finding } from "../finding.ts";
import { didYouMean } from "../suggest.ts";
import type { Draft } from "./page.ts";

/** @param paths every path that is served */
export function linkFindings(drafts: readonly Draft[], paths: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  const bare = paths.map((path) => path.replace(/(?<=.)\/$/, ""));
  const isTaken = (path: string): boolean => bare.indexOf(path) !== bare.lastIndexOf(path);
  for (const { path, markdownPath, links } of drafts) {
    const say = (message: string, place = {}): void => void findings.push({ level: "error", file: `content${markdownPath}`, ...place, message });
    if (isTaken(path) || isTaken(markdownPath)) say(`the page cannot be at ${path}, where something else is: give its file another name`);
    for (const { target, line, column } of links) {
      if (!/^[/#]/.test(target)) continue;
      const page = target.replace(/[?#].*/, "") || path;
      const anchor = target.replace(/^[^#]*#?/, "");
      const known = drafts.find((each) => each.path === page)?.anchors ?? [unescape(anchor)];
      if (!paths.includes(page)) say(`the link to ${page} leads nowhere${didYouMean(page, paths)}`, { line, column });
      else if (anchor !== "" && !known.includes(unescape(anchor))) {
        const where = `${page === path ? "this page" : page} has no such heading`;
        say(`the link to #${anchor} leads nowhere: ${where}${didYouMean(anchor, known)}`, { line, column });
      }
    }
  }
  return findings;
}
