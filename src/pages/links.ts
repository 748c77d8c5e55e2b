/**
 * Whether every link of the owner's within the site leads to something: to a page, a file, an endpoint, or a place on a page.
 *
 * Links to other sites are not followed.
 */
import type { Finding } from "../finding.ts";
import type { Draft } from "./page.ts";

/**
 * @param paths every path that is served
 * @param advice what else could have been meant, as the end of a sentence
 */
export function deadLinks(
  drafts: readonly Draft[],
  paths: readonly string[],
  advice: (path: string, known: readonly string[]) => string,
): Finding[] {
  const served = new Set(paths);
  const anchors = new Map(drafts.map((draft) => [draft.path, draft.anchors]));

  const fault = (target: string, from: string): string | undefined => {
    const [, path = "", anchor = ""] = /^([^#?]*)[^#]*#?(.*)$/.exec(target) ?? [];
    const page = path === "" ? from : path;
    if (!served.has(page)) return `the link to ${page} leads nowhere; ${advice(page, paths)}`;
    const known = anchors.get(page);
    if (anchor === "" || known === undefined || known.includes(decoded(anchor))) return undefined;
    const where = page === from ? "this page" : page;
    return `the link to #${anchor} leads nowhere: ${where} has no such heading; ${advice(anchor, known)}`;
  };

  return drafts.flatMap(({ file, path, links }) =>
    links.flatMap(({ target, ...place }): Finding[] => {
      const message = /^[/#]/.test(target) ? fault(target, path) : undefined;
      return message === undefined ? [] : [{ level: "error", file, ...place, message }];
    }),
  );
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
