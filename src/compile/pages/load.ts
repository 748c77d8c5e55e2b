/**
 * Compiles the owner's content folder into pages and files to serve, and findings.
 *
 * A mistake of the owner's is a finding and never an exception. The result is plain data.
 */

import { join } from "node:path";
import type { Facts } from "../data/datasets.ts";
import { findingsAt } from "../data/load.ts";
import { type FileCache, listDirectory, readText } from "../files.ts";
import { type Finding, findingOf } from "../finding.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import type { Asset } from "../pictures/asset.ts";
import { type Images, loadImages, versionsOf } from "../pictures/images.ts";
import { type Gallery, galleryFindings, galleryOf, imagesOfSite, photoRemarks } from "../pictures/photographs.ts";
import { loadWords } from "../words/load-words.ts";
import type { Words } from "../words/words.ts";
import { developerFragments, type PublicSettings } from "./developers.ts";
import { contactCardFile, type ContentFolders, FILE_BYTES_MAX, type Folder, loadIcons, loadStyles } from "./files.ts";
import { fillPage, mentionedImages, type PageContext } from "./filled-page.ts";
import { errorPages, layout } from "./layout.ts";
import type { LinkingPage } from "./links.ts";
import { markdownDocument, markdownText } from "./markdown-document.ts";
import { PAGES, type ParsedPage, renderPage, type Site } from "./page.ts";
import { factTexts } from "./placeholders.ts";

export type ContentSettings = PublicSettings & ContentFolders & Readonly<{
  /** Names of data files that could not be parsed. */
  unreadFiles?: readonly string[];
  dataTexts?: ReadonlyMap<string, string>;
  files?: FileCache;
}>;

type PageFields = Pick<ParsedPage, "path" | "markdownPath" | "title" | "description" | "updated">;

export type PageDocument = PageFields & Readonly<{
  html: string;
  /** Markdown with the navigation that a page on its own needs. */
  markdown: string;
  /** Markdown of the text alone. */
  markdownText: string;
}>;

export type Page = PageDocument & LinkingPage;

export type Content = Readonly<{
  pages: readonly Page[];
  errorPages: readonly (readonly [status: number, html: string])[];
  assets: readonly Asset[];
  /** If one of them is an error, nothing else of the content may be served. */
  findings: readonly Finding[];
}>;

/** The one page that the program brings along. It is English. */
const PROGRAM_PAGE = "developers";
const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MARKDOWN_FILE = /\.md$/i;

type SourcePage = Readonly<{
  name: string;
  text: string;
  /** True if the owner's folder has no such file, so that the program's is used. */
  isProgram: boolean;
}>;

/**
 * Reads pages and images, renders them, and collects what is wrong with them.
 *
 * @param facts may hold placeholders for invalid ones, so that page errors are reported in the same run
 */
export function loadContent(facts: Facts, settings: ContentSettings): Content {
  const { baseUrl } = settings;
  const { words, english, findings: wordFindings } = loadWords(facts.site.language, settings);
  const findings: Finding[] = [...wordFindings];
  const folder = listFolder(settings);
  const styles = loadStyles(folder, settings, findings);
  const icons = loadIcons(folder, settings, findings);
  const sources = readPages(folder, settings, findings);

  const siteImages = loadImages(folder.images, imagesOfSite(facts.site), findings);
  const gallery = galleryOf(facts.site, siteImages, shareCaption(facts, words));
  findings.push(...findingsAt(settings.dataTexts ?? new Map(), photoRemarks(facts.site, folder.images.names)));
  findings.push(...galleryFindings(gallery, siteImages));

  const context = pageContext(facts, words, gallery, settings);
  const programContext = { ...context, factTexts: factTexts(facts, english, baseUrl) };
  const filled = sources.map(({ name, text, isProgram }) => {
    // Advice on the program's own page is of no use to the owner.
    return isProgram ? fillPage(name, text, programContext, []) : fillPage(name, text, context, findings);
  });
  const mentioned = filled.flatMap(mentionedImages).filter((name) => !siteImages.has(name));
  const images = new Map([...siteImages, ...loadImages(folder.images, mentioned, findings)]);
  const pages = filled.map((page, index) => {
    const isProgram = sources[index]?.isProgram === true;
    const parsed = renderPage(page, isProgram ? english : words, images, folder.images.names, findings);
    return isProgram ? { ...parsed, label: words.format("developers.label") } : parsed;
  });

  const site: Site = { facts, words, baseUrl, pages, images, gallery, stylePaths: styles.map(({ path }) => path) };
  return {
    pages: pages.map((page) => pageDocument(page, site)),
    errorPages: errorPages(site),
    assets: [...styles, ...icons, contactCardFile(facts, baseUrl), ...imageFiles(images)],
    findings,
  };
}

function listFolder({ contentDirectory, files: cache }: ContentSettings): Folder {
  const files = listDirectory(contentDirectory);
  const folders = files.filter((name) => !name.includes(".") && name !== "images");
  const misplaced = folders.flatMap((name) => {
    const markdown = listDirectory(join(contentDirectory, name)).filter((file) => MARKDOWN_FILE.test(file));
    return markdown.map((file) => `${name}/${file}`);
  });
  const directory = join(contentDirectory, "images");
  return { files, images: { directory, names: listDirectory(directory), ...(cache && { cache }) }, misplaced };
}

function readPages(folder: Folder, settings: ContentSettings, findings: Finding[]): SourcePage[] {
  const pages: SourcePage[] = [];
  for (const name of [...PAGES, ...ownPageNames(folder, findings)]) {
    const file = `${name}.md`;
    const isProgram = name === PROGRAM_PAGE && !folder.files.includes(file);
    const directory = isProgram ? settings.programContent : settings.contentDirectory;
    const text = readText(directory, file, FILE_BYTES_MAX);
    if (typeof text === "string") pages.push({ name, text, isProgram });
    else {
      const values = { name: file, path: name === "index" ? "/" : `/${name}`, reason: text };
      const code = text.code === "file-missing" ? "page-required" : "page-unreadable";
      findings.push(findingOf("error", `content/${file}`, { code, values }));
    }
  }
  return pages;
}

function ownPageNames({ files, misplaced }: Folder, findings: Finding[]): string[] {
  const names: string[] = [];
  for (const file of files.filter((name) => MARKDOWN_FILE.test(name))) {
    const name = file.replace(MARKDOWN_FILE, "");
    if (PAGES.includes(name)) continue;
    if (PAGE_NAME.test(name)) names.push(name);
    else findings.push(findingOf("warning", `content/${file}`, { code: "page-name-invalid" }));
  }
  for (const file of misplaced) findings.push(findingOf("warning", `content/${file}`, { code: "page-in-folder" }));
  return names;
}

function pageContext(facts: Facts, words: Words, gallery: Gallery, settings: ContentSettings): PageContext {
  const fragments = new Map(Object.entries({
    ...cottageFragments(facts, words, gallery.photos, gallery.portrait),
    ...developerFragments(facts, settings),
  }));
  const { baseUrl, unreadFiles = [] } = settings;
  return { updated: facts.site.updated, fragments, factTexts: factTexts(facts, words, baseUrl), unreadFiles };
}

function shareCaption({ cottage }: Facts, words: Words): string {
  const { addressLocality: town, addressRegion: region } = cottage.address;
  return words.format("picture", { name: cottage.name, town, region });
}

function pageDocument(page: ParsedPage, site: Site): Page {
  const text = markdownText(page, site);
  return { ...page, html: layout(page, site), markdown: markdownDocument(text, page, site), markdownText: text };
}

/** Returns the images and their copies, each once. */
function imageFiles(images: Images): Asset[] {
  const files = [...images.values()].flatMap(versionsOf);
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
