/**
 * The markdown representation of a page: its filled-in text, made to stand alone once it has been fetched.
 *
 * Links become absolute and lead to markdown where there is markdown; the text itself is not touched. What surrounds a
 * page of HTML, the way to the other pages, stands below it.
 */
import { line, link, literal, piece } from "../fragments/piece.ts";
import { withAddresses } from "../markdown/markdown.ts";
import type { Filling } from "./fill.ts";
import type { LayoutSettings } from "./layout.ts";
import type { Draft } from "./page.ts";

export function markdownDocument(
  draft: Pick<Draft, "path" | "text" | "updated">,
  pages: readonly Pick<Draft, "path" | "markdownPath" | "title">[],
  { baseUrl, words, facts: { site } }: Pick<LayoutSettings, "baseUrl" | "words" | "facts">,
  addressOf: Filling["addressOf"],
): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absolute = (target: string): string | undefined => {
    if (!/^[/#]/.test(target)) return undefined;
    const [, page = "", anchor = ""] = /^([^#?]*)(.*)$/.exec(target) ?? [];
    return baseUrl + (markdownPaths.get(page === "" ? draft.path : page) ?? addressOf(page)) + anchor;
  };
  const [heading = "", ...text] = withAddresses(draft.text, absolute).split("\n");
  const { licence, registrations = [] } = site;
  const about = [
    words.say("page", { address: baseUrl + draft.path, day: draft.updated ?? site.updated }),
    ...(licence === undefined ? [] : [words.tell("licence of the facts", { licence: licence.identifier ?? licence.name }).markdown]),
    ...registrations.map(({ name, number }) => line`${name}${literal(`${words.say("colon")} `)}${number}.`.markdown),
  ];
  return `${heading}

> ${words.tell("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) }).markdown}
${text.join("\n")}
---

${about.join(" ")}

## ${words.say("sitemap")}

${pages.map(({ title, markdownPath }) => `- [${piece(title).markdown}](${baseUrl}${markdownPath})`).join("\n")}
`;
}
