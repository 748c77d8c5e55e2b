/**
 * The markdown representation of a page: its filled-in text, made to stand alone once it has been fetched.
 *
 * Links become absolute and lead to markdown where there is markdown; the text itself is not touched. What surrounds a
 * page of HTML, the way to the other pages, stands below it.
 */
import type { Facts } from "../data/datasets.ts";
import { line, link, piece } from "../fragments/piece.ts";
import type { Words } from "../fragments/words.ts";
import { withAddresses } from "../markdown/markdown.ts";
import type { Draft } from "./page.ts";

export interface MarkdownSettings {
  readonly baseUrl: string;
  readonly site: Pick<Facts["site"], "updated" | "licence" | "registrations">;
  readonly pages: readonly Pick<Draft, "path" | "markdownPath" | "title">[];
  readonly words: Words;
}

export function markdownDocument({ markdown, path, updated }: Draft, { baseUrl, site, pages, words }: MarkdownSettings): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absolute = (target: string): string | undefined => {
    if (!/^[/#]/.test(target)) return undefined;
    const [, page = "", anchor = ""] = /^([^#?]*)(.*)$/.exec(target) ?? [];
    return baseUrl + (markdownPaths.get(page === "" ? path : page) ?? page) + anchor;
  };
  const [heading = "", ...text] = withAddresses(markdown, absolute).split("\n");
  const index = words.tell("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) });
  const { licence, registrations = [] } = site;
  const about = [
    words.say("page", { address: baseUrl + path, day: updated ?? site.updated }),
    ...(licence === undefined ? [] : [words.tell("licence of the facts", { licence: licence.identifier ?? licence.name }).markdown]),
    ...registrations.map(({ name, number }) => line`${name}${words.say("colon")} ${number}.`.markdown),
  ];
  return `${heading}

> ${index.markdown}
${text.join("\n")}
---

${about.join(" ")}

## ${words.say("sitemap")}

${pages.map(({ title, markdownPath }) => `- [${piece(title).markdown}](${baseUrl}${markdownPath})`).join("\n")}
`;
}
