/**
 * Compiles the owner's content folder into pages and assets.
 */

import { basename, join } from "node:path";
import { BUILT_IN_FOLDER } from "../built-in.ts";
import { type Facts, factsWithPaths } from "../data/datasets.ts";
import { CompileCache, listDirectory, readBytes, readText } from "../files.ts";
import { developerFragments } from "../fragments/developers.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { type Asset, hashedPath, type Images, loadImages } from "../pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, type Gallery, siteImageNames } from "../pictures/photographs.ts";
import { ENGLISH_LOCALE, loadLocale } from "../words/load-locale.ts";
import type { Locale } from "../words/locale.ts";
import { errorPages, htmlDocument, markdownDocument } from "./layout.ts";
import { markdownPath, mentionedImages, type PageContext, pagePath } from "./page.ts";
import { type RenderedPage, renderPage, REQUIRED_PAGES } from "./page.ts";

export const FILE_BYTES_MAX = 1_000_000;

export type PublicSettings = Readonly<{
  /** Without a trailing slash. */
  baseUrl: string;
  /** Requests per client per minute. */
  rateLimit: number | undefined;
}>;

export type Page = Readonly<{
  html: string;
  markdownText: string;
  /** `markdownText`, with a note for AI agents, details of the page and a sitemap. */
  markdown: string;
}> & Pick<RenderedPage, "path" | "markdownPath" | "title" | "description" | "updated" | "language">;

export type Content = ReturnType<typeof loadContent>;

type Settings = PublicSettings & Readonly<{ contentDirectory: string }>;

/** The content folder and its files. Functions that read files add errors to `findings`. */
type Folder = Readonly<{ directory: string; paths: readonly string[]; findings: Finding[] }>;

type PageSource = Readonly<{ name: string; source: string; isBuiltIn: boolean }>;

export function loadContent(facts: Facts, settings: Settings, cache = new CompileCache()) {
  const { baseUrl, contentDirectory: directory } = settings;
  const { locale, findings: localeFindings } = loadLocale(facts.site.language, directory);
  const folder: Folder = { directory, paths: listPaths(directory), findings: [...localeFindings] };
  const styles = loadStyles(folder);
  const icons = Object.entries(ICON_TYPES).map(([path, type]) => loadAsset(path, type, folder));
  const sources = readPages(folder);
  const images = loadUsedImages(facts, sources, folder, cache);
  const gallery = createGallery(facts.site, images, facts.cottage.name);
  const context = createPageContext(facts, settings, sources, { locale, gallery, images });
  const pages = sources.map((source) => renderSource(source, context));
  const site = { facts, locale, baseUrl, pages, gallery, stylePaths: styles.map(({ path }) => path) };
  return {
    pages: pages.map((page) => ({ ...page, html: htmlDocument(page, site), markdown: markdownDocument(page, site) })),
    errorPages: errorPages(site),
    assets: [...styles, ...icons, ...imageFiles(images)],
    /** Image paths without the hash, e.g. `/images/kitchen.jpg`. */
    imagePaths: [...context.images.keys()],
    findings: [...folder.findings, ...checkGallery(gallery), ...pages.flatMap(({ findings }) => findings)],
  };
}

/** Lists files in a folder and its immediate subfolders, e.g. `images/favicon.svg`. */
function listPaths(directory: string): string[] {
  return listDirectory(directory).flatMap((name) => {
    // A name with a dot is a file, or a folder to skip, e.g. `.git`.
    if (name.includes(".")) return [name];
    return listDirectory(join(directory, name)).map((fileName) => `${name}/${fileName}`);
  });
}

function loadStyles(folder: Folder): Asset[] {
  // Load `owner.css` last, to override `style.css`.
  const names = folder.paths.includes("owner.css") ? ["style.css", "owner.css"] : ["style.css"];
  return names.map((name) => {
    const asset = loadAsset(name, "text/css; charset=utf-8", folder);
    return { ...asset, path: hashedPath(asset.path, asset.bytes), immutable: true };
  });
}

/** The PNG and ICO files are for MCP hosts and older browsers, which may not support SVG icons. */
const ICON_TYPES = {
  "images/favicon.svg": "image/svg+xml",
  "images/apple-touch-icon.png": "image/png",
  "images/favicon.ico": "image/x-icon",
};

function loadAsset(path: string, mediaType: string, { directory, paths, findings }: Folder): Asset {
  const folderPath = paths.includes(path) ? directory : BUILT_IN_FOLDER;
  const { content: bytes = Buffer.alloc(0), failure } = readBytes(folderPath, path, FILE_BYTES_MAX);
  if (failure !== undefined) findings.push(createFinding("error", `content/${path}`, failure));
  return { path: `/${basename(path)}`, mediaType, bytes, immutable: false };
}

/** Reads the pages in the folder, and reports missing ones. Reads the built-in `developers.md` if there is none. */
function readPages(folder: Folder): PageSource[] {
  const { directory, paths, findings } = folder;
  const sources: PageSource[] = [];
  for (const name of listPages(folder)) {
    const fileName = `${name}.md`;
    const isBuiltIn = fileName === "developers.md" && !paths.includes(fileName);
    const folderPath = isBuiltIn ? BUILT_IN_FOLDER : directory;
    const { content, failure } = readText(folderPath, fileName, FILE_BYTES_MAX);
    if (failure === undefined) sources.push({ name, source: content, isBuiltIn });
    else findings.push(createFinding("error", `content/${fileName}`, explainUnreadablePage(fileName, failure)));
  }
  return sources;
}

function explainUnreadablePage(fileName: string, failure: Message): Message {
  // Only required pages can be missing. The others are listed from the folder.
  if (failure.code === "file-missing") return { code: "page-required", values: { name: fileName } };
  return failure;
}

const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Matches Markdown files, except notes in `images/`. */
const MARKDOWN_PATH = /^(?!images\/).*\.md$/i;

/** Returns the names of the required pages, even if missing, and of other Markdown files. Reports invalid names. */
function listPages({ paths, findings }: Folder): Set<string> {
  const names = new Set(REQUIRED_PAGES);
  for (const path of paths.filter((file) => MARKDOWN_PATH.test(file))) {
    const name = path.slice(0, -".md".length);
    if (PAGE_NAME.test(name)) {
      names.add(name);
    } else {
      findings.push(createFinding("warning", `content/${path}`, { code: "page-name-invalid" }));
    }
  }
  return names;
}

/** Loads the images to which pages or `site.json` refer. Adds errors to `folder.findings`. */
function loadUsedImages({ site }: Facts, sources: readonly PageSource[], folder: Folder, cache: CompileCache): Images {
  const directory = join(folder.directory, "images");
  const fileNames = listDirectory(directory);
  const namesInPages = sources.flatMap(({ source }) => mentionedImages(source));
  const usedNames = [...siteImageNames(site), ...namesInPages];
  const { images, findings } = loadImages({ directory, fileNames, cache }, usedNames);
  folder.findings.push(...findings, ...checkPhotos(site, fileNames));
  return images;
}

function createPageContext(
  facts: Facts,
  { baseUrl, rateLimit }: Settings,
  sources: readonly PageSource[],
  { locale, gallery, images }: Readonly<{ locale: Locale; gallery: Gallery; images: Images }>,
): PageContext {
  const fragments = {
    ...cottageFragments(facts, locale, gallery.photos, gallery.portrait),
    ...developerFragments(facts, baseUrl, rateLimit),
  };
  return {
    locale,
    baseUrl,
    facts: new Map([["base_url", baseUrl], ...factsWithPaths(facts)]),
    fragments: new Map(Object.entries(fragments)),
    updated: facts.site.updated,
    images: new Map([...images].map(([name, image]) => [`/images/${name}`, image])),
    markdownPaths: new Map(sources.map(({ name }) => [pagePath(name), markdownPath(name)])),
  };
}

function renderSource({ name, source, isBuiltIn }: PageSource, context: PageContext): RenderedPage {
  const locale = isBuiltIn ? ENGLISH_LOCALE : context.locale;
  return renderPage(name, source, { ...context, locale });
}

/** Returns each file once, even if it is both an image of its own and a version of another. */
function imageFiles(images: Images): Asset[] {
  const files = [...images.values()].flatMap(({ versions }) => versions);
  const fileByPath = new Map(files.map((file) => [file.path, file]));
  return [...fileByPath.values()];
}
