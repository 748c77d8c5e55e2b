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
  const served = new Set(paths);
  const anchors = new Map(drafts.map((draft) => [draft.path, draft.anchors]));
  const fault = (target: string, from: string): string | undefined => {
    const page = target.replace(/[?#].*/, "") || from;
    const anchor = target.replace(/^[^#]*#?/, "");
    if (!served.has(page)) return `the link to ${page} leads nowhere${didYouMean(page, paths)}`;
    const known = anchors.get(page);
    if (anchor === "" || known === undefined || known.includes(unescape(anchor))) return undefined;
    return `the link to #${anchor} leads nowhere: ${page === from ? "this page" : page} has no such heading${didYouMean(anchor, known)}`;
  };
  const bare = paths.map((path) => path.replace(/(?<=.)\/$/, ""));
  const isTaken = (path: string): boolean => bare.indexOf(path) !== bare.lastIndexOf(path);

  const findings: Finding[] = [];
  for (const { path, markdownPath, links } of drafts) {
    const say = (message: string, place = {}): void => void findings.push({ level: "error", file: `content${markdownPath}`, ...place, message });
    if (isTaken(path) || isTaken(markdownPath)) say(`the page cannot be at ${path}, where something else is: give its file another name`);
    for (const { target, line, column } of links) {
      const message = /^[/#]/.test(target) ? fault(target, path) : undefined;
      if (message !== undefined) say(message, { line, column });
    }
  }
  return findings;
}
