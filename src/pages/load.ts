/**
 * From the owner's content folder to pages and files ready to be served, or to everything that is wrong with it.
 *
 * A mistake of the owner's is a finding and never an exception.
 */
import type { Facts } from "../data/datasets.ts";
import { namesIn, readBytes, readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import type { Fragments } from "../fragments/fragment.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import { type Words, wordsOf } from "../fragments/words.ts";
import { type Filling, factAt, factPaths } from "./fill.ts";
import { imageSize } from "./image-size.ts";
import { layout, type LayoutSettings, refusalLayout, REFUSALS, type ShareImage } from "./layout.ts";
import { deadLinks } from "./links.ts";
import { markdownDocument } from "./markdown-document.ts";
import { type Draft, draftPage } from "./page.ts";
import { type Asset, drawingOf, hashedPath, photographs, type Pictures } from "./pictures.ts";
import { structuredData } from "./structured-data.ts";
import { ENGLISH, siteWords } from "./words-table.ts";

/** A page as it is served, in both its representations. */
export interface Page {
  readonly path: string;
  readonly markdownPath: string;
  readonly title: string;
  readonly description: string;
  /** The whole document. */
  readonly html: string;
  readonly markdown: string;
  /** `YYYY-MM-DD` */
  readonly updated: string;
}

export interface Content {
  /** Not to be served when a finding is an error. */
  readonly pages: readonly Page[];
  /** By status: HTML for a person whose browser asked for a page and cannot have it. */
  readonly refusals: ReadonlyMap<number, string>;
  readonly assets: readonly Asset[];
  readonly findings: readonly Finding[];
  /** What is wrong with links within the site, once it is known which paths are served. */
  readonly deadLinks: (paths: readonly string[]) => readonly Finding[];
}

export interface ContentSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The program's own folder, for what the owner's has no file of. */
  readonly programContent: string;
  /** Guesses which known name an unknown one was meant to be. */
  readonly closest: (name: string, known: readonly string[]) => string | undefined;
}

/** The six pages that every site has: each is a file `<name>.md`. Any other such file is a page as well. */
export const PAGES = ["index", "welcome", "about", "contact", "privacy", "developers"];

const TEXT_BYTES_MAX = 1_000_000;
/** As many as a dozen may change at once, while the old ones are still served, under the 256 MiB of the shipped unit. */
const PHOTO_BYTES_MAX = 5_000_000;

/** The page that the program brings along. */
const PROGRAM_PAGE = "developers";
const STYLE_FILE = "style.css";
/** The owner's own colours and fonts, loaded after the program's style sheet. */
const OWNER_STYLE_FILE = "owner.css";
const ICON_FILE = "favicon.svg";
const DRAWING_FILE = "cottage.svg";
const SHARE_FILE = "share.png";

/** @param extra fragments that are not made of the cottage's own facts */
export function loadContent(directory: string, facts: Facts, extra: Fragments, settings: ContentSettings): Content {
  const { baseUrl, closest } = settings;
  const { language } = facts.site;
  const table = siteWords(directory, language, settings);
  const words = wordsOf(table.words, language);
  const findings: Finding[] = [...table.findings];
  const { photos, ...photographed } = photographs(facts.site.photos ?? [], (name) =>
    readBytes(directory, `images/${name}`, PHOTO_BYTES_MAX),
  );
  findings.push(...photographed.findings);
  const furniture = loadFurniture(directory, settings, findings, words, facts, photos);

  const pictures = { photos, drawing: drawing(directory, findings) };
  const fragments = { ...cottageFragments({ facts, words, pictures }), ...extra };
  const drafts = loadDrafts(directory, settings, findings, (language) => {
    return filling(facts, fragments, language === undefined ? words : wordsOf(table.english, language), settings);
  });
  const links = drafts.map(({ path, label, title }) => ({ path, label: label ?? title, isNamed: label !== undefined }));
  const layoutSettings: LayoutSettings = {
    ...furniture,
    facts,
    words,
    baseUrl,
    navigation: links.slice(0, PAGES.length).filter(({ isNamed }) => isNamed),
    ownPages: links.slice(PAGES.length),
  };
  const pages = drafts.map((draft): Page => {
    const { path, markdownPath, title, description, updated = facts.site.updated } = draft;
    const markdown = markdownDocument(draft, { baseUrl, site: facts.site, pages: drafts, words });
    const html = layout(draft, structuredData(draft, facts, words, photos, baseUrl), layoutSettings);
    return { path, markdownPath, title, description, updated, markdown, html };
  });
  return {
    pages,
    refusals: new Map(Object.entries(REFUSALS).map(([status, kind]) => [Number(status), refusalLayout(kind, layoutSettings)])),
    assets: distinct([...furniture.assets, ...photographed.assets]),
    findings,
    deadLinks: (paths) => [...shadows(drafts, paths), ...deadLinks(drafts, paths, advice(closest))],
  };
}

/** An owner's page must not stand where something else is. */
function shadows(drafts: readonly Draft[], paths: readonly string[]): Finding[] {
  const others = paths.map((path) => path.replace(/(?<=.)\/$/, ""));
  return drafts.flatMap(({ file, path, markdownPath }): Finding[] => {
    const isFree = [path, markdownPath].every((own) => others.indexOf(own) === others.lastIndexOf(own));
    return isFree ? [] : [{ level: "error", file, message: `the page cannot be at ${path}, where something else is: give its file another name` }];
  });
}

/** A picture may be named twice, and be the one for shared links besides. */
function distinct(assets: readonly Asset[]): Asset[] {
  return [...new Map(assets.map((each) => [each.path, each])).values()];
}

/** @param fillingFor gives what fills a page of its own language, or of the site's */
function loadDrafts(
  directory: string,
  { programContent }: ContentSettings,
  findings: Finding[],
  fillingFor: (language: string | undefined) => Filling,
): Draft[] {
  return [...PAGES, ...ownPages(directory, findings)].flatMap((name) => {
    const path = name === "index" ? "/" : `/${name}`;
    const file = `content/${name}.md`;
    let text = readText(directory, `${name}.md`, TEXT_BYTES_MAX);
    let language: string | undefined;
    if (typeof text === "object" && text.isMissing && name === PROGRAM_PAGE) {
      text = readText(programContent, `${name}.md`, TEXT_BYTES_MAX);
      language = ENGLISH;
    }
    if (typeof text !== "string") {
      findings.push({ level: "error", file, message: `the page ${path} cannot be made: the file ${text.problem}` });
      return [];
    }
    const drafted = draftPage({ path, markdownPath: `/${name}.md`, file, text, language }, fillingFor(language));
    findings.push(...drafted.findings);
    return [drafted.draft];
  });
}

/** The names of the pages that the owner has besides the six. */
function ownPages(directory: string, findings: Finding[]): string[] {
  const names = namesIn(directory).flatMap((file) => /^(.+)\.md$/i.exec(file)?.[1] ?? []);
  return names.filter((name) => {
    if (PAGES.includes(name)) return false;
    const isPath = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
    const message = "this file is no page: the name of a page's file has small letters, digits and hyphens, as legal-notice.md";
    if (!isPath) findings.push({ level: "warning", file: `content/${name}.md`, message });
    return isPath;
  });
}

function filling(facts: Facts, fragments: Fragments, words: Words, { baseUrl, closest }: ContentSettings): Filling {
  const known = [...factPaths(facts), ...Object.keys(fragments), "base_url"];
  return {
    fact: (name) => {
      const fact = name === "base_url" ? baseUrl : factAt(facts, name);
      // Coordinates are for navigators, which read points alone.
      if (typeof fact === "number") return name.startsWith("cottage.geo.") ? String(fact) : words.number(fact);
      return fact !== undefined && DAY.test(fact) ? words.day(fact) : fact;
    },
    fragments,
    advice: (name) => advice(closest)(name, known),
    words,
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function advice(closest: ContentSettings["closest"]): (name: string, known: readonly string[]) => string {
  return (name, known) => {
    const near = closest(name, known);
    if (near !== undefined) return `did you mean ${near}?`;
    const head = name.split(".")[0] ?? "";
    const kin = known.filter((each) => each.startsWith(`${head}.`) || known.length <= NAMES_MANY);
    return kin.length === 0
      ? "the names are those of the fields in data/"
      : `there are ${kin.slice(0, NAMES_MANY).join(", ")}`;
  };
}

const NAMES_MANY = 24;

function drawing(directory: string, findings: Finding[]): Pictures["drawing"] {
  const bytes = optional(directory, `images/${DRAWING_FILE}`, findings);
  if (bytes === undefined) return undefined;
  const text = bytes.toString("utf8");
  const drawn = drawingOf(text);
  if (!("refused" in drawn)) return drawn;
  findings.push({ level: "error", file: `content/images/${DRAWING_FILE}`, message: `the drawing ${drawn.refused}` });
  return undefined;
}

type Furniture = Pick<LayoutSettings, "stylePaths" | "iconPath" | "shareImage"> & { readonly assets: readonly Asset[] };

/** What every page carries: the style sheets, the icon and the picture for shared links. */
function loadFurniture(directory: string, { programContent }: ContentSettings, findings: Finding[], words: Words, facts: Facts, photos: Pictures["photos"]): Furniture {
  const own = (name: string): Buffer | undefined => optional(directory, name, findings);
  const furniture = (name: string): Buffer | undefined => own(name) ?? optional(programContent, name, findings);
  const styles = [
    ...asset(STYLE_FILE, "text/css; charset=utf-8", furniture(STYLE_FILE)),
    ...asset(OWNER_STYLE_FILE, "text/css; charset=utf-8", own(OWNER_STYLE_FILE)),
  ];
  const icon = furniture(`images/${ICON_FILE}`);
  const share = own(`images/${SHARE_FILE}`);
  const size = share === undefined ? undefined : imageSize(share, "image/png");
  const shared = asset(`images/${SHARE_FILE}`, "image/png", size === undefined ? undefined : share);
  const { name, address } = facts.cottage;
  const alt = words.say("picture", { name, town: address.addressLocality, region: address.addressRegion });
  // Programs that preview links do not read AVIF.
  const photo: ShareImage | undefined = photos.find(({ path }) => !path.endsWith(".avif"));
  const [drawn] = size === undefined ? [] : shared.map(({ path }): ShareImage => ({ path, alt, ...size }));
  return {
    stylePaths: styles.map(({ path }) => path),
    iconPath: icon === undefined ? undefined : `/${ICON_FILE}`,
    shareImage: photo ?? drawn,
    assets: [
      ...styles,
      ...(icon === undefined ? [] : [{ path: `/${ICON_FILE}`, mediaType: "image/svg+xml", bytes: icon, immutable: false }]),
      ...shared,
    ],
  };
}

function asset(name: string, mediaType: string, bytes: Buffer | undefined): Asset[] {
  return bytes === undefined ? [] : [{ path: hashedPath("/", name, bytes), mediaType, bytes, immutable: true }];
}

/** What a site may lack; what is there and cannot be read is a mistake. */
function optional(directory: string, name: string, findings: Finding[]): Buffer | undefined {
  const bytes = readBytes(directory, name, TEXT_BYTES_MAX);
  if (Buffer.isBuffer(bytes)) return bytes;
  if (!bytes.isMissing) findings.push({ level: "error", file: `content/${name}`, message: `the file ${bytes.problem}` });
  return undefined;
}
