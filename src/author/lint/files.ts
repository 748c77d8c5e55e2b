/**
 * Lints the owner's folder: reports unused files, and pages with secrets or probable mistakes.
 */

import { join, parse } from "node:path";
import { BUILT_IN_FOLDER, LANGUAGES } from "../../compile/built-in.ts";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { quotedExcerpt } from "../../compile/json/json-file.ts";
import { createFinding, type Finding, type MessageCode, type MessageValues } from "../../compile/messages.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/load.ts";
import { imageFinding, nameProblem, WIDTH_SUFFIX } from "../../compile/pictures/images.ts";
import type { FolderConfig } from "../folder.ts";
import { hasSampleName, lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory">;

type Page = ReturnType<typeof readPages>[number];

export function readPages(directory: string) {
  return listFiles(directory, /\.md$/).map((name) => {
    const text = readTextOrEmpty(directory, name);
    return { name, text, lines: text.split(/\r?\n/) };
  });
}

/** Matches a placeholder with missing braces, e.g. `{{cottage.name}`, but not `${cottage.name}`. */
const INCOMPLETE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}?/;
/** Matches a URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: INCOMPLETE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** Reports probable mistakes in pages. Sample names, e.g. "Wrenfold", are only allowed in the sample site itself. */
export function lintPages(pages: readonly Page[], cottageName: string): Finding[] {
  const isSampleSite = hasSampleName(cottageName);
  const rules = isSampleSite ? PAGE_RULES : [...PAGE_RULES, SAMPLE_NAME_RULE];
  return pages.flatMap((page) => {
    const frontPageFindings = page.name === "index.md" ? lintFrontPage(page.text) : [];
    return [...lintLines(page, rules), ...frontPageFindings];
  });
}

/** Reports at most one problem per line of a page. */
function lintLines({ name, lines }: Page, rules: readonly TextRule[]): Finding[] {
  return lines.flatMap((line, index) => {
    const problem = lintText(line, rules);
    if (problem === undefined) return [];
    // The messages name the `{field}` of a data file. For a page, insert "this line" instead.
    const values = { ...problem.values, field: { code: "advice-this-line" } as const };
    return [createFinding("warning", `content/${name}`, { code: problem.code, values, line: index + 1, column: 1 })];
  });
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

function lintFrontPage(text: string): Finding[] {
  // The hero's button links to the booking channels, so warn if the page lacks them.
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  return [warning("content/index.md", "advice-booking-missing", { placeholder: "{{booking.channels}}" })];
}

/** Folder with templates for new sites, e.g. `template/de`. Some installations lack it. */
const TEMPLATES = join(BUILT_IN_FOLDER, "../scripts/template");
/** Matches six consecutive words. Texts in different languages hardly ever share six words in a row. */
const SIX_WORDS = /(?:\p{L}+[^\p{L}{}]+){6}/u;

/** Finds untranslated pages. Reports the first line copied from a template in another language. */
export function lintTranslation(pages: readonly Page[], language: string): Finding[] {
  const otherLanguages = LANGUAGES.filter((code) => code !== language.split("-")[0]);
  const templates = otherLanguages.flatMap((code) => readPages(join(TEMPLATES, code)));
  const templateLines = new Set(templates.flatMap(({ lines }) => lines));
  return pages.flatMap(({ name, lines }) => {
    const copiedLine = lines.find((line) => SIX_WORDS.test(line) && templateLines.has(line));
    if (copiedLine === undefined) return [];
    const values = { text: quotedExcerpt(copiedLine), language };
    const location = { line: lines.indexOf(copiedLine) + 1, column: 1 };
    return [createFinding("warning", `content/${name}`, { code: "advice-untranslated", values, ...location })];
  });
}

export function lintFiles(folders: Folders, pages: readonly Page[]): Finding[] {
  return [...lintDataFiles(folders), ...lintTextFiles(folders), ...lintImages(folders, pages)];
}

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listFiles(dataDirectory, DATA_FILE, readNames);
  return unreadNames.map((name) => warning(`data/${name}`, "advice-file-unread", { names: readNames.join(", ") }));
}

const TEXT_FILE = /.\.(?:txt|docx?|odt|rtf)$/i;
const CONTENT_EXTENSION = /\.(?:md|json|css)$/i;

/** Warns about text files, e.g. `prices.txt`, because only `.md` files become pages. */
function lintTextFiles({ contentDirectory }: Folders): Finding[] {
  // Exclude the program's own files, e.g. `help.txt`, because they are in the sample site's folder.
  const builtInNames = listDirectory(BUILT_IN_FOLDER);
  const unreadNames = listFiles(contentDirectory, TEXT_FILE, builtInNames);
  return unreadNames.map((name) => warning(`content/${name}`, "advice-content-unread", { name: pageNameFor(name) }));
}

function pageNameFor(textFileName: string): string {
  const { name } = parse(textFileName);
  // Some editors append `.txt`. For `prices.md.txt`, `name` is already `prices.md`.
  return CONTENT_EXTENSION.test(name) ? name : `${name}.md`;
}

const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;

function lintImages({ dataDirectory, contentDirectory }: Folders, pages: readonly Page[]): Finding[] {
  const styles = listFiles(contentDirectory, /\.css$/).map((name) => readTextOrEmpty(contentDirectory, name));
  const pageTexts = pages.map(({ text }) => text);
  const referringText = [readTextOrEmpty(dataDirectory, "site.json"), ...pageTexts, ...styles].join("\n");
  // Exclude built-in images, e.g. `share.png`, because they are used even if no text refers to them.
  const builtInNames = listDirectory(join(BUILT_IN_FOLDER, "images"));
  const imageNames = listFiles(join(contentDirectory, "images"), IMAGE_FILE, builtInNames);
  return imageNames.filter((name) => !refersToImage(referringText, name)).map(unusedImageFinding);
}

/** Searches for a quoted name, e.g. `"kitchen.jpg"` in `site.json`, or a path, e.g. `/images/kitchen.jpg` in a page. */
function refersToImage(text: string, name: string): boolean {
  // If `kitchen.jpg` is used, so are its smaller versions, e.g. `kitchen-800.jpg`.
  const originalName = name.replace(WIDTH_SUFFIX, "");
  const references = [name, originalName].flatMap((imageName) => [`"${imageName}"`, `/images/${imageName}`]);
  return references.some((reference) => text.includes(reference));
}

function unusedImageFinding(name: string): Finding {
  const problem = nameProblem(name);
  // The site cannot use an image with an invalid name, so the owner must rename the file first.
  if (problem !== undefined) return imageFinding("warning", name, problem);
  // The message contains JSON for the owner to copy, so write the name as JSON.
  return warning(`content/images/${name}`, "advice-photo-unused", { file: JSON.stringify(name) });
}

function listFiles(folder: string, pattern: RegExp, excludedNames: readonly string[] = []): string[] {
  return listDirectory(folder).filter((name) => pattern.test(name) && !excludedNames.includes(name));
}

/** Returns "" for an unreadable file, because the compiler already reports that error. */
function readTextOrEmpty(folder: string, name: string): string {
  return readText(folder, name, FILE_BYTES_MAX).content ?? "";
}

function warning(file: string, code: MessageCode, values: MessageValues): Finding {
  return createFinding("warning", file, { code, values });
}
