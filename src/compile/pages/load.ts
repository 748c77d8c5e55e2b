/**
 * Compiles the owner's content folder into pages and assets.
 */

import { basename, join } from "node:path";
import { BUILT_IN_FOLDER } from "../built-in.ts";
import { type Facts, factsWithPaths, type SiteFacts } from "../data/datasets.ts";
import { CompileCache, listDirectory, readBytes, readText } from "../files.ts";
import { developerFragments } from "../fragments/developers.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { type Asset, hashedPath, type Images, loadImages } from "../pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, type Gallery, siteImageNames } from "../pictures/photographs.ts";
import { ENGLISH_LOCALE, loadLocale } from "../words/load-locale.ts";
import type { Locale } from "../words/locale.ts";
import { errorPages, htmlDocument, markdownDocument } from "./layout.ts";
import {
  mentionedImages,
  type PageContext,
  type RenderedPage,
  renderPage,
  REQUIRED_PAGES,
  type SiteContext,
} from "./page.ts";

export const FILE_BYTES_MAX = 1_000_000;

export type PublicSettings = Readonly<{
  /** Without a trailing slash. */
  baseUrl: string;
  /** Requests per client per minute. Undefined if there is no limit. */
  rateLimit: number | undefined;
}>;

export type Page = Readonly<{
  html: string;
  markdownText: string;
  /** The complete document: `markdownText`, a note for AI agents, the page's details and a sitemap. */
  markdown: string;
}> & Pick<RenderedPage, "path" | "markdownPath" | "title" | "description" | "updated" | "language">;

export type Content = ReturnType<typeof loadContent>;

type Settings = PublicSettings & Readonly<{ contentDirectory: string }>;

type Folder = Readonly<{ directory: string; paths: readonly string[] }>;

type ContentFolder = ReturnType<typeof readFolder>;

type PageSource = Readonly<{ name: string; source: string; isBuiltIn: boolean }>;

export function loadContent(facts: Facts, settings: Settings, cache = new CompileCache()) {
  const { locale, findings: localeFindings } = loadLocale(facts.site.language, settings.contentDirectory);
  const folder = readFolder(facts.site, settings.contentDirectory, cache);
  const site = renderSite(facts, settings, folder, locale);
  return {
    pages: site.pages.map((page) => renderDocuments(page, site)),
    errorPages: errorPages(site),
    assets: [...folder.styles, ...folder.icons, ...imageFiles(folder.images)],
    imagePaths: [...folder.images.keys()].map((name) => `/images/${name}`),
    findings: [
      ...localeFindings,
      ...folder.findings,
      ...checkPhotos(facts.site, folder.imageNames),
      ...checkGallery(site.gallery),
      ...site.pages.flatMap(({ findings }) => findings),
    ],
  };
}

function readFolder(site: SiteFacts, directory: string, cache: CompileCache) {
  const folder = { directory, paths: listPaths(directory) };
  const { styles, icons, findings: assetFindings } = loadAssets(folder);
  const { sources, findings: pageFindings } = readPages(folder);
  const imageDirectory = join(directory, "images");
  const imageNames = listDirectory(imageDirectory);
  const usedNames = [...siteImageNames(site), ...sources.flatMap(({ source }) => mentionedImages(source))];
  const imageFolder = { directory: imageDirectory, fileNames: imageNames, cache };
  const { images, findings: imageFindings } = loadImages(imageFolder, usedNames);
  const findings = [...assetFindings, ...pageFindings, ...imageFindings];
  return { styles, icons, sources, images, imageNames, findings };
}

function renderSite(facts: Facts, settings: Settings, folder: ContentFolder, locale: Locale): SiteContext {
  const { baseUrl } = settings;
  const { images } = folder;
  const gallery = createGallery(facts.site, images, sharePngAlt(facts, locale));
  const pageContext: PageContext = {
    locale,
    baseUrl,
    facts: new Map([["base_url", baseUrl], ...factsWithPaths(facts)]),
    fragments: createFragments(facts, settings, locale, gallery),
    updated: facts.site.updated,
    images,
    pageNames: folder.sources.map(({ name }) => name),
  };
  const pages = folder.sources.map((source) => renderSource(source, pageContext));
  return { facts, locale, baseUrl, pages, images, gallery, stylePaths: folder.styles.map(({ path }) => path) };
}

/** Returns the alt text of `share.png`, a preview image for sites whose first photo is an SVG drawing. */
function sharePngAlt({ cottage }: Facts, locale: Locale): string {
  const { name, address } = cottage;
  return locale.translate("picture", { name, town: address.addressLocality, region: address.addressRegion });
}

function createFragments(facts: Facts, settings: PublicSettings, locale: Locale, { photos, portrait }: Gallery) {
  const fragments = {
    ...cottageFragments(facts, locale, photos, portrait),
    ...developerFragments(facts, settings.baseUrl, settings.rateLimit),
  };
  return new Map(Object.entries(fragments));
}

function renderSource({ name, source, isBuiltIn }: PageSource, context: PageContext): RenderedPage {
  if (!isBuiltIn) return renderPage(name, source, context);
  // The owner cannot correct the built-in page, so report nothing.
  return { ...renderPage(name, source, { ...context, locale: ENGLISH_LOCALE }), findings: [] };
}

function renderDocuments(page: RenderedPage, site: SiteContext) {
  return { ...page, html: htmlDocument(page, site), markdown: markdownDocument(page, site) };
}

/** Lists files in a folder and its immediate subfolders, e.g. `images/favicon.svg`. */
function listPaths(directory: string): string[] {
  return listDirectory(directory).flatMap((name) => {
    // A name with a dot is a file, or a folder without pages, e.g. `.git`.
    if (name.includes(".")) return [name];
    return listDirectory(join(directory, name)).map((fileName) => `${name}/${fileName}`);
  });
}

/** MCP hosts and older browsers may not support SVG icons. */
const ICON_TYPES = {
  "images/favicon.svg": "image/svg+xml",
  "images/apple-touch-icon.png": "image/png",
  "images/favicon.ico": "image/x-icon",
};

function loadAssets(folder: Folder) {
  const findings: Finding[] = [];
  // Load `owner.css` last, to override `style.css`.
  const styleNames = folder.paths.includes("owner.css") ? ["style.css", "owner.css"] : ["style.css"];
  const styles = styleNames.map((name) => loadAsset(name, "text/css; charset=utf-8", folder, findings));
  const icons = Object.entries(ICON_TYPES).map(([path, type]) => loadAsset(path, type, folder, findings));
  return { styles: styles.map(withHashedPath), icons, findings };
}

/** Loads the owner's file or, if there is none, the built-in one. If it is unreadable, adds an error to `findings`. */
function loadAsset(path: string, mediaType: string, folder: Folder, findings: Finding[]): Asset {
  const directory = folder.paths.includes(path) ? folder.directory : BUILT_IN_FOLDER;
  const { content: bytes = Buffer.alloc(0), failure } = readBytes(directory, path, FILE_BYTES_MAX);
  if (failure !== undefined) findings.push(createFinding("error", `content/${path}`, failure));
  return { path: `/${basename(path)}`, mediaType, bytes, immutable: false };
}

function withHashedPath(asset: Asset): Asset {
  return { ...asset, path: hashedPath(asset.path, asset.bytes), immutable: true };
}

function readPages(folder: Folder) {
  const { names, findings } = listPages(folder.paths);
  const sources: PageSource[] = [];
  for (const name of names) {
    const isBuiltIn = name === "developers" && !folder.paths.includes("developers.md");
    const directory = isBuiltIn ? BUILT_IN_FOLDER : folder.directory;
    const { content, failure } = readText(directory, `${name}.md`, FILE_BYTES_MAX);
    if (failure === undefined) {
      sources.push({ name, source: content, isBuiltIn });
    } else {
      // `listPages` returns the pages in the folder and the required pages, so only a required page can be missing.
      const isMissing = failure.code === "file-missing";
      const problem: Message = isMissing ? { code: "page-required", values: { name: `${name}.md` } } : failure;
      findings.push(createFinding("error", `content/${name}.md`, problem));
    }
  }
  return { sources, findings };
}

const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Excludes notes in `images/`. */
const MARKDOWN_PATH = /^(?!images\/).*\.md$/i;

/** Lists the required pages, even if they are missing, and the other pages in the folder. Reports invalid names. */
function listPages(paths: readonly string[]) {
  const findings: Finding[] = [];
  const names = new Set(REQUIRED_PAGES);
  for (const path of paths) {
    if (!MARKDOWN_PATH.test(path)) continue;
    const name = path.slice(0, -".md".length);
    if (PAGE_NAME.test(name)) {
      names.add(name);
    } else {
      findings.push(createFinding("warning", `content/${path}`, { code: "page-name-invalid" }));
    }
  }
  return { names, findings };
}

/** Returns each file once. If pages show `kitchen.jpg` and `kitchen-800.jpg`, both include the second as a version. */
function imageFiles(images: Images): Asset[] {
  const files = [...images.values()].flatMap(({ versions }) => versions);
  const fileByPath = new Map(files.map((file) => [file.path, file]));
  return [...fileByPath.values()];
}
