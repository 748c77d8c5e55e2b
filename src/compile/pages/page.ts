/**
 * One content file and the facts that it names, as `{{cottage.bedrooms}}`, and fragments, as `{{reviews.list}}` → a page's
 * title, its markdown, and the HTML of its main part.
 *
 * The filled-in text is both the markdown and the source of the HTML. What takes all pages together is not decided here.
 */

import type { Facts } from "../data/datasets.ts";
import { isObject } from "../data/validate.ts";
import { isDay } from "../data/schema.ts";
import type { Finding } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Words } from "../words/words.ts";
import { type Html, html, markupOf, trusted } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { type Block, render, unseen } from "../markdown/markdown.ts";
import type { Place } from "../markdown/lines.ts";
import { didYouMean } from "../suggest.ts";
import type { Pictures } from "../pictures/pictures.ts";

/** What pages are made of. */
interface Materials {
  readonly facts: Facts;
  /** Files of which nothing could be read, so that nothing is known of their names. */
  readonly lost: readonly string[];
  readonly fragments: ReadonlyMap<string, Piece>;
  readonly words: Words;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly pictures: Pictures;
}

export type Draft = ReturnType<typeof draftPage>;

export interface Site extends Materials {
  readonly drafts: readonly Draft[];
  readonly stylePaths: readonly string[];
}

/** The files, without `.md`, of the pages that every site has. Any other is a page of the owner's own. */
export const PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;
/** From so many sections on a reader wants to see them listed. */
const CONTENTS_MIN = 6;

export function draftPage(name: string, source: string, materials: Materials, findings: Finding[]) {
  const say = ({ line, column }: Place, message: string, level: Finding["level"] = "error") =>
    void findings.push({ level, file: `content/${name}.md`, line, column, message });
  const { fieldOf, body, bodyLine } = splitFrontMatter(source.replace(/\r\n?/g, "\n"), say);
  const { facts, words, pictures } = materials;
  const fill = filler(materials, say);
  // Front matter is plain text: a fact goes into it as it is.
  const valueOf = (key: string) => fill(fieldOf(key), String).text;
  const fragments = new Map<string, Piece>();
  const lines = body.map((text, index) => {
    const place = { line: bodyLine + index, column: 1 };
    const fragment = materials.fragments.get(/^\{\{(.*)\}\}$/.exec(text)?.[1] ?? "");
    if (fragment === undefined) return fill({ text, ...place }, escapeMarkdown);
    const isAlone = !body[index - 1]?.trim() && !body[index + 1]?.trim();
    if (isAlone) fragments.set(text, fragment);
    else say(place, `${text} needs an empty line above and below it`);
    return { text: isAlone ? text : "", placeOf: () => place };
  });
  const blocks = new Map([...fragments].map(([line, fragment]) => [line, markupOf(fragment.html)]));
  const rendered = render(lines.map(({ text }) => text).join("\n"), { ...pictures, ownBlock: (line) => blocks.get(line) });
  const placed = <P extends Place>(at: P): P => ({ ...at, ...lines[at.line - 1]?.placeOf(at.column) });
  for (const problem of rendered.problems.map(placed)) say(problem, problem.message);

  const opensItself = [...fragments.values()].some(({ markdown }) => markdown.startsWith("# "));
  const headings = rendered.headings.filter(({ level }) => level === 1).length + Number(opensItself);
  if (rendered.problems.length === 0 && headings !== 1) {
    say({ line: bodyLine, column: 1 }, `a page has one heading of the first level ("# " and its words), not ${headings}`);
  }
  const description = valueOf("description");
  const { length } = description;
  if (length > 0 && (length < DESCRIPTION_MIN || length > DESCRIPTION_MAX)) {
    say(fieldOf("description"), `the description has ${length} characters; search engines show ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX} well`, "warning");
  }
  const text = lines.map(({ text }) => fragments.get(text)?.markdown ?? text).join("\n");
  return {
    path: name === "index" ? "/" : `/${name}`,
    markdownPath: `/${name}.md`,
    isOwn: !PAGES.includes(name),
    /** Not always the site's. */
    language: words.language,
    title: valueOf("title"),
    description,
    label: valueOf("label"),
    updated: fieldOf("updated").text || facts.site.updated,
    main: mainPart(rendered.blocks, opensItself, words),
    // An empty fragment leaves more empty lines than one.
    text: `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`,
    anchors: rendered.headings.map(({ id }) => id),
    links: rendered.links.map(placed),
  };
}

type Source = Place & { readonly text: string };
type Say = (at: Place, message: string) => void;

const TOP: Place = { line: 1, column: 1 };

/** `label` is what navigation or footer call the page, `updated` the day of its last change, if not that of the facts. */
const KEYS = ["title", "description", "label", "updated"];

/** The lines between `---` at the top. It is not YAML: a value is the rest of its line, taken as it stands. */
export function splitFrontMatter(text: string, say: Say) {
  const fields = new Map<string, Source>();
  const fieldOf = (key: string): Source => fields.get(key) ?? { text: "", ...TOP };
  const lines = text.split("\n");
  const unbegun = 'the file must begin with a line "---", then "title: …" and "description: …", then another "---"';
  const isBegun = lines[0] === "---";
  const end = isBegun ? lines.indexOf("---", 1) : -1;
  if (end === -1) {
    say(TOP, isBegun ? 'the front matter has no end: put a line "---" below its last field' : unbegun);
    return { fieldOf, body: lines, bodyLine: 1 };
  }
  for (const [index, content] of lines.slice(1, end).entries()) {
    if (content.trim() === "") continue;
    const place = { line: index + 2, column: 1 };
    const odd = unseen(content);
    if (odd !== undefined) say({ ...place, ...odd }, odd.message);
    const [, key, space = "", text = ""] = /^([A-Za-z][\w-]*):(\s*)([^]*)$/.exec(content.trimEnd()) ?? [];
    if (key === undefined) say(place, `"${content}" is no front matter: write a name, a colon and a value`);
    else if (!KEYS.includes(key)) say(place, `"${key}" is not a field of a page; there are ${KEYS.join(", ")}`);
    else if (fields.has(key)) say(place, `"${key}" is given twice`);
    else fields.set(key, { ...place, text, column: key.length + space.length + 2 });
  }
  for (const key of ["title", "description"]) {
    const field = fields.get(key);
    if (field === undefined) say(TOP, `the front matter has no "${key}"`);
    else if (field.text === "") say({ ...field, column: 1 }, `"${key}" is empty`);
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    say(updated, `"${updated.text}" is no day; write it as YYYY-MM-DD, such as 2026-11-02`);
  }
  return { fieldOf, body: lines.slice(end + 1), bodyLine: end + 2 };
}

/**
 * Replaces names by values, and nothing else: no conditions, no loops, no defaults. `escape` writes a fact so that it
 * reads as itself.
 */
function filler({ facts, lost, fragments, words, baseUrl }: Materials, say: Say) {
  const named = new Map([["base_url", baseUrl], ...factsIn(facts)]);
  return (source: Source, escape: (text: string) => string) => {
    const values: { readonly end: number; readonly shift: number }[] = [];
    let shift = 0;
    const text = source.text.replace(/\{\{([^{}]*)\}\}/g, (whole: string, name: string, from: number) => {
      const fact = named.get(name);
      const place = { line: source.line, column: source.column + from };
      if (fragments.has(name)) say(place, `${whole} must stand alone on its line`);
      else if (fact === undefined && !lost.includes(name.replace(/\..*/, ""))) {
        say(place, `there is no fact named ${name}${didYouMean(name, [...named.keys(), ...fragments.keys()])}`);
      }
      const value = fact === undefined ? "" : escape(inWords(name, fact, words));
      shift += value.length - whole.length;
      values.push({ end: from + whole.length + shift, shift });
      return value;
    });
    /** Where in the file a column of the text is; one inside a value is at its name, or not far behind. */
    const placeOf = (column: number): Place => ({
      line: source.line,
      column: source.column + column - 1 - (values.findLast(({ end }) => end < column)?.shift ?? 0),
    });
    return { text, placeOf };
  };
}

const TIMES_OF_DAY = ["site.checkinTime", "site.checkoutTime"];

/** Formats dates, times and numbers for readers. Coordinates stay as they are, because people copy them into maps. */
function inWords(path: string, fact: string | number, words: Words): string {
  if (typeof fact === "number") return path.startsWith("cottage.geo.") ? String(fact) : words.formatNumber(fact);
  if (TIMES_OF_DAY.includes(path)) return words.formatTime(fact);
  return isDay(fact) ? words.formatDate(fact) : fact;
}

/** Every word and number of the facts by its path, as `cottage.geo.latitude`; none of a list, whose entries have no names. */
export function factsIn(value: unknown, path = ""): [path: string, fact: string | number][] {
  if (typeof value === "string" || typeof value === "number") return [[path, value]];
  const members = isObject(value) ? Object.entries(value) : [];
  return members.flatMap(([name, member]) => factsIn(member, path === "" ? name : `${path}.${name}`));
}

/** Each heading of the second level opens a section, and a long page gets a list of them. */
function mainPart(blocks: readonly Block[], opensItself: boolean, words: Words): Html {
  const top: Html[] = [];
  const sections: { readonly id: string; readonly text: string; readonly heading: Html; readonly body: Html[] }[] = [];
  for (const { heading, html: block } of blocks) {
    const markup = trusted(block);
    // What may scroll sideways has to be reached without a mouse.
    const shown = block.startsWith("<table>") ? html`<figure class="wide" aria-label="${words.format("table")}" tabindex="0">\n${markup}</figure>\n` : markup;
    if (heading?.level === 2) sections.push({ ...heading, heading: markup, body: [] });
    else (sections.at(-1)?.body ?? top).push(shown);
  }
  // Where a fragment opens the page the first section is in sight already.
  const listed = sections.slice(opensItself ? 1 : 0);
  const list = html`<nav class="contents" aria-label="${words.format("contents")}"><ul>
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
