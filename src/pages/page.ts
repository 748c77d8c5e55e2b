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
import { type FilledLine, type Filling, fillLines } from "./fill.ts";
import { type Place, splitFrontMatter } from "./front-matter.ts";

export interface Draft {
  readonly path: string;
  readonly markdownPath: string;
  /** As findings name it: `content/about.md`. */
  readonly file: string;
  /** The page's own language; undefined when it is the site's. */
  readonly language: string | undefined;
  readonly title: string;
  readonly description: string;
  /** What navigation or footer call it. */
  readonly label: string | undefined;
  readonly updated: string | undefined;
  readonly main: Html;
  /** The filled-in text, links as they stand in the file. */
  readonly text: string;
  /** The ids of its headings. */
  readonly anchors: readonly string[];
  /** Places are of the file. */
  readonly links: readonly MarkdownLink[];
}

const DESCRIPTION_LENGTH = { minimum: 50, maximum: 160 };
/** From so many sections on a reader wants to see them listed. */
const CONTENTS_MIN = 6;

/** @param name of the file, which is that of its path */
export function draftPage(
  name: string,
  source: string,
  language: string | undefined,
  filling: Filling,
): { readonly draft: Draft; readonly findings: Finding[] } {
  const file = `content/${name}.md`;
  const findings: Finding[] = [];
  const say = (line: number, column: number, message: string): void => void findings.push({ level: "error", file, line, column, message });
  const { fields, body, bodyLine } = splitFrontMatter(source.replace(/\r\n?/g, "\n"), say);
  const valueOf = (key: string): string | undefined => {
    const field = fields.get(key);
    if (field === undefined) return undefined;
    // Front matter is plain text: a fact goes into it as it is.
    const shift = (line: number, column: number, message: string): void => say(line, column + field.column - 1, message);
    return fillLines([field.value], field.line, filling, (fact) => fact, shift).map(({ text }) => text).join("");
  };
  const [title = "", description = "", label] = ["title", "description", "label"].map(valueOf);

  const lines = fillLines(body, bodyLine, filling, escapeMarkdown, say);
  const blocks = new Map(lines.flatMap(({ text, fragment }) => (fragment === undefined ? [] : [[text, markupOf(fragment.html)]])));
  const rendered = render(lines.map(({ text }) => text).join("\n"), { ownBlock: (line) => blocks.get(line), addressOf: filling.addressOf });
  const placed = <P extends Place>(at: P): P => {
    const line = lines[at.line - 1];
    return line === undefined ? at : { ...at, line: line.number, column: line.sourceColumn(at.column) };
  };
  for (const problem of rendered.problems) {
    const { line, column } = placed(problem);
    say(line, column, problem.message);
  }
  const opensItself = lines.some(({ fragment }) => fragment?.markdown.startsWith("# "));
  const headings = rendered.headings.filter(({ level }) => level === 1).length + Number(opensItself);
  if (rendered.problems.length === 0 && headings !== 1) {
    say(bodyLine, 1, `a page has exactly one heading of the first level ("# " and its words), and this one has ${headings}`);
  }
  const at = fields.get("description");
  const { length } = description;
  const { minimum, maximum } = DESCRIPTION_LENGTH;
  if (at !== undefined && length > 0 && (length < minimum || length > maximum)) {
    const message = `the description has ${length} characters; search engines show ${minimum} to ${maximum} well`;
    findings.push({ level: "warning", file, line: at.line, column: at.column, message });
  }
  const text = lines.map(({ text, fragment }) => fragment?.markdown ?? text).join("\n");
  const draft = {
    path: name === "index" ? "/" : `/${name}`,
    markdownPath: `/${name}.md`,
    file,
    language,
    title,
    description,
    label,
    updated: fields.get("updated")?.value,
    main: mainPart(rendered.blocks, lines, opensItself, filling.words),
    // An empty fragment leaves more empty lines than one.
    text: `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`,
    anchors: rendered.headings.map(({ id }) => id),
    links: rendered.links.map(placed),
  };
  return { draft, findings };
}

/** Each heading of the second level opens a section, and a long page gets a list of them. */
function mainPart(blocks: readonly Block[], lines: readonly FilledLine[], opensItself: boolean, words: Words): Html {
  const parts: Block[][] = [[]];
  for (const block of blocks) {
    if (block.heading?.level === 2) parts.push([]);
    parts.at(-1)?.push(block);
  }
  const shown = ({ html: block, line }: Block): Html => {
    const isTable = lines[line - 1]?.text.startsWith("|") === true;
    // What may scroll sideways has to be reached without a mouse.
    return isTable ? html`<figure class="wide" aria-label="${words.say("table")}" tabindex="0">\n${trusted(block)}</figure>\n` : trusted(block);
  };
  const [top = [], ...sections] = parts;
  // Where a fragment opens the page the first section is in sight already.
  const listed = sections.slice(opensItself ? 1 : 0).flatMap(([first]) => first?.heading ?? []);
  const list = html`<nav class="contents" aria-label="${words.say("contents")}"><ul>
${listed.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul></nav>
`;
  const head = html`${top.map(shown)}${sections.length < CONTENTS_MIN ? "" : list}`;
  return html`${opensItself ? head : html`<div class="opening">\n${head}</div>\n`}${sections.map(
    ([heading, ...rest]) => html`<section aria-labelledby="${heading?.heading?.id ?? ""}">
${trusted(heading?.html ?? "")}<div class="body">
${rest.map(shown)}</div>
</section>
`,
  )}`;
}
