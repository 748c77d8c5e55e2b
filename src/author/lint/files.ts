/**
 * Lints the files in the owner's folder: reports unused files, and secrets and probable mistakes in pages.
 */

import { join, parse } from "node:path";
import { BUILT_IN_FOLDER } from "../../compile/built-in.ts";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding, type MessageCode, type MessageValues } from "../../compile/messages.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/load.ts";
import { WIDTH_SUFFIX } from "../../compile/pictures/images.ts";
import type { FolderConfig } from "../folder.ts";
import { hasSampleName, lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory">;

/** Matches a placeholder that lacks braces, e.g. `{{cottage.name}`. Does not match `${cottage.name}` (JavaScript). */
const INCOMPLETE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}?/;
/** Matches a URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: INCOMPLETE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** Reports probable mistakes in pages. Names from the sample site are mistakes, except in the sample site itself. */
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
    // Messages contain {field}: in pages, insert "this line". Only the message `advice-one-brace` contains {example}.
    const field = { code: "advice-this-line" } as const;
    const values = { ...problem.values, field, example: "{{cottage.name}}" };
    return [createFinding("warning", file, { code: problem.code, values, line: index + 1, column: 1 })];
  });
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

function lintFrontPage(text: string): Finding[] {
  // A page with the hero needs the booking channels, because the hero's button links to their section.
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  return [warning("content/index.md", "advice-booking-missing", { placeholder: "{{booking.channels}}" })];
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

/** Files that are probably meant to be pages, which must have the extension `.md`. */
const TEXT_FILE = /.\.(?:txt|docx?|odt|rtf)$/i;
const CONTENT_EXTENSION = /\.(?:md|json|css)$/i;

/** Warns about text files, e.g. `prices.txt`, because pages must end with `.md`. */
function lintTextFiles({ contentDirectory }: Folders): Finding[] {
  // The sample's content folder also contains built-in text files, e.g. `help.txt`.
  const builtInNames = listDirectory(BUILT_IN_FOLDER);
  const unreadNames = listFiles(contentDirectory, TEXT_FILE, builtInNames);
  return unreadNames.map((name) => warning(`content/${name}`, "advice-content-unread", { name: pageNameFor(name) }));
}

/** Returns a name for a page instead of a text file: `prices.md` for `prices.txt`. */
function pageNameFor(textFileName: string): string {
  const { name } = parse(textFileName);
  // Some text editors append `.txt` to the name that the owner typed, e.g. `prices.md.txt`.
  return CONTENT_EXTENSION.test(name) ? name : `${name}.md`;
}

const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;
const PAGE_OR_STYLE_SHEET = /\.(?:md|css)$/;

/** Reports images that are not referenced in `site.json`, a page or a style sheet. */
function lintImages({ dataDirectory, contentDirectory }: Folders): Finding[] {
  const referringText = readReferringFiles({ dataDirectory, contentDirectory });
  // An image with the name of a built-in one, e.g. `share.png`, is used without a reference.
  const builtInNames = listDirectory(join(BUILT_IN_FOLDER, "images"));
  const imageNames = listFiles(join(contentDirectory, "images"), IMAGE_FILE, builtInNames);
  const unusedNames = imageNames.filter((name) => !refersToImage(referringText, name));
  return unusedNames.map((name) => {
    // The message contains a line of JSON to copy, with the name as a JSON string.
    return warning(`content/images/${name}`, "advice-photo-unused", { file: JSON.stringify(name) });
  });
}

/** Returns the text of all files that can refer to images. */
function readReferringFiles({ dataDirectory, contentDirectory }: Folders): string {
  const contentFiles = listFiles(contentDirectory, PAGE_OR_STYLE_SHEET);
  const contentTexts = contentFiles.map((name) => readTextOrEmpty(contentDirectory, name));
  return [readTextOrEmpty(dataDirectory, "site.json"), ...contentTexts].join("\n");
}

/** Returns whether the text refers to the image: in data as `"kitchen.jpg"`, or in pages as `/images/kitchen.jpg`. */
function refersToImage(text: string, name: string): boolean {
  // A reference to `kitchen.jpg` also counts as a reference to its resized versions, e.g. `kitchen-800.jpg`.
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
