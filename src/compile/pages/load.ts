/**
 * Compiles the owner's content folder into pages, assets and findings.
 */

import type { CompileCache } from "../compile-cache.ts";
import type { Facts } from "../data/datasets.ts";
import { locateFindings } from "../data/json-file.ts";
import { factsWithPaths } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { CONTACT_CARD_PATH } from "../fragments/contact.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import type { Asset } from "../pictures/asset.ts";
import { type Images, loadImages } from "../pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, siteImageNames } from "../pictures/photographs.ts";
import { loadLocale } from "../words/load-locale.ts";
import type { Locale } from "../words/locale.ts";
import { contactCard } from "./contact-card.ts";
import { developerFragments, type PublicSettings } from "./developers.ts";
import { type ContentFolders, FILE_BYTES_MAX, type Folder, listContent, loadIcons, loadStyles } from "./files.ts";
import { errorPages, htmlDocument } from "./layout.ts";
import { markdownDocument, markdownText } from "./markdown-document.ts";
import { mentionedImages, type PageContext, pagePath } from "./page.ts";
import { type RenderedPage, renderPage, REQUIRED_PAGES, type Site } from "./page.ts";

type ContentSettings = PublicSettings & ContentFolders & Pick<PageContext, "unparsedFiles"> & Readonly<{
  /** Source text of each data file, used to locate findings. */
  dataTexts: ReadonlyMap<string, string>;
  cache?: CompileCache;
}>;

export type PageDocument = Readonly<{
  html: string;
  /** The page's text as markdown, followed by its details and a list of all pages. */
  markdown: string;
  markdownText: string;
}> & Pick<RenderedPage, "path" | "markdownPath" | "title" | "description" | "updated">;

export type Page = RenderedPage & PageDocument;

export type Content = Readonly<{
  pages: readonly Page[];
  errorPages: readonly (readonly [status: number, html: string])[];
  assets: readonly Asset[];
  /** Names of all files in the image folder. */
  imageNames: readonly string[];
  /** If any of these is an error, the content must not be served. */
  findings: readonly Finding[];
}>;

/** @param facts may contain default values in place of invalid ones, so that errors in pages are reported as well */
export function loadContent(facts: Facts, settings: ContentSettings): Content {
  const { baseUrl, unparsedFiles, dataTexts } = settings;
  const { locale, english, findings: wordFindings } = loadLocale(facts.site.language, settings);
  const findings: Finding[] = [...wordFindings];
  const folder = listContent(settings, settings.cache);
  const imageNames = folder.images.fileNames;
  const styles = loadStyles(folder, findings);
  const icons = loadIcons(folder, findings);
  const sources = readPages(folder, findings);

  const usedImages = [...siteImageNames(facts.site), ...sources.flatMap(({ source }) => mentionedImages(source))];
  const images = loadImages(folder.images, usedImages, findings);
  const gallery = createGallery(facts.site, images, shareImageAlt(facts, locale));
  findings.push(...locateFindings(dataTexts, checkPhotos(facts.site, imageNames)), ...checkGallery(gallery));

  const fragments = {
    ...cottageFragments(facts, locale, gallery.photos, gallery.portrait),
    ...developerFragments(facts, settings),
  };
  const context: PageContext = {
    locale,
    facts: new Map([["base_url", baseUrl], ...factsWithPaths(facts)]),
    fragments: new Map(Object.entries(fragments).map(([name, fragment]) => [`{{${name}}}`, fragment])),
    unparsedFiles,
    updated: facts.site.updated,
    images,
  };
  const pages = sources.map(({ name, source }) => {
    if (!isBuiltIn(name, folder)) return renderPage(name, source, context, findings);
    // The owner cannot correct the built-in page, so its findings are discarded.
    return renderPage(name, source, { ...context, locale: english }, []);
  });
  const site: Site = { facts, locale, baseUrl, pages, images, gallery, stylePaths: styles.map(({ path }) => path) };
  return {
    pages: pages.map((page) => withDocuments(page, site)),
    errorPages: errorPages(site),
    assets: [...styles, ...icons, contactCardFile(facts, baseUrl), ...imageFiles(images)],
    imageNames,
    findings,
  };
}

function shareImageAlt({ cottage }: Facts, locale: Locale): string {
  const { addressLocality: town, addressRegion: region } = cottage.address;
  return locale.translate("picture", { name: cottage.name, town, region });
}

/** Returns whether this is the built-in developers page, which is used if the owner has not written one. */
function isBuiltIn(pageName: string, { paths }: Folder): boolean {
  return pageName === "developers" && !paths.includes("developers.md");
}

type PageSource = Readonly<{ name: string; source: string }>;

/** Reads the sources of all pages. Reports pages that are missing or unreadable. */
function readPages(folder: Folder, findings: Finding[]): PageSource[] {
  const sources: PageSource[] = [];
  for (const name of [...REQUIRED_PAGES, ...addedPages(folder, findings)]) {
    const file = `${name}.md`;
    const directory = isBuiltIn(name, folder) ? folder.programContent : folder.contentDirectory;
    const { content: source, failure } = readText(directory, file, FILE_BYTES_MAX);
    if (failure === undefined) {
      sources.push({ name, source });
    } else {
      const code = failure.code === "file-missing" ? "page-required" : "page-unreadable";
      const values = { name: file, path: pagePath(name), reason: failure };
      findings.push(createFinding("error", `content/${file}`, { code, values }));
    }
  }
  return sources;
}

const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Excludes `images/`, where owners may keep notes that are not pages. */
const MARKDOWN_PATH = /^(?!images\/)(?<name>.*)\.md$/i;

/** Returns the names of the pages that the owner added. Warns about markdown files that cannot become pages. */
function addedPages({ paths }: Folder, findings: Finding[]): string[] {
  const names: string[] = [];
  for (const path of paths) {
    const name = MARKDOWN_PATH.exec(path)?.groups?.["name"];
    if (name === undefined || REQUIRED_PAGES.includes(name)) continue;
    if (PAGE_NAME.test(name)) {
      names.push(name);
    } else {
      const code = name.includes("/") ? "page-in-folder" : "page-name-invalid";
      findings.push(createFinding("warning", `content/${path}`, { code }));
    }
  }
  return names;
}

function withDocuments(page: RenderedPage, site: Site): Page {
  const text = markdownText(page, site);
  return { ...page, html: htmlDocument(page, site), markdown: markdownDocument(text, page, site), markdownText: text };
}

function contactCardFile(facts: Facts, baseUrl: string): Asset {
  const bytes = Buffer.from(contactCard(facts, baseUrl));
  return { path: CONTACT_CARD_PATH, mediaType: "text/vcard; charset=utf-8", bytes, immutable: false };
}

/** Returns all images and their resized versions, without duplicates, which arise if pages link to resized versions. */
function imageFiles(images: Images): Asset[] {
  const files = [...images.values()].flatMap(({ versions }) => versions);
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
