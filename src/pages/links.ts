/**
 * Whether every link within the site leads to something: to a page, a file, an endpoint, or a place on a page.
 *
 * Links to other sites are not followed.
 */
import type { Finding } from "../finding.ts";
import { markupOf } from "../html.ts";
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
  const anchors = new Map(drafts.map((draft) => [draft.path, anchorsOf(draft)]));

  const fault = (target: string, from: string): string | undefined => {
    const [, path = "", anchor = ""] = /^([^#?]*)[^#]*#?(.*)$/.exec(target) ?? [];
    const page = path === "" ? from : path;
    if (!paths.includes(page)) return `the link to ${page} leads nowhere; ${advice(page, paths)}`;
    const known = anchors.get(page);
    if (anchor === "" || known === undefined || known.includes(decoded(anchor))) return undefined;
    const where = page === from ? "this page" : page;
    return `the link to #${anchor} leads nowhere: ${where} has no such heading; ${advice(anchor, known)}`;
  };

  return drafts.flatMap((draft) => {
    const { file, path } = draft;
    const inText = draft.links.filter(({ target }) => isWithin(target));
    const inFragments = hrefsOf(draft).filter((target) => !inText.some((link) => link.target === target));
    return [...inText, ...inFragments.map((target) => ({ target }))].flatMap(({ target, ...place }): Finding[] => {
      const message = fault(target, path);
      return message === undefined ? [] : [{ level: "error", file, ...place, message }];
    });
  });
}

function isWithin(target: string): boolean {
  return target.startsWith("/") || target.startsWith("#");
}

function anchorsOf({ main }: Draft): string[] {
  return [...markupOf(main).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
}

/** Links and pictures of the finished page, fragments included. */
function hrefsOf({ main }: Draft): string[] {
  const targets = [...markupOf(main).matchAll(/ (?:href|src)="([/#][^"]*)"/g)].map(([, target = ""]) => target);
  return [...new Set(targets)];
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
