/**
 * From the owner's content folder to pages and files ready to be served, or to everything that is wrong with it.
 *
 * A mistake of the owner's is a finding and never an exception.
 */

import { join } from "node:path";
import type { Facts } from "../data/datasets.ts";
import { namesIn, readBytes, readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { cottageFragments, type Fragments } from "../fragments/fragments.ts";
import type { Words } from "../fragments/words.ts";
import { factsIn, type Filling } from "./fill.ts";
import { type Frame, layout, refusals } from "./layout.ts";
import { linkFindings } from "./links.ts";
import { markdownDocument } from "./markdown-document.ts";
import { type Draft, draftPage } from "./page.ts";
import { type Asset, hashedPath, pictures } from "./pictures.ts";
import { structuredData } from "./structured-data.ts";
import { siteWords } from "./words-table.ts";

/** A page as it is served, in both its representations. */
export interface Page extends Pick<Draft, "path" | "markdownPath" | "title" | "description" | "updated"> {
  /** The whole document. */
  readonly html: string;
  readonly markdown: string;
}

export interface Content {
  /** Not to be served when a finding is an error. */
  readonly pages: readonly Page[];
  readonly refusals: ReadonlyMap<number, string>;
  readonly assets: readonly Asset[];
  readonly findings: readonly Finding[];
  /** What is wrong with links within the site, once it is known which paths are served. */
  readonly linkFindings: (paths: readonly string[]) => readonly Finding[];
}

export interface ContentSettings {
  readonly baseUrl: string;
  readonly contentDirectory: string;
  /** The program's own folder, for what the owner's has no file of. */
  readonly programContent: string;
  /** Files of facts of which nothing could be read, so that nothing is known of their names. */
  readonly lost?: readonly string[];
}

/** The six pages that every site has: each is a file `<name>.md`. Any other such file is a page as well. */
export const PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];
/** The page that the program brings along, in English. */
const PROGRAM_PAGE = "developers";

const FILE_BYTES_MAX = 1_000_000;
/** As many as a dozen may change at once, while the old ones are still served, under the 256 MiB of the shipped unit. */
const PHOTO_BYTES_MAX = 5_000_000;

/** @param extra fragments that are not made of the cottage's own facts */
export function loadContent(facts: Facts, extra: Fragments, settings: ContentSettings): Content {
  const { baseUrl, contentDirectory, programContent, lost = [] } = settings;
  const { site, cottage } = facts;
  const { words, english, findings } = siteWords(site.language, settings);
  const shelf = pictures(site.photos ?? [], {
    names: namesIn(join(contentDirectory, "images")),
    read: (name) => readBytes(contentDirectory, `images/${name}`, PHOTO_BYTES_MAX),
  });
  const { photos, addressOf, sizeOf } = shelf;

  /** A file that a site may lack; what is there and cannot be read is a mistake. */
  const read = (name: string, folder = contentDirectory): Buffer | undefined => {
    const bytes = readBytes(folder, name, FILE_BYTES_MAX);
    if (Buffer.isBuffer(bytes)) return bytes;
    if (!bytes.isMissing) findings.push({ level: "error", file: `content/${name}`, message: `the file ${bytes.problem}` });
    return undefined;
  };
  const furniture = (name: string): Buffer | undefined => read(name) ?? read(name, programContent);
  const ownStyle = read("owner.css");
  if (ownStyle !== undefined) findings.push(...styleFault(ownStyle.toString()));
  // The owner's own colours and fonts come last.
  const sheets = [["style.css", furniture("style.css")], ["owner.css", ownStyle]] as const;
  const styles = sheets.flatMap(([name, bytes]): Asset[] =>
    bytes === undefined ? [] : [{ path: hashedPath("/", name, bytes), mediaType: "text/css; charset=utf-8", bytes, immutable: true }],
  );
  const icon = furniture("images/favicon.svg");
  const icons: Asset[] = icon === undefined ? [] : [{ path: "/favicon.svg", mediaType: "image/svg+xml", bytes: icon, immutable: false }];

  const fragments = { ...cottageFragments(facts, words, photos), ...extra };
  const filling = (words: Words): Filling => {
    const told = factsIn(facts).map(([path, fact]) => [path, shown(path, fact, words)] as const);
    return { words, fragments, addressOf, sizeOf, lost, updated: site.updated, facts: new Map([["base_url", baseUrl], ...told]) };
  };
  const drafts = [...PAGES, ...ownPages(contentDirectory, findings)].flatMap((name) => {
    let source = readText(contentDirectory, `${name}.md`, FILE_BYTES_MAX);
    const isProgram = typeof source === "object" && source.isMissing && name === PROGRAM_PAGE;
    if (isProgram) source = readText(programContent, `${name}.md`, FILE_BYTES_MAX);
    if (typeof source === "object") {
      const message = `the page /${name === "index" ? "" : name} cannot be made: the file ${source.problem}`;
      findings.push({ level: "error", file: `content/${name}.md`, message });
      return [];
    }
    const drafted = draftPage(name, source, filling(isProgram ? english : words));
    findings.push(...drafted.findings);
    return [isProgram ? { ...drafted.draft, label: words.say("developers.label") } : drafted.draft];
  });

  const alt = words.say("picture", { name: cottage.name, town: cottage.address.addressLocality, region: cottage.address.addressRegion });
  const share = shelf.share === undefined ? undefined : { ...shelf.share, alt };
  const photographs = photos.filter(({ path }) => !path.endsWith(".svg"));
  const frame: Frame = {
    facts,
    words,
    baseUrl,
    addressOf,
    stylePaths: styles.map(({ path }) => path),
    photographs,
    // Programs that preview links read neither AVIF nor SVG, and where a drawing comes first there is a picture for them.
    share: (photos[0] === photographs[0] ? undefined : share) ?? photographs.find(({ path }) => !path.endsWith(".avif")) ?? share,
    navigation: drafts.slice(0, PAGES.length).flatMap(({ path, label }) => (label === undefined ? [] : [{ path, label }])),
    ownPages: drafts.slice(PAGES.length).map(({ path, label, title }) => ({ path, label: label ?? title })),
  };
  return {
    pages: drafts.map((draft) => ({ ...draft, markdown: markdownDocument(draft, drafts, frame), html: layout(draft, structuredData(draft, frame), frame) })),
    refusals: refusals(frame),
    // A picture may be named twice, and be the one for shared links besides.
    assets: [...new Map([...styles, ...icons, ...shelf.assets()].map((each) => [each.path, each])).values()],
    findings: [...findings, ...shelf.findings],
    linkFindings: (paths) => linkFindings(drafts, paths),
  };
}

/** A fact as pages say it: days in words, numbers with the language's mark, but not coordinates, which are for navigators. */
function shown(path: string, fact: string | number, words: Words): string {
  if (typeof fact === "number") return path.startsWith("cottage.geo.") ? String(fact) : words.number(fact);
  return /^\d{4}-\d\d-\d\d$/.test(fact) ? words.day(fact) : fact;
}

/** The names of the pages that the owner has besides the six. */
function ownPages(directory: string, findings: Finding[]): string[] {
  const names = namesIn(directory).filter((file) => /.\.md$/i.test(file)).map((file) => file.slice(0, -3));
  return names.filter((name) => {
    if (PAGES.includes(name)) return false;
    const isPath = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
    const message = "this file is no page: the name of a page's file has small letters, digits and hyphens, as legal-notice.md";
    if (!isPath) findings.push({ level: "warning", file: `content/${name}.md`, message });
    return isPath;
  });
}

/** What makes a browser pass over the rules of the owner's style sheet in silence: the first such place. */
function styleFault(css: string): Finding[] {
  const open: number[] = [];
  const at = (index: number, message: string): Finding[] => [
    { level: "error", file: "content/owner.css", line: css.slice(0, index).split("\n").length, column: index - css.lastIndexOf("\n", index - 1), message },
  ];
  for (const { 0: found, index } of css.matchAll(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|"[^"\n]*"|'[^'\n]*'|@import|[{}]/g)) {
    if (found === "@import") return at(index, "pages load no other style sheet: put its rules here instead of @import");
    if (found === "{") open.push(index);
    if (found === "}" && open.pop() === undefined) return at(index, "this } has no { before it");
  }
  return open.slice(-1).flatMap((last) => at(last, "this { has no } behind it"));
}
