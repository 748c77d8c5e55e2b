/**
 * The markdown representation of a page: its filled-in text, made to stand alone once it has been fetched.
 *
 * Links become absolute and lead to markdown where there is markdown; the text itself is not touched. What surrounds a
 * page of HTML, the way to the other pages, stands below it.
 */

import { line, link, literal } from "../fragments/piece.ts";
import { withAddresses } from "../markdown/markdown.ts";
import type { Frame } from "./layout.ts";
import type { Draft } from "./page.ts";

export function markdownDocument(
  { path, text, updated }: Pick<Draft, "path" | "text" | "updated">,
  pages: readonly Pick<Draft, "path" | "markdownPath" | "title">[],
  { baseUrl, words, facts: { site }, addressOf }: Pick<Frame, "baseUrl" | "words" | "facts" | "addressOf">,
): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absolute = (target: string): string | undefined => {
    if (!/^[/#]/.test(target)) return undefined;
    const at = target.search(/[?#]|$/);
    const page = target.slice(0, at);
    return baseUrl + (markdownPaths.get(page || path) ?? addressOf(page)) + target.slice(at);
  };
  const whole = withAddresses(text, absolute);
  const below = whole.indexOf("\n");
  const { licence, registrations = [] } = site;
  const about = [
    words.say("page", { address: baseUrl + path, day: updated }),
    ...(licence === undefined ? [] : [words.tell("licence of the facts", { licence: licence.identifier ?? licence.name }).markdown]),
    ...registrations.map(({ name, number }) => line`${name}${literal(`${words.say("colon")} `)}${number}.`.markdown),
  ];
  return `${whole.slice(0, below)}

> ${words.tell("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) }).markdown}
${whole.slice(below + 1)}
---

${about.join(" ")}

## ${words.say("sitemap")}

${pages.map(({ title, markdownPath }) => `- ${link(title, baseUrl + markdownPath).markdown}`).join("\n")}
`;
}
