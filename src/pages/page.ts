/**
 * One content file and the facts → a page's title, its markdown, and the HTML of its main part.
 *
 * The filled-in text is both the markdown and the source of the HTML. What stands around the main part, and whether
 * links lead anywhere, takes all pages together and is not decided here.
 */
import type { Finding } from "../finding.ts";
import type { Words } from "../fragments/words.ts";
import { type Html, html, trusted } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { type Block, type MarkdownLink, render } from "../markdown/markdown.ts";
import { SAMPLE_WORDS, textAdvice } from "../owner-text.ts";
import { type FilledLine, type Filling, fillLines } from "./fill.ts";
import { type FrontMatterField, type LineProblem, splitFrontMatter } from "./front-matter.ts";

export interface PageFile {
  readonly path: string;
  readonly markdownPath: string;
  /** As findings name it: `content/about.md`. */
  readonly file: string;
  readonly text: string;
  /** The page's own language; undefined when it is the site's. */
  readonly language: string | undefined;
}

export interface Draft extends Omit<PageFile, "text"> {
  readonly title: string;
  readonly description: string;
  /** What the navigation calls it; undefined when it is not in the navigation. */
  readonly label: string | undefined;
  readonly updated: string | undefined;
  readonly main: Html;
  /** The filled-in text, links as they stand in the file. */
  readonly markdown: string;
  /** The ids of its headings. */
  readonly anchors: readonly string[];
  /** Places are of the file. */
  readonly links: readonly MarkdownLink[];
}

const DESCRIPTION_LENGTH = { minimum: 50, maximum: 160 };
/** From so many sections on a reader wants to see them listed. */
const CONTENTS_MIN = 6;

export function draftPage(
  { text, ...source }: PageFile,
  filling: Filling,
): { readonly draft: Draft; readonly findings: Finding[] } {
  const { fields, body, bodyLine, problems } = splitFrontMatter(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
  const found: LineProblem[] = [...problems];
  const valueOf = (name: string): string | undefined => {
    const field = fields.get(name);
    if (field === undefined) return undefined;
    // Front matter is plain text: a fact goes into it as it is.
    const { lines, problems } = fillLines([field.value], field.line, filling, (fact) => fact);
    found.push(...problems.map((problem) => ({ ...problem, column: problem.column + field.column - 1 })));
    return lines.map((line) => line.text).join("");
  };
  const [title = "", description = "", label] = ["title", "description", "label"].map(valueOf);
  const { problems: inBody, ...content } = readBody(body, bodyLine, filling);
  const draft = { ...source, title, description, label, updated: fields.get("updated")?.value, ...content };
  const findings = [
    ...[...found, ...inBody].map((problem): Finding => ({ level: "error", file: source.file, ...problem })),
    ...descriptionLength(description, fields.get("description"), source.file),
    ...unfit(text, source.file, filling),
  ];
  return { draft, findings };
}

type Body = Pick<Draft, "main" | "markdown" | "anchors" | "links"> & { readonly problems: readonly LineProblem[] };

function readBody(body: string, bodyLine: number, filling: Filling): Body {
  const { lines, problems } = fillLines(body.split("\n"), bodyLine, filling, escapeMarkdown);
  const ready = new Map(lines.map(({ text, block }) => [text, block]));
  const rendered = render(lines.map(({ text }) => text).join("\n"), { headingIds: true, block: (line) => ready.get(line) });
  const inFile = <Placed extends { readonly line: number; readonly column: number }>(at: Placed): Placed => {
    const line = lines[at.line - 1];
    return line === undefined ? at : { ...at, line: line.number, column: line.sourceColumn(at.column) };
  };
  problems.push(...rendered.problems.map(inFile));
  const opensItself = lines.some(({ fragment }) => fragment?.opensPage === true);
  const headings = rendered.headings.filter(({ level }) => level === 1).length + Number(opensItself);
  if (rendered.problems.length === 0 && headings !== 1) {
    const message = `a page has exactly one heading of the first level ("# " and its words), and this one has ${headings}`;
    problems.push({ line: bodyLine, column: 1, message });
  }
  const markdown = lines.map(({ text, fragment }) => fragment?.markdown ?? text).join("\n");
  return {
    main: mainPart(rendered.blocks, lines, opensItself, filling.words),
    // An empty fragment leaves more empty lines than one.
    markdown: `${markdown.replace(/\n{3,}/g, "\n\n").trim()}\n`,
    anchors: rendered.headings.map(({ id }) => id),
    links: rendered.links.map(inFile),
    problems,
  };
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

/** Lines that say what no page should, that are still to be written, or that tell of the sample's cottage. */
function unfit(text: string, file: string, { fact }: Filling): Finding[] {
  const isSample = SAMPLE_WORDS.test(fact("cottage.name") ?? "");
  return text.split("\n").flatMap((words, index): Finding[] => {
    const [sample] = (isSample ? undefined : SAMPLE_WORDS.exec(words)) ?? [];
    const left = sample === undefined ? undefined : `has "${sample}", which is from the sample cottage`;
    const advice = textAdvice(words) ?? left;
    return advice === undefined
      ? []
      : [{ level: "warning", file, line: index + 1, column: 1, message: `this line ${advice}` }];
  });
}

/** What search engines show of a page, and cut off when it is long. */
function descriptionLength({ length }: string, field: FrontMatterField | undefined, file: string): Finding[] {
  const { minimum, maximum } = DESCRIPTION_LENGTH;
  if (field === undefined || length === 0 || (length >= minimum && length <= maximum)) return [];
  const message = `the description has ${length} characters; search engines show ${minimum} to ${maximum} well`;
  return [{ level: "warning", file, line: field.line, column: field.column, message }];
}
