/**
 * The markdown representation of a page: its filled-in text, made to stand alone once it has been fetched.
 *
 * Links become absolute and lead to markdown where there is markdown; the text itself is not touched. What surrounds a
 * page of HTML, the way to the other pages, stands below it.
 */
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Draft } from "./page.ts";

export interface MarkdownSettings {
  readonly baseUrl: string;
  readonly updated: string;
  readonly pages: readonly Pick<Draft, "path" | "markdownPath" | "title">[];
}

export function markdownDocument({ markdown, path }: Draft, { baseUrl, updated, pages }: MarkdownSettings): string {
  const markdownPaths = new Map(pages.map((page) => [page.path, page.markdownPath]));
  const absolute = (target: string): string => {
    const [, page = "", anchor = ""] = /^([^#?]*)(.*)$/.exec(target) ?? [];
    return baseUrl + (markdownPaths.get(page === "" ? path : page) ?? page) + anchor;
  };
  const [heading = "", ...text] = withLinks(markdown, absolute).split("\n");
  return `${heading}

> For agents: the index of everything here is at [llms.txt](${baseUrl}/llms.txt).
${text.join("\n")}
---

Page: ${baseUrl}${path}. Last changed: ${updated}. Licence of the facts: CC-BY-4.0.

## Sitemap

${pages.map(({ title, markdownPath }) => `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath})`).join("\n")}
`;
}

/** Only in text: what stands in a block of code is quoted, not linked. */
function withLinks(markdown: string, absolute: (target: string) => string): string {
  let isCode = false;
  const lines = markdown.split("\n").map((line) => {
    if (line.startsWith("```")) isCode = !isCode;
    return isCode ? line : line.replace(/\]\(([/#][^\s)]*)\)/g, (_, target: string) => `](${absolute(target)})`);
  });
  return lines.join("\n");
}
