/**
 * One content file and the facts → a page's title, its markdown, and the HTML of its main part.
 *
 * The filled-in text is both the markdown and the source of the HTML. What stands around the main part, and whether
 * links lead anywhere, takes all pages together and is not decided here.
 */
import type { Finding } from "../finding.ts";
import { SAMPLE_WORDS, textAdvice } from "../owner-text.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { type FilledLine, type Filling, fillLines } from "./fill.ts";
import { type FrontMatterField, type LineProblem, splitFrontMatter } from "./front-matter.ts";
import { type Html, markupOf } from "../html.ts";
import { toHtml } from "../markdown/markdown.ts";
import { sections } from "./sections.ts";
import type { MarkdownLink } from "../markdown/markdown.ts";

export interface PageFile {
  readonly path: string;
  readonly markdownPath: string;
  /** As findings name it: `content/about.md`. */
  readonly file: string;
  readonly text: string;
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
  /** Those of the file itself, not of fragments; places are of the file. */
  readonly links: readonly MarkdownLink[];
}

const DESCRIPTION_LENGTH = { minimum: 50, maximum: 160 };

export function draftPage(
  { text, ...source }: PageFile,
  filling: Filling,
): { readonly draft: Draft; readonly findings: Finding[] } {
  const { fields, body, bodyLine, problems } = splitFrontMatter(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
  const found: LineProblem[] = [...problems];
  const valueOf = (name: string): string | undefined => {
    const field = fields.get(name);
    if (field === undefined) return undefined;
    const value = fillField(field, filling);
    found.push(...value.problems);
    return value.text;
  };
  const title = valueOf("title") ?? "";
  const description = valueOf("description") ?? "";
  const label = valueOf("label");
  const content = fillBody(body, bodyLine, filling);
  found.push(...content.problems);
  const { main, markdown, links } = content;
  const draft = { ...source, title, description, label, updated: fields.get("updated")?.value, main, markdown, links };
  const findings = [
    ...found.map((problem): Finding => ({ level: "error", file: source.file, ...problem })),
    ...descriptionLength(description, fields.get("description"), source.file),
    ...unfit(text, source.file, filling),
  ];
  return { draft, findings };
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

/** Front matter is plain text: a fact goes into it as it is. */
function fillField(
  { value, line, column }: FrontMatterField,
  filling: Filling,
): { text: string; problems: LineProblem[] } {
  const { lines, problems } = fillLines([value], line, filling, (fact) => fact);
  return {
    text: lines.map(({ text }) => text).join(""),
    problems: problems.map((problem) => ({ ...problem, column: problem.column + column - 1 })),
  };
}

function fillBody(
  body: string,
  bodyLine: number,
  filling: Filling,
): Pick<Draft, "main" | "markdown" | "links"> & { readonly problems: LineProblem[] } {
  const { lines, problems } = fillLines(body.split("\n"), bodyLine, filling, escapeMarkdown);
  const rendered = toHtml(lines.map(({ text }) => text).join("\n"), { headingIds: true });
  const inFile = <Placed extends { readonly line: number; readonly column: number }>(at: Placed): Placed => {
    const line = lines[at.line - 1];
    return line === undefined ? at : { ...at, line: line.number, column: line.sourceColumn(at.column) };
  };
  problems.push(...rendered.problems.map(inFile));
  const main = withFragments(rendered.html, lines);
  const headings = main.match(/<h1[ >]/g)?.length ?? 0;
  if (rendered.problems.length === 0 && headings !== 1) {
    const message = `a page has exactly one heading of the first level ("# " and its words), and this one has ${headings}`;
    problems.push({ line: bodyLine, column: 1, message });
  }
  const markdown = lines.map(({ text, fragment }) => fragment?.markdown ?? text).join("\n");
  return {
    main: sections(main),
    // An empty fragment leaves more empty lines than one.
    markdown: `${markdown.replace(/\n{3,}/g, "\n\n").trim()}\n`,
    links: rendered.links.map(inFile),
    problems,
  };
}

/** A fragment's line came through the renderer as a paragraph of its own, which now gives way to the fragment. */
function withFragments(html: string, lines: readonly FilledLine[]): string {
  const ready = new Map<string, string>();
  for (const { text, fragment } of lines) {
    if (fragment?.html !== undefined) ready.set(text, markupOf(fragment.html));
  }
  return html.replace(/<p>(\{\{[^{}<]*\}\})<\/p>/g, (whole, name: string) => ready.get(name) ?? whole);
}

/** What search engines show of a page, and cut off when it is long. */
function descriptionLength(description: string, field: FrontMatterField | undefined, file: string): Finding[] {
  const { length } = description;
  const { minimum, maximum } = DESCRIPTION_LENGTH;
  if (field === undefined || length === 0 || (length >= minimum && length <= maximum)) return [];
  const message = `the description has ${length} characters; search engines show ${minimum} to ${maximum} well`;
  return [{ level: "warning", file, line: field.line, column: field.column, message }];
}
