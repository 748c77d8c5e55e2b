/**
 * Compiles the owner's content folder into pages, assets and findings.
 */

import type { CompileCache } from "../compile-cache.ts";
import type { Facts } from "../data/datasets.ts";
import { locateFindings } from "../data/json-file.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { CONTACT_CARD_PATH } from "../fragments/contact.ts";
import { cottageFragments } from "../fragments/fragments.ts";
import type { Asset } from "../pictures/asset.ts";
import { type Images, loadImages } from "../pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, type Gallery, siteImageNames } from "../pictures/photographs.ts";
import { loadLocale } from "../words/load-locale.ts";
import type { Locale } from "../words/locale.ts";
import { contactCard } from "./contact-card.ts";
import { developerFragments, type PublicSettings } from "./developers.ts";
import { type ContentFolders, FILE_BYTES_MAX, type Folder, listContent, loadIcons, loadStyles } from "./files.ts";
import { fillPage, mentionedImages } from "./filled-page.ts";
import { errorPages, htmlDocument } from "./layout.ts";
import { markdownDocument, markdownText } from "./markdown-document.ts";
import { checkPage, pagePath, type RenderedPage, renderPage, REQUIRED_PAGES, type Site } from "./page.ts";
import { formatFacts, type PageContext } from "./placeholders.ts";

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
  /** If any of these is an error, the content must not be served. */
  findings: readonly Finding[];
}>;

/** @param facts may contain default values in place of invalid ones, so that errors in pages are reported as well */
export function loadContent(facts: Facts, settings: ContentSettings): Content {
  const { baseUrl } = settings;
  const { locale, english, findings: wordFindings } = loadLocale(facts.site.language, settings);
  const findings: Finding[] = [...wordFindings];
  const folder = listContent(settings, settings.cache);
  const styles = loadStyles(folder, findings);
  const icons = loadIcons(folder, findings);
  const pageSources = readPages(folder, findings);

  const siteImages = loadImages(folder.images, siteImageNames(facts.site), findings);
  const gallery = createGallery(facts.site, siteImages, shareImageAlt(facts, locale));
  findings.push(...locateFindings(settings.dataTexts, checkPhotos(facts.site, folder.images.fileNames)));
  findings.push(...checkGallery(gallery));

  const context = createPageContext(facts, locale, gallery, settings);
  const filledPages = [...pageSources].map(([name, source]) => {
    if (!isBuiltIn(name, folder)) return fillPage(name, source, context, findings);
    // The owner cannot correct the built-in page, so its findings are discarded.
    return fillPage(name, source, { ...context, factTexts: formatFacts(facts, english, baseUrl) }, []);
  });
  const otherImages = filledPages.flatMap(mentionedImages).filter((name) => !siteImages.has(name));
  const images = new Map([...siteImages, ...loadImages(folder.images, otherImages, findings)]);
  const pages = filledPages.map((page) => renderPage(page, isBuiltIn(page.name, folder) ? english : locale, images));
  for (const page of pages) checkPage(page, folder.images.fileNames, findings);

  const site: Site = { facts, locale, baseUrl, pages, images, gallery, stylePaths: styles.map(({ path }) => path) };
  return {
    pages: pages.map((page) => withDocuments(page, site)),
    errorPages: errorPages(site),
    assets: [...styles, ...icons, contactCardFile(facts, baseUrl), ...imageFiles(images)],
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

/** Returns the sources of all pages, keyed by page name. Reports pages that are missing or unreadable. */
function readPages(folder: Folder, findings: Finding[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const pageName of [...REQUIRED_PAGES, ...addedPages(folder, findings)]) {
    const file = `${pageName}.md`;
    const directory = isBuiltIn(pageName, folder) ? folder.builtInDirectory : folder.ownerDirectory;
    const { content, failure } = readText(directory, file, FILE_BYTES_MAX);
    if (failure === undefined) {
      sources.set(pageName, content);
    } else {
      const code = failure.code === "file-missing" ? "page-required" : "page-unreadable";
      const values = { name: file, path: pagePath(pageName), reason: failure };
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

/** Collects everything that placeholders can refer to: formatted facts and fragments. */
function createPageContext(facts: Facts, locale: Locale, gallery: Gallery, settings: ContentSettings): PageContext {
  const { baseUrl, unparsedFiles } = settings;
  const factTexts = formatFacts(facts, locale, baseUrl);
  const fragments = {
    ...cottageFragments(facts, locale, gallery.photos, gallery.portrait),
    ...developerFragments(facts, settings),
  };
  return { updated: facts.site.updated, factTexts, fragments: new Map(Object.entries(fragments)), unparsedFiles };
}

function withDocuments(page: RenderedPage, site: Site): Page {
  const text = markdownText(page, site);
  return { ...page, html: htmlDocument(page, site), markdown: markdownDocument(text, page, site), markdownText: text };
}

function contactCardFile(facts: Facts, baseUrl: string): Asset {
  const bytes = Buffer.from(contactCard(facts, baseUrl));
  return { path: CONTACT_CARD_PATH, mediaType: "text/vcard; charset=utf-8", bytes, immutable: false };
}

/**
 * Returns all images and their resized versions. Removes duplicates, which arise because pages may link directly to a
 * resized version.
 */
function imageFiles(images: Images): Asset[] {
  const files = [...images.values()].flatMap(({ versions }) => versions);
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
