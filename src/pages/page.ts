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
import { type Block, render } from "../markdown/markdown.ts";
import type { Place } from "../markdown/source.ts";
import { filler, fragmentOn, type Materials } from "./fill.ts";
import { splitFrontMatter } from "./front-matter.ts";
import type { Photograph } from "./pictures.ts";

export type Draft = ReturnType<typeof draftPage>;

/** A site of which all pages are drafted. */
export interface Site extends Materials {
  readonly drafts: readonly Draft[];
  /** In the order in which they are loaded. */
  readonly stylePaths: readonly string[];
  /** Those that are no drawings. */
  readonly photographs: readonly Photograph[];
  /** The picture for shared links. */
  readonly share: Omit<Photograph, "srcset"> | undefined;
}

/** The six pages that every site has: each is a file `<name>.md`. Any other such file is a page of the owner's own. */
export const PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;
/** From so many sections on a reader wants to see them listed. */
const CONTENTS_MIN = 6;

/** @param name of the file, which is that of its path */
export function draftPage(name: string, source: string, materials: Materials, findings: Finding[]) {
  const say = (line: number, column: number, message: string, level: Finding["level"] = "error"): void =>
    void findings.push({ level, file: `content/${name}.md`, line, column, message });
  const { fields, body, bodyLine } = splitFrontMatter(source.replace(/\r\n?/g, "\n"), say);
  const fill = filler(materials, say);
  const valueOf = (key: string): string => {
    const field = fields.get(key);
    // Front matter is plain text: a fact goes into it as it is.
    return field === undefined ? "" : fill(field.value, field, String).text;
  };
  const lines = body.map((line, index) => {
    const place = { line: bodyLine + index, column: 1 };
    if (fragmentOn(line, materials) === undefined) return fill(line, place, escapeMarkdown);
    const isAlone = !body[index - 1]?.trim() && !body[index + 1]?.trim();
    if (!isAlone) say(place.line, 1, `${line} needs an empty line above and below it`);
    return { text: isAlone ? line : "", placeOf: () => place };
  });
  const fragments = lines.map(({ text }) => fragmentOn(text, materials));
  const ownBlock = (line: string): string | undefined => {
    const fragment = fragmentOn(line, materials);
    return fragment === undefined ? undefined : markupOf(fragment.html);
  };
  const rendered = render(lines.map(({ text }) => text).join("\n"), { ...materials, ownBlock });
  const placed = <P extends Place>(at: P): P => ({ ...at, ...lines[at.line - 1]?.placeOf(at.column) });
  for (const { line, column, message } of rendered.problems.map(placed)) say(line, column, message);

  const opensItself = fragments.some((each) => each?.markdown.startsWith("# "));
  const headings = rendered.headings.filter(({ level }) => level === 1).length + Number(opensItself);
  if (rendered.problems.length === 0 && headings !== 1) {
    say(bodyLine, 1, `a page has exactly one heading of the first level ("# " and its words), and this one has ${headings}`);
  }
  const description = valueOf("description");
  const at = fields.get("description");
  if (at !== undefined && description !== "" && (description.length < DESCRIPTION_MIN || description.length > DESCRIPTION_MAX)) {
    const message = `the description has ${description.length} characters; search engines show ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX} well`;
    say(at.line, at.column, message, "warning");
  }
  const text = lines.map(({ text }, index) => fragments[index]?.markdown ?? text).join("\n");
  return {
    path: name === "index" ? "/" : `/${name}`,
    markdownPath: `/${name}.md`,
    isOwn: !PAGES.includes(name),
    /** That of the words around its facts, which need not be the site's. */
    language: materials.words.language,
    title: valueOf("title"),
    description,
    /** What navigation or footer call it; may be empty. */
    label: valueOf("label"),
    /** `YYYY-MM-DD` */
    updated: fields.get("updated")?.value ?? materials.facts.site.updated,
    main: mainPart(rendered.blocks, opensItself, materials.words),
    /** The filled-in text, links as they stand in the file. An empty fragment leaves more empty lines than one. */
    text: `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`,
    anchors: rendered.headings.map(({ id }) => id),
    links: rendered.links.map(placed),
  };
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
