/**
 * The markdown representation of a page: its filled-in text, made to stand alone once it has been fetched.
 *
 * Links become absolute and lead to markdown where there is markdown; the text itself is not touched. What surrounds a
 * page of HTML, the way to the other pages, stands below it.
 */

import { link } from "../fragments/piece.ts";
import { withAddresses } from "../markdown/markdown.ts";
import { registrationsOf } from "./layout.ts";
import type { Draft, Site } from "./page.ts";

export function markdownDocument({ path, text, updated }: Draft, site: Site): string {
  const { baseUrl, words, addressOf, drafts } = site;
  const { licence } = site.facts.site;
  const markdownPaths = new Map(drafts.map((each) => [each.path, each.markdownPath]));
  const whole = withAddresses(text, (target) => {
    if (!/^[/#]/.test(target)) return undefined;
    const at = target.search(/[?#]|$/);
    const page = target.slice(0, at);
    return baseUrl + (markdownPaths.get(page || path) ?? addressOf(page)) + target.slice(at);
  });
  const below = whole.indexOf("\n");
  const about = [
    words.say("page", { address: baseUrl + path, day: updated }),
    ...(licence === undefined ? [] : [words.tell("licence of the facts", { licence: licence.identifier ?? licence.name }).markdown]),
    ...registrationsOf(site).map(({ markdown }) => `${markdown}.`),
  ];
  return `${whole.slice(0, below)}

> ${words.tell("index", { link: link("llms.txt", `${baseUrl}/llms.txt`) }).markdown}
${whole.slice(below + 1)}
---

${about.join(" ")}

## ${words.say("sitemap")}

${drafts.map(({ title, markdownPath }) => `- ${link(title, baseUrl + markdownPath).markdown}`).join("\n")}
`;
}
