/**
 * Lints the owner's folder: reports unused files, and pages with secrets or probable mistakes.
 */

import { join, parse } from "node:path";
import { BUILT_IN_FOLDER } from "../../compile/built-in.ts";
import { LANGUAGES } from "../../compile/corrections.ts";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { quotedExcerpt } from "../../compile/json/json-file.ts";
import { createFinding, type Finding, type MessageCode, type MessageValues } from "../../compile/messages.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/load.ts";
import { imageFinding, nameProblem, WIDTH_SUFFIX } from "../../compile/pictures/images.ts";
import type { FolderConfig } from "../folder.ts";
import { hasSampleName, lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory">;

/** Matches a placeholder that lacks braces, e.g. `{{cottage.name}`, but not `${cottage.name}`. */
const INCOMPLETE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}?/;
/** Matches a URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: INCOMPLETE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** Reports probable mistakes in pages, such as names from the sample. */
export function lintPages(contentDirectory: string, cottageName: string): Finding[] {
  const isSampleSite = hasSampleName(cottageName);
  const rules = isSampleSite ? PAGE_RULES : [...PAGE_RULES, SAMPLE_NAME_RULE];
  return listFiles(contentDirectory, /\.md$/).flatMap((name) => {
    const text = readTextOrEmpty(contentDirectory, name);
    const frontPageFindings = name === "index.md" ? lintFrontPage(text) : [];
    return [...lintLines(`content/${name}`, text, rules), ...frontPageFindings];
  });
}

/** Reports at most one problem in each line of a page. */
function lintLines(file: string, text: string, rules: readonly TextRule[]): Finding[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const problem = lintText(line, rules);
    if (problem === undefined) return [];
    // Only `advice-one-brace` contains {example}.
    const field = { code: "advice-this-line" } as const;
    const values = { ...problem.values, field, example: "{{cottage.name}}" };
    return [createFinding("warning", file, { code: problem.code, values, line: index + 1, column: 1 })];
  });
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

function lintFrontPage(text: string): Finding[] {
  // The hero's button links to the booking channels, so report a page without them.
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  return [warning("content/index.md", "advice-booking-missing", { placeholder: "{{booking.channels}}" })];
}

/** Folder of the templates for new sites, e.g. `template/de`. Some installations lack the folder. */
const TEMPLATES = join(BUILT_IN_FOLDER, "../scripts/template");
/** Matches six consecutive words, because texts in different languages rarely share that many. */
const SENTENCE = /(?:\p{L}+[^\p{L}{}]+){6}/u;

/** Reports, in each page, the first sentence copied from a template in another language. */
export function lintTranslation(contentDirectory: string, language: string): Finding[] {
  const otherLanguages = LANGUAGES.filter((code) => code !== language.split("-")[0]);
  const templates = otherLanguages.flatMap((code) => readPages(join(TEMPLATES, code)));
  const foreignLines = new Set(templates.flatMap(({ lines }) => lines));
  return readPages(contentDirectory).flatMap(({ name, lines }) => {
    const index = lines.findIndex((line) => SENTENCE.test(line) && foreignLines.has(line));
    if (index === -1) return [];
    const values = { text: quotedExcerpt(lines[index] ?? ""), language };
    const location = { line: index + 1, column: 1 };
    return [createFinding("warning", `content/${name}`, { code: "advice-untranslated", values, ...location })];
  });
}

function readPages(folder: string) {
  const names = listFiles(folder, /\.md$/);
  return names.map((name) => ({ name, lines: readTextOrEmpty(folder, name).split(/\r?\n/) }));
}

export function lintFiles(folders: Folders): Finding[] {
  return [...lintDataFiles(folders), ...lintTextFiles(folders), ...lintImages(folders)];
}

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listFiles(dataDirectory, DATA_FILE, readNames);
  return unreadNames.map((name) => warning(`data/${name}`, "advice-file-unread", { names: readNames.join(", ") }));
}

/** Matches files that are probably meant to be pages. */
const TEXT_FILE = /.\.(?:txt|docx?|odt|rtf)$/i;
const CONTENT_EXTENSION = /\.(?:md|json|css)$/i;

/** Warns about text files, e.g. `prices.txt`, because only `.md` files become pages. */
function lintTextFiles({ contentDirectory }: Folders): Finding[] {
  // The sample site's folder also contains built-in files, e.g. `help.txt`, so exclude these names.
  const builtInNames = listDirectory(BUILT_IN_FOLDER);
  const unreadNames = listFiles(contentDirectory, TEXT_FILE, builtInNames);
  return unreadNames.map((name) => warning(`content/${name}`, "advice-content-unread", { name: pageNameFor(name) }));
}

/** Returns e.g. `prices.md` for `prices.txt`. */
function pageNameFor(textFileName: string): string {
  const { name } = parse(textFileName);
  // Some editors append `.txt`, as in `prices.md.txt`, so `.md` may be there already.
  return CONTENT_EXTENSION.test(name) ? name : `${name}.md`;
}

const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;
const PAGE_OR_STYLE_SHEET = /\.(?:md|css)$/;

/** Reports images that are not referenced in `site.json`, a page or a style sheet. */
function lintImages({ dataDirectory, contentDirectory }: Folders): Finding[] {
  const referringText = readReferringFiles({ dataDirectory, contentDirectory });
  // Built-in images, e.g. `share.png`, are used without a reference, so exclude these names.
  const builtInNames = listDirectory(join(BUILT_IN_FOLDER, "images"));
  const imageNames = listFiles(join(contentDirectory, "images"), IMAGE_FILE, builtInNames);
  const unusedNames = imageNames.filter((name) => !refersToImage(referringText, name));
  return unusedNames.map((name) => {
    const problem = nameProblem(name);
    if (problem !== undefined) return imageFinding("warning", name, problem);
    // The message contains JSON for the owner to copy, so write the name as JSON.
    return warning(`content/images/${name}`, "advice-photo-unused", { file: JSON.stringify(name) });
  });
}

/** Returns the combined text of all files that can refer to images. */
function readReferringFiles({ dataDirectory, contentDirectory }: Folders): string {
  const contentFiles = listFiles(contentDirectory, PAGE_OR_STYLE_SHEET);
  const contentTexts = contentFiles.map((name) => readTextOrEmpty(contentDirectory, name));
  return [readTextOrEmpty(dataDirectory, "site.json"), ...contentTexts].join("\n");
}

/** Searches for `"kitchen.jpg"`, as in data, and `/images/kitchen.jpg`, as in pages. */
function refersToImage(text: string, name: string): boolean {
  // A reference to `kitchen.jpg` also counts for smaller versions, e.g. `kitchen-800.jpg`.
  const originalName = name.replace(WIDTH_SUFFIX, "");
  const references = [name, originalName].flatMap((imageName) => [`"${imageName}"`, `/images/${imageName}`]);
  return references.some((reference) => text.includes(reference));
}

function listFiles(folder: string, pattern: RegExp, excludedNames: readonly string[] = []): string[] {
  return listDirectory(folder).filter((name) => pattern.test(name) && !excludedNames.includes(name));
}

/** Returns "" for an unreadable file, because the compiler already reports the file. */
function readTextOrEmpty(folder: string, name: string): string {
  return readText(folder, name, FILE_BYTES_MAX).content ?? "";
}

function warning(file: string, code: MessageCode, values: MessageValues): Finding {
  return createFinding("warning", file, { code, values });
}
