/**
 * A page's main part, made fit for layout and for the keyboard: each second-level heading opens a section, a long page
 * gets a list of its sections, and what may scroll sideways can be reached and scrolled without a mouse.
 *
 * It relies on the exact tags that our renderer writes and on nothing an owner can type.
 */
import { type Html, trusted } from "../html.ts";

/** From so many sections on a reader wants to see them listed. */
const CONTENTS_MIN = 6;

const SECTION_START = /(?=<h2 id=")/;
const SECTION = /^<h2 id="([^"]*)">(.*?)<\/h2>\n/;

export function sections(html: string): Html {
  const [first = "", ...rest] = scrollable(html).split(SECTION_START);
  const isFront = first.includes('<div class="hero">');
  // On the front page the first section is in sight already.
  const list = rest.length < CONTENTS_MIN ? "" : contents(isFront ? rest.slice(1) : rest);
  const head = isFront ? first + list : `<div class="opening">\n${first}${list}</div>\n`;
  return trusted(head + rest.map(section).join(""));
}

function section(html: string): string {
  const [heading = "", id = ""] = SECTION.exec(html) ?? [];
  return `<section aria-labelledby="${id}">\n${heading}<div class="body">\n${html.slice(heading.length)}</div>\n</section>\n`;
}

function contents(parts: readonly string[]): string {
  const items = parts.map((part) => {
    const [, id = "", words = ""] = SECTION.exec(part) ?? [];
    return `<li><a href="#${id}">${words}</a></li>\n`;
  });
  return `<nav class="contents" aria-label="On this page"><ul>\n${items.join("")}</ul></nav>\n`;
}

function scrollable(html: string): string {
  return html
    .replaceAll("<pre><code", '<pre tabindex="0"><code')
    .replace(
      /<table>\n[\s\S]*?<\/table>\n/g,
      (table) => `<figure class="wide" aria-label="Table" tabindex="0">\n${table}</figure>\n`,
    );
}
