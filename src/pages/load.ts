/**
 * From the owner's content folder to pages and files ready to be served, or to everything that is wrong with it.
 *
 * A mistake of the owner's is a finding and never an exception.
 */
import type { Facts } from "../data/datasets.ts";
import { readBytes, readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { attractionFragments } from "../fragments/attraction-fragments.ts";
import { bookingFragments } from "../fragments/booking-fragments.ts";
import { type Filling, factAt, factPaths } from "./fill.ts";
import type { Fragments } from "../fragments/fragment.ts";
import { houseFragments } from "../fragments/house-fragments.ts";
import { imageSize } from "./image-size.ts";
import { layout, type LayoutSettings, notFoundLayout, type ShareImage } from "./layout.ts";
import { deadLinks } from "./links.ts";
import { markdownDocument } from "./markdown-document.ts";
import { type Draft, draftPage } from "./page.ts";
import { type Asset, drawingOf, hashedPath, photographs, type Pictures } from "./pictures.ts";
import { reviewFragments } from "../fragments/review-fragments.ts";
import { structuredData } from "./structured-data.ts";

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
  /** HTML for a person whose browser asked for a page that is not there. */
  readonly notFound: string;
  readonly assets: readonly Asset[];
  readonly findings: readonly Finding[];
  /** What is wrong with links within the site, once it is known which paths are served. */
  readonly deadLinks: (paths: readonly string[]) => readonly Finding[];
}

export interface ContentSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Guesses which known name an unknown one was meant to be. */
  readonly closest: (name: string, known: readonly string[]) => string | undefined;
}

/** The six pages and no others: each is a file `<name>.md`. */
export const PAGES = [
  { path: "/", name: "index" },
  { path: "/welcome", name: "welcome" },
  { path: "/about", name: "about" },
  { path: "/contact", name: "contact" },
  { path: "/privacy", name: "privacy" },
  { path: "/developers", name: "developers" },
] as const;

const TEXT_BYTES_MAX = 1_000_000;
/** As many as a dozen may change at once, while the old ones are still served, under the 256 MiB of the shipped unit. */
const PHOTO_BYTES_MAX = 5_000_000;

const STYLE_FILE = "style.css";
const ICON_FILE = "favicon.svg";
const DRAWING_FILE = "cottage.svg";
const SHARE_FILE = "share.png";

/** @param extra fragments that are not made of the cottage's own facts */
export function loadContent(directory: string, facts: Facts, extra: Fragments, settings: ContentSettings): Content {
  const { baseUrl, closest } = settings;
  const findings: Finding[] = [...foreignWords(facts)];
  const { photos, ...photographed } = photographs(facts.site.photos ?? [], (name) =>
    readBytes(directory, `images/${name}`, PHOTO_BYTES_MAX),
  );
  findings.push(...photographed.findings);
  const furniture = loadFurniture(directory, facts, photos, findings);

  const fragments = {
    ...houseFragments(facts, { photos, drawing: drawing(directory, findings) }),
    ...attractionFragments(facts),
    ...reviewFragments(facts),
    ...bookingFragments(facts),
    ...extra,
  };
  const drafts = loadDrafts(directory, filling(facts, fragments, settings), findings);
  const layoutSettings: LayoutSettings = {
    ...furniture,
    baseUrl,
    navigation: drafts.flatMap(({ path, label }) => (label === undefined ? [] : [{ path, label }])),
  };
  const pages = drafts.map((draft): Page => {
    const { path, markdownPath, title, description, updated = facts.site.updated } = draft;
    const markdown = markdownDocument(draft, { baseUrl, updated, pages: drafts });
    const html = layout(draft, structuredData(draft, facts, photos, baseUrl), facts, layoutSettings);
    return { path, markdownPath, title, description, updated, markdown, html };
  });
  return {
    pages,
    notFound: notFoundLayout(facts, layoutSettings),
    assets: distinct([...furniture.assets, ...photographed.assets]),
    findings,
    deadLinks: (paths) => deadLinks(drafts, paths, advice(closest)),
  };
}

/** A picture may be named twice, and be the one for shared links besides. */
function distinct(assets: readonly Asset[]): Asset[] {
  return [...new Map(assets.map((each) => [each.path, each])).values()];
}

/** The words around the owner's own are English, whatever language those are in. */
function foreignWords({ site: { language } }: Facts): Finding[] {
  if (/^en\b/.test(language)) return [];
  const message = `language is "${language}", but the words that the pages add to yours, such as "Sleeps" and "Skip to the content", are English`;
  return [{ level: "notice", file: "data/site.json", message }];
}

function loadDrafts(directory: string, filling: Filling, findings: Finding[]): Draft[] {
  return PAGES.flatMap(({ path, name }) => {
    const file = `content/${name}.md`;
    const text = readText(directory, `${name}.md`, TEXT_BYTES_MAX);
    if (typeof text !== "string") {
      findings.push({ level: "error", file, message: `the page ${path} cannot be made: the file ${text.problem}` });
      return [];
    }
    const drafted = draftPage({ path, markdownPath: `/${name}.md`, file, text }, filling);
    findings.push(...drafted.findings);
    return [drafted.draft];
  });
}

function filling(facts: Facts, fragments: Fragments, { baseUrl, closest }: ContentSettings): Filling {
  const known = [...factPaths(facts), ...Object.keys(fragments), "base_url"];
  return {
    fact: (name) => (name === "base_url" ? baseUrl : factAt(facts, name)),
    fragments,
    advice: (name) => advice(closest)(name, known),
  };
}

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

type Furniture = Pick<LayoutSettings, "stylePath" | "iconPath" | "shareImage"> & { readonly assets: readonly Asset[] };

/** What every page carries: the stylesheet, and if there are any, the icon and the picture for shared links. */
function loadFurniture(directory: string, facts: Facts, photos: Pictures["photos"], findings: Finding[]): Furniture {
  const style = readBytes(directory, STYLE_FILE, TEXT_BYTES_MAX);
  if (!Buffer.isBuffer(style)) {
    findings.push({ level: "error", file: `content/${STYLE_FILE}`, message: `the stylesheet ${style.problem}` });
  }
  const stylePath = hashedPath("/", STYLE_FILE, Buffer.isBuffer(style) ? style : Buffer.alloc(0));
  const icon = optional(directory, `images/${ICON_FILE}`, findings);
  const share = optional(directory, `images/${SHARE_FILE}`, findings);
  const shareSize = share === undefined ? undefined : imageSize(share, "image/png");
  const sharePath = share === undefined ? "" : hashedPath("/images/", SHARE_FILE, share);
  const { name, address } = facts.cottage;
  const alt = `${name} in ${address.addressLocality}, ${address.addressRegion}`;
  // Programs that preview links do not read AVIF.
  const photo: ShareImage | undefined = photos.find(({ path }) => !path.endsWith(".avif"));
  return {
    stylePath,
    iconPath: icon === undefined ? undefined : `/${ICON_FILE}`,
    shareImage: photo ?? (shareSize === undefined ? undefined : { path: sharePath, alt, ...shareSize }),
    assets: [
      ...asset(stylePath, "text/css; charset=utf-8", Buffer.isBuffer(style) ? style : undefined, true),
      ...asset(`/${ICON_FILE}`, "image/svg+xml", icon, false),
      ...asset(sharePath, "image/png", shareSize === undefined ? undefined : share, true),
    ],
  };
}

function asset(path: string, mediaType: string, bytes: Buffer | undefined, immutable: boolean): Asset[] {
  return bytes === undefined ? [] : [{ path, mediaType, bytes, immutable }];
}

/** What a site may lack; what is there and cannot be read is a mistake. */
function optional(directory: string, name: string, findings: Finding[]): Buffer | undefined {
  const bytes = readBytes(directory, name, TEXT_BYTES_MAX);
  if (Buffer.isBuffer(bytes)) return bytes;
  if (!bytes.isMissing) findings.push({ level: "error", file: `content/${name}`, message: `the file ${bytes.problem}` });
  return undefined;
}
