/**
 * From the owner's content folder to pages and files ready to be served, or to everything that is wrong with it.
 *
 * A mistake of the owner's is a finding and never an exception.
 */

import { join } from "node:path";
import { unescape } from "node:querystring";
import type { Facts } from "../data/datasets.ts";
import { namesIn, readBytes, readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { cottageFragments, type Fragments } from "../fragments/fragments.ts";
import { didYouMean } from "../suggest.ts";
import { layout, markdownDocument, markdownText, refusals } from "./layout.ts";
import { type Draft, draftPage, PAGES, type Site } from "./page.ts";
import { type Asset, hashedPath, pictures } from "../pictures/pictures.ts";
import { loadWords } from "../words/load-words.ts";

export interface Page extends Pick<Draft, "path" | "markdownPath" | "title" | "description" | "updated"> {
  readonly html: string;
  /** Markdown with the navigation that a page on its own needs. */
  readonly markdown: string;
  /** Markdown of the text alone. */
  readonly markdownText: string;
}

interface Settings {
  readonly baseUrl: string;
  readonly contentDirectory: string;
  /** For what the owner's folder has no file of. */
  readonly programContent: string;
  readonly lost?: readonly string[];
}

const FILE_BYTES_MAX = 1_000_000;
/** As many as a dozen may change at once, while the old ones are still served, under the 256 MiB of the shipped unit. */
const PHOTO_BYTES_MAX = 5_000_000;

/**
 * What it gives is not to be served when a finding is an error.
 *
 * @param extra fragments that are not made of the cottage's own facts
 */
export function loadContent(facts: Facts, extra: Fragments, settings: Settings) {
  const { baseUrl, contentDirectory, programContent, lost = [] } = settings;
  const { site, cottage } = facts;
  const { words, english, findings } = loadWords(site.language, settings);

  const images = namesIn(join(contentDirectory, "images"));
  const files = [...namesIn(contentDirectory), ...images.map((name) => `images/${name}`)];
  const read = (name: string): Buffer => {
    const bytes = readBytes(files.includes(name) ? contentDirectory : programContent, name, FILE_BYTES_MAX);
    if (Buffer.isBuffer(bytes)) return bytes;
    findings.push(fault(name, `the file ${bytes.problem}`));
    return Buffer.alloc(0);
  };
  // The owner's own colours and fonts come last.
  const styles = ["style.css", ...files.filter((name) => name === "owner.css")].map((name): Asset => {
    const bytes = read(name);
    if (name === "owner.css") findings.push(...styleFaults(bytes.toString()));
    return { path: hashedPath(`/${name}`, bytes), mediaType: "text/css; charset=utf-8", bytes, immutable: true };
  });
  const icons: Asset[] = [
    { path: "/favicon.svg", mediaType: "image/svg+xml", bytes: read("images/favicon.svg"), immutable: false },
    // Hosts of MCP servers show no SVG.
    { path: "/icon.png", mediaType: "image/png", bytes: read("images/icon.png"), immutable: false },
  ];

  const { addressLocality: town, addressRegion: region } = cottage.address;
  const caption = words.format("picture", { name: cottage.name, town, region });
  const shelf = pictures(site, caption, images, (name) => readBytes(contentDirectory, `images/${name}`, PHOTO_BYTES_MAX));
  const fragments = new Map(Object.entries({ ...cottageFragments(facts, words, shelf.photos), ...extra }));
  const materials = { facts, lost, fragments, words, baseUrl, pictures: shelf };
  const own = files.flatMap((file) => {
    const name = /^([^/]+)\.md$/i.exec(file)?.[1];
    if (name === undefined || PAGES.includes(name)) return [];
    if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [name];
    findings.push(fault(`${name}.md`, "this file is no page: name it with small letters, digits and hyphens, as legal-notice.md", { level: "warning" }));
    return [];
  });
  const drafts = [...PAGES, ...own].flatMap((name) => {
    const file = `${name}.md`;
    // The one page that the program brings along is English.
    const isProgram = name === "developers" && !files.includes(file);
    const source = readText(isProgram ? programContent : contentDirectory, file, FILE_BYTES_MAX);
    if (typeof source === "object") {
      findings.push(fault(file, `the page /${name === "index" ? "" : name} cannot be made: the file ${source.problem}`));
      return [];
    }
    const draft = draftPage(name, source, isProgram ? { ...materials, words: english } : materials, findings);
    return [isProgram ? { ...draft, label: words.format("developers.label") } : draft];
  });

  const whole: Site = { ...materials, drafts, stylePaths: styles.map(({ path }) => path) };
  return {
    pages: drafts.map((draft): Page => {
      const text = markdownText(draft, whole);
      return { ...draft, markdown: markdownDocument(text, draft, whole), markdownText: text, html: layout(draft, whole) };
    }),
    refusals: refusals(whole),
    assets: [...styles, ...icons, ...shelf.assets()],
    findings: [...findings, ...shelf.findings],
    /** @param paths every path that is served */
    linkFindings: (paths: readonly string[]): Finding[] => linkFaults(drafts, paths),
  };
}

function fault(name: string, message: string, more: Partial<Finding> = {}): Finding {
  return { level: "error", file: `content/${name}`, ...more, message };
}

/** What makes a browser pass over the rules of the owner's style sheet in silence: the first such place. */
function styleFaults(css: string): Finding[] {
  const open: number[] = [];
  const at = (index: number, message: string): Finding[] => {
    const before = css.slice(0, index);
    return [fault("owner.css", message, { line: before.split("\n").length, column: index - before.lastIndexOf("\n") })];
  };
  for (const { 0: found, index } of css.matchAll(/\/\*[^]*?(?:\*\/|$)|"[^"\n]*"|'[^'\n]*'|@import|[{}]/g)) {
    if (found === "@import") return at(index, "pages load no other style sheet: put its rules here instead of @import");
    if (found === "{") open.push(index);
    if (found === "}" && open.pop() === undefined) return at(index, "this } has no { before it");
  }
  return open.slice(-1).flatMap((last) => at(last, "this { has no } behind it"));
}

/** Whether each page has its path to itself, and each link within the site leads to something. */
function linkFaults(drafts: readonly Draft[], paths: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  const bare = paths.map((path) => path.replace(/(?<=.)\/$/, ""));
  for (const { path, markdownPath, links } of drafts) {
    const say = (message: string, place = {}): unknown => findings.push(fault(markdownPath.slice(1), message, place));
    if (bare.indexOf(path) !== bare.lastIndexOf(path)) say(`the page cannot be at ${path}, where something else is: give its file another name`);
    for (const { target, line, column } of links) {
      if (!/^[/#]/.test(target)) continue;
      const page = target.replace(/[?#].*/, "") || path;
      const anchor = target.replace(/^[^#]*#?/, "");
      const anchors = drafts.find((each) => each.path === page)?.anchors;
      if (!paths.includes(page)) say(`the link to ${page} leads nowhere${didYouMean(page, paths)}`, { line, column });
      else if (anchor !== "" && anchors?.includes(unescape(anchor)) === false) {
        say(`the link to #${anchor} leads nowhere: ${page === path ? "this page" : page} has no such heading${didYouMean(anchor, anchors)}`, { line, column });
      }
    }
  }
  return findings;
}
