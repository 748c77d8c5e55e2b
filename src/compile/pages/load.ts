/**
 * Compiles the owner's content folder into pages, assets and findings.
 *
 * It never throws for a mistake in the owner's files, but adds a finding. It does not know the server.
 */

import { join } from "node:path";
import type { Facts } from "../data/datasets.ts";
import { locateFindings } from "../data/json-file.ts";
import type { CompileCache } from "../compile-cache.ts";
import { listDirectory, readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import type { Asset } from "../pictures/asset.ts";
import { type Images, loadImages } from "../pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, type Gallery, siteImageNames } from "../pictures/photographs.ts";
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
  /** Names of data files that could not be parsed, e.g. `cottage`. */
  unreadFiles?: readonly string[];
  /** The texts of the data files, in which findings are located. */
  dataTexts?: ReadonlyMap<string, string>;
  files?: CompileCache;
}>;

type PageFields = Pick<ParsedPage, "path" | "markdownPath" | "title" | "description" | "updated">;

export type PageDocument = PageFields & Readonly<{
  html: string;
  /** The page's text with links to llms.txt and to all pages. */
  markdown: string;
  /** The page's text alone, as markdown. */
  markdownText: string;
}>;

export type Page = PageDocument & LinkingPage;

export type Content = Readonly<{
  pages: readonly Page[];
  errorPages: readonly (readonly [status: number, html: string])[];
  assets: readonly Asset[];
  /** Problems found in the owner's files. If any of them is an error, the content must not be served. */
  findings: readonly Finding[];
}>;

/** The page for which the program has an English text, used if the owner has none. */
const PROGRAM_PAGE = "developers";
const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MARKDOWN_FILE = /\.md$/i;

type SourcePage = Readonly<{
  name: string;
  text: string;
  /** True if the text is the program's, because the owner's folder has no such file. */
  isProgram: boolean;
}>;

/**
 * Reads and renders all pages and their images, and collects findings.
 *
 * @param facts invalid facts may be replaced by stand-in values, so that mistakes in pages are reported in the same run
 */
export function loadContent(facts: Facts, settings: ContentSettings): Content {
  const { baseUrl } = settings;
  const { words, english, findings: wordFindings } = loadWords(facts.site.language, settings);
  const findings: Finding[] = [...wordFindings];
  const folder = listFolder(settings);
  const styles = loadStyles(folder, settings, findings);
  const icons = loadIcons(folder, settings, findings);
  const sources = readPages(folder, settings, findings);

  const siteImages = loadImages(folder.images, siteImageNames(facts.site), findings);
  const gallery = createGallery(facts.site, siteImages, shareCaption(facts, words));
  findings.push(...locateFindings(settings.dataTexts ?? new Map(), checkPhotos(facts.site, folder.images.names)));
  findings.push(...checkGallery(gallery));

  const context = pageContext(facts, words, gallery, settings);
  const programContext = { ...context, factTexts: factTexts(facts, english, baseUrl) };
  const filledPages = sources.map(({ name, text, isProgram }) => {
    if (!isProgram) return fillPage(name, text, context, findings);
    // The owner cannot correct the program's page, so discard its findings.
    return fillPage(name, text, programContext, []);
  });
  const mentioned = filledPages.flatMap(mentionedImages).filter((name) => !siteImages.has(name));
  const images = new Map([...siteImages, ...loadImages(folder.images, mentioned, findings)]);
  const pages = filledPages.map((page, index) => {
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

/** Lists the files in the content folder. Takes names without a dot for subfolders. */
function listFolder({ contentDirectory, files: cache }: ContentSettings): Folder {
  const files = listDirectory(contentDirectory);
  const subfolders = files.filter((name) => !name.includes(".") && name !== "images");
  const misplaced: string[] = [];
  for (const subfolder of subfolders) {
    const names = listDirectory(join(contentDirectory, subfolder));
    for (const name of names) if (MARKDOWN_FILE.test(name)) misplaced.push(`${subfolder}/${name}`);
  }
  const directory = join(contentDirectory, "images");
  return { files, images: { directory, names: listDirectory(directory), ...(cache && { cache }) }, misplaced };
}

/** Reads the pages that every site has, then the owner's own. Reports pages that are missing or unreadable. */
function readPages(folder: Folder, settings: ContentSettings, findings: Finding[]): SourcePage[] {
  const pages: SourcePage[] = [];
  for (const name of [...PAGES, ...ownPageNames(folder, findings)]) {
    const file = `${name}.md`;
    const isProgram = name === PROGRAM_PAGE && !folder.files.includes(file);
    const directory = isProgram ? settings.programContent : settings.contentDirectory;
    const { content: text, failure } = readText(directory, file, FILE_BYTES_MAX);
    if (failure === undefined) {
      pages.push({ name, text, isProgram });
    } else {
      const values = { name: file, path: name === "index" ? "/" : `/${name}`, reason: failure };
      const code = failure.code === "file-missing" ? "page-required" : "page-unreadable";
      findings.push(createFinding("error", `content/${file}`, { code, values }));
    }
  }
  return pages;
}

/** Returns the names of the pages that the owner added. Warns of files that cannot become pages. */
function ownPageNames({ files, misplaced }: Folder, findings: Finding[]): string[] {
  const names: string[] = [];
  for (const file of files.filter((name) => MARKDOWN_FILE.test(name))) {
    const name = file.replace(MARKDOWN_FILE, "");
    if (PAGES.includes(name)) continue;
    if (PAGE_NAME.test(name)) names.push(name);
    else findings.push(createFinding("warning", `content/${file}`, { code: "page-name-invalid" }));
  }
  for (const file of misplaced) findings.push(createFinding("warning", `content/${file}`, { code: "page-in-folder" }));
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

/** Returns the alt text of the picture for link previews. */
function shareCaption({ cottage }: Facts, words: Words): string {
  const { addressLocality: town, addressRegion: region } = cottage.address;
  return words.format("picture", { name: cottage.name, town, region });
}

function pageDocument(page: ParsedPage, site: Site): Page {
  const text = markdownText(page, site);
  return { ...page, html: layout(page, site), markdown: markdownDocument(text, page, site), markdownText: text };
}

/** Returns all versions of the images without duplicates. A narrower version may also be shown as an image. */
function imageFiles(images: Images): Asset[] {
  const filesByPath = new Map<string, Asset>();
  for (const image of images.values()) {
    for (const file of image.versions) filesByPath.set(file.path, file);
  }
  return [...filesByPath.values()];
}
