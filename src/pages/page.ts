/**
 * One content file and the facts → a page's title, its markdown, and the HTML of its main part.
 *
 * The filled-in text is both the markdown and the source of the HTML. What stands around the main part, and whether
 * links lead anywhere, takes all pages together and is not decided here.
 */

import type { Finding } from "../finding.ts";
import type { Words } from "../fragments/words.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { type Block, type MarkdownLink, render } from "../markdown/markdown.ts";
import { type Filling, fillLine, fillLines } from "./fill.ts";
import { type Place, splitFrontMatter } from "./front-matter.ts";

export interface Draft {
  readonly path: string;
  readonly markdownPath: string;
  /** That of the words around its facts, which need not be the site's. */
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** What navigation or footer call it. */
  readonly label: string | undefined;
  /** `YYYY-MM-DD` */
  readonly updated: string;
  readonly main: Html;
  /** The filled-in text, links as they stand in the file. */
  readonly text: string;
  /** The ids of its headings. */
  readonly anchors: readonly string[];
  /** Places are of the file. */
  readonly links: readonly MarkdownLink[];
}

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;
/** From so many sections on a reader wants to see them listed. */
const CONTENTS_MIN = 6;

/** @param name of the file, which is that of its path */
export function draftPage(name: string, source: string, filling: Filling): { readonly draft: Draft; readonly findings: Finding[] } {
  const file = `content/${name}.md`;
  const findings: Finding[] = [];
  const say = (line: number, column: number, message: string, level: Finding["level"] = "error"): void => {
    findings.push({ level, file, line, column, message });
  };
  const { fields, body, bodyLine } = splitFrontMatter(source.replace(/\r\n?/g, "\n"), say);
  const valueOf = (key: string): string | undefined => {
    const field = fields.get(key);
    // Front matter is plain text: a fact goes into it as it is.
    return field === undefined ? undefined : fillLine(field.value, field, filling, String, say).text;
  };
  const lines = fillLines(body, bodyLine, filling, escapeMarkdown, say);
  const blocks = new Map(lines.flatMap(({ text, fragment }) => (fragment === undefined ? [] : [[text, markupOf(fragment.html)]])));
  const rendered = render(lines.map(({ text }) => text).join("\n"), { ...filling, ownBlock: (line) => blocks.get(line) });
  const placed = <P extends Place>(at: P): P => ({ ...at, ...lines[at.line - 1]?.placeOf(at.column) });
  for (const { line, column, message } of rendered.problems.map(placed)) say(line, column, message);

  const opensItself = lines.some(({ fragment }) => fragment?.markdown.startsWith("# "));
  const headings = rendered.headings.filter(({ level }) => level === 1).length + Number(opensItself);
  if (rendered.problems.length === 0 && headings !== 1) {
    say(bodyLine, 1, `a page has exactly one heading of the first level ("# " and its words), and this one has ${headings}`);
  }
  const description = valueOf("description") ?? "";
  const at = fields.get("description");
  const { length } = description;
  if (at !== undefined && length > 0 && (length < DESCRIPTION_MIN || length > DESCRIPTION_MAX)) {
    say(at.line, at.column, `the description has ${length} characters; search engines show ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX} well`, "warning");
  }
  const text = lines.map(({ text, fragment }) => fragment?.markdown ?? text).join("\n");
  const draft = {
    path: name === "index" ? "/" : `/${name}`,
    markdownPath: `/${name}.md`,
    language: filling.words.language,
    title: valueOf("title") ?? "",
    description,
    label: valueOf("label"),
    updated: fields.get("updated")?.value ?? filling.updated,
    main: mainPart(rendered.blocks, opensItself, filling.words),
    // An empty fragment leaves more empty lines than one.
    text: `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`,
    anchors: rendered.headings.map(({ id }) => id),
    links: rendered.links.map(placed),
  };
  return { draft, findings };
}

/** Each heading of the second level opens a section, and a long page gets a list of them. */
function mainPart(blocks: readonly Block[], opensItself: boolean, words: Words): Html {
  const top: Html[] = [];
  const sections: { readonly id: string; readonly text: string; readonly heading: Html; readonly body: Html[] }[] = [];
  for (const { heading, html: block } of blocks) {
    const markup = trusted(block);
    // What may scroll sideways has to be reached without a mouse.
    const shown = block.startsWith("<table>") ? html`<figure class="wide" aria-label="${words.say("table")}" tabindex="0">\n${markup}</figure>\n` : markup;
    if (heading?.level === 2) sections.push({ ...heading, heading: markup, body: [] });
    else (sections.at(-1)?.body ?? top).push(shown);
  }
  // Where a fragment opens the page the first section is in sight already.
  const listed = sections.slice(opensItself ? 1 : 0);
  const list = html`<nav class="contents" aria-label="${words.say("contents")}"><ul>
${listed.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul></nav>
`;
  const head = html`${top}${sections.length < CONTENTS_MIN ? "" : list}`;
  return html`${opensItself ? head : html`<div class="opening">\n${head}</div>\n`}${sections.map(
    ({ id, heading, body }) => html`<section aria-labelledby="${id}">
${heading}<div class="body">
${body}</div>
</section>
`,
  )}`;
}
