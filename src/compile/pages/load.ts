/**
 * Compiles the owner's content folder into pages and assets, and collects errors and warnings.
 */

import { join } from "node:path";
import { BUILT_IN_FOLDER } from "../built-in.ts";
import { factsWithPaths } from "../data/datasets.ts";
import type { LoadedData } from "../data/load.ts";
import { CompileCache, listDirectory, readBytes, readText } from "../files.ts";
import { developerFragments } from "../fragments/developers.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { type Asset, hashedPath, type Images, loadImages } from "../pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, siteImageNames } from "../pictures/photographs.ts";
import { ENGLISH_LOCALE, loadLocale } from "../words/load-locale.ts";
import { contactCard } from "./contact-card.ts";
import { errorPages, htmlDocument, markdownDocument } from "./layout.ts";
import { markdownWithAbsoluteLinks } from "./links.ts";
import { mentionedImages, type PageContext, pagePath, type RenderedPage, renderPage, REQUIRED_PAGES } from "./page.ts";

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
  /** `markdownText` with a note for AI agents, the page's details and a sitemap. */
  markdown: string;
}> & Pick<RenderedPage, "path" | "markdownPath" | "title" | "description" | "updated" | "language">;

export type Content = ReturnType<typeof loadContent>;

type Folder = Readonly<{ contentDirectory: string; paths: readonly string[] }>;

export function loadContent(
  { facts, invalidFiles, locate }: Omit<LoadedData, "findings">,
  settings: PublicSettings & Readonly<{ contentDirectory: string }>,
  cache = new CompileCache(),
) {
  const { baseUrl, rateLimit, contentDirectory } = settings;
  const { locale, fileErrors, translationFindings } = loadLocale(facts.site.language, contentDirectory);
  const folder = { contentDirectory, paths: listPaths(contentDirectory) };
  const { styles, icons, findings: assetErrors } = loadAssets(folder);
  const { sources, unreadablePaths, findings: fileFindings } = readPages(folder);

  const directory = join(contentDirectory, "images");
  const imageFolder = { directory, fileNames: listDirectory(directory), cache };
  const usedImages = [...siteImageNames(facts.site), ...sources.flatMap(({ source }) => mentionedImages(source))];
  const { images, findings: imageFindings } = loadImages(imageFolder, usedImages);
  const { name, address: { addressLocality: town, addressRegion: region } } = facts.cottage;
  const gallery = createGallery(facts.site, images, locale.translate("picture", { name, town, region }));

  const fragments = {
    ...cottageFragments(facts, locale, gallery.photos, gallery.portrait),
    ...developerFragments(facts, baseUrl, rateLimit),
  };
  const context: PageContext = {
    locale,
    facts: new Map([["base_url", baseUrl], ...factsWithPaths(facts)]),
    fragments: new Map(Object.entries(fragments)),
    invalidFiles,
    updated: facts.site.updated,
    images,
  };
  const pages = sources.map(({ name, source, isBuiltIn }) => {
    if (!isBuiltIn) return renderPage(name, source, context);
    // Drop findings about the built-in page, because the owner cannot correct it.
    return { ...renderPage(name, source, { ...context, locale: ENGLISH_LOCALE }), findings: [] };
  });
  const site = { facts, locale, baseUrl, pages, images, gallery, stylePaths: styles.map(({ path }) => path) };
  return {
    pages: pages.map((page) => {
      const markdownText = markdownWithAbsoluteLinks(page, site);
      const markdown = markdownDocument(markdownText, page, site);
      return { ...page, html: htmlDocument(page, site), markdown, markdownText };
    }),
    errorPages: errorPages(site),
    assets: [...styles, ...icons, contactCard(facts, baseUrl), ...imageFiles(images)],
    imageNames: imageFolder.fileNames,
    unreadablePaths,
    findings: [
      ...fileErrors,
      // If site.json is invalid, the language is only a fallback, so missing translations do not matter.
      ...(invalidFiles.includes("site") ? [] : translationFindings),
      ...assetErrors,
      ...fileFindings,
      ...imageFindings,
      ...locate(checkPhotos(facts.site, imageFolder.fileNames)),
      ...checkGallery(gallery),
      ...pages.flatMap(({ findings }) => findings),
    ],
  };
}

/** Returns the relative paths of the files in a folder and its direct subfolders, e.g. `images/favicon.svg`. */
function listPaths(directory: string): string[] {
  return listDirectory(directory).flatMap((name) => {
    // Treat names with a dot as files, so that folders such as `.git` are not searched.
    if (name.includes(".")) return [name];
    return listDirectory(join(directory, name)).map((fileName) => `${name}/${fileName}`);
  });
}

/** The PNG and ICO icons are for MCP hosts, older browsers and phone home screens, which may not support SVG. */
const ICON_TYPES = {
  "favicon.svg": "image/svg+xml",
  "apple-touch-icon.png": "image/png",
  "favicon.ico": "image/x-icon",
};

function loadAssets({ contentDirectory, paths }: Folder) {
  const findings: Finding[] = [];
  // Reads the owner's file or, if there is none, the built-in one. Reports an unreadable file, and treats it as empty.
  const readOrReport = (path: string) => {
    const directory = paths.includes(path) ? contentDirectory : BUILT_IN_FOLDER;
    const { content, failure } = readBytes(directory, path, FILE_BYTES_MAX);
    if (failure !== undefined) findings.push(createFinding("error", `content/${path}`, failure));
    return content ?? Buffer.alloc(0);
  };
  // `owner.css` is optional: it lets owners add to `style.css` without replacing it.
  const styleNames = paths.includes("owner.css") ? ["style.css", "owner.css"] : ["style.css"];
  const styles = styleNames.map((name): Asset => {
    const bytes = readOrReport(name);
    return { path: hashedPath(`/${name}`, bytes), mediaType: "text/css; charset=utf-8", bytes, immutable: true };
  });
  const icons = Object.entries(ICON_TYPES).map(([name, mediaType]): Asset => {
    return { path: `/${name}`, mediaType, bytes: readOrReport(`images/${name}`), immutable: false };
  });
  return { styles, icons, findings };
}

/** Reads all pages. Reports unreadable ones, and returns their paths, so that links to them do not count as broken. */
function readPages(folder: Folder) {
  const { names, findings } = listPages(folder.paths);
  const sources: { name: string; source: string; isBuiltIn: boolean }[] = [];
  const unreadablePaths: string[] = [];
  for (const name of names) {
    const file = `${name}.md`;
    const isBuiltIn = name === "developers" && !folder.paths.includes(file);
    const directory = isBuiltIn ? BUILT_IN_FOLDER : folder.contentDirectory;
    const { content: source, failure } = readText(directory, file, FILE_BYTES_MAX);
    if (failure === undefined) {
      sources.push({ name, source, isBuiltIn });
    } else {
      unreadablePaths.push(pagePath(name), `/${file}`);
      findings.push(createFinding("error", `content/${file}`, explainUnreadablePage(name, failure)));
    }
  }
  return { sources, unreadablePaths, findings };
}

function explainUnreadablePage(name: string, failure: Message): Message {
  // Only a required page can be missing, because the other pages were found in the folder.
  if (failure.code === "file-missing") return { code: "page-required", values: { name: `${name}.md` } };
  return { code: "page-unreadable", values: { path: pagePath(name), reason: failure } };
}

const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Excludes `images/`, where owners may keep notes that are not pages. */
const MARKDOWN_PATH = /^(?!images\/).*\.md$/i;

/** Returns the names of all required pages and of the other pages in the folder. Reports invalid names. */
function listPages(paths: readonly string[]) {
  const findings: Finding[] = [];
  const names = new Set(REQUIRED_PAGES);
  for (const path of paths) {
    if (!MARKDOWN_PATH.test(path)) continue;
    const name = path.slice(0, -".md".length);
    if (PAGE_NAME.test(name)) {
      names.add(name);
    } else {
      const code = name.includes("/") ? "page-in-folder" : "page-name-invalid";
      findings.push(createFinding("warning", `content/${path}`, { code }));
    }
  }
  return { names, findings };
}

/** Removes duplicates, because `kitchen-800.jpg` may be both an image of its own and a version of `kitchen.jpg`. */
function imageFiles(images: Images): Asset[] {
  const files = [...images.values()].flatMap(({ versions }) => versions);
  const fileByPath = new Map(files.map((file) => [file.path, file]));
  return [...fileByPath.values()];
}
