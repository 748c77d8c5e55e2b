/**
 * Lints the owner's files: reports unused files and errors in `owner.css`.
 */

import { join } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import type { FolderConfig } from "../folder-config.ts";

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;
const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;
/** The width in the name of a resized version, e.g. `-800` in `kitchen-800.jpg`. */
const WIDTH_SUFFIX = /-\d+(?=\.\w+$)/;

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory" | "programContent">;

export function lintFiles(folders: Folders): Finding[] {
  return [...lintDataFiles(folders), ...lintImages(folders), ...lintOwnerStyles(folders)];
}

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !readNames.includes(name));
  const values = { names: readNames.join(", ") };
  return unreadNames.map((name) => createFinding("warning", `data/${name}`, { code: "advice-file-unread", values }));
}

/**
 * Warns about images in the owner's folder that neither `site.json` nor any page or style sheet mentions. An image with
 * the name of a built-in one, e.g. `favicon.svg`, needs no mention, because it replaces that image.
 */
function lintImages(folders: Folders): Finding[] {
  const builtInNames = listDirectory(join(folders.programContent, "images"));
  const ownerText = readOwnerText(folders);
  const isUsed = (name: string) => {
    // `kitchen-800.jpg` is a resized version of `kitchen.jpg`, which is used wherever the original is mentioned.
    const originalName = name.replace(WIDTH_SUFFIX, "");
    const isMentioned = mentionsImage(ownerText, name) || mentionsImage(ownerText, originalName);
    return isMentioned || builtInNames.includes(name);
  };
  const imageNames = listDirectory(join(folders.contentDirectory, "images")).filter((name) => IMAGE_FILE.test(name));
  const unusedNames = imageNames.filter((name) => !isUsed(name));
  return unusedNames.map((name) => {
    const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
    return createFinding("warning", `content/images/${name}`, { code: "advice-photo-unused", values: { example } });
  });
}

/** Returns the joined text of all files that can mention an image: `site.json`, the pages and the style sheets. */
function readOwnerText({ dataDirectory, contentDirectory }: Folders): string {
  const pagesAndStyles = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  const files = [
    readText(dataDirectory, "site.json", FILE_BYTES_MAX),
    ...pagesAndStyles.map((name) => readText(contentDirectory, name, FILE_BYTES_MAX)),
  ];
  return files.map(({ content = "" }) => content).join("\n");
}

/** Data files mention an image as `"kitchen.jpg"`; pages and style sheets mention it as `/images/kitchen.jpg`. */
function mentionsImage(text: string, name: string): boolean {
  return text.includes(`"${name}"`) || text.includes(`/images/${name}`);
}

const CSS_COMMENT_OR_STRING = /\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;
/** Matches comments and strings without capturing anything, so that the braces inside them are skipped. */
const CSS_TOKEN = new RegExp(
  `${CSS_COMMENT_OR_STRING.source}|(?<openBrace>\\{)|(?<closeBrace>\\})|(?<openComment>/\\*[^]*)`,
  "g",
);

/** Warns if a block or comment in `owner.css` is not closed, because browsers ignore the styles after it. */
function lintOwnerStyles({ contentDirectory }: Folders): Finding[] {
  const { content: css } = readText(contentDirectory, "owner.css", FILE_BYTES_MAX);
  // The file is optional. If it cannot be read, the compiler reports that.
  if (css === undefined) return [];
  const unclosed = findUnclosed(css);
  if (unclosed === undefined) return [];
  const { offset, open, close } = unclosed;
  const line = css.slice(0, offset).split("\n").length;
  const message = { code: "advice-style-unclosed", values: { open, close } } as const;
  return [createFinding("warning", "content/owner.css", message, { line, column: 1 })];
}

/** The start of a CSS block or comment: its offset, its opening symbol and the symbol that closes it. */
type Opening = Readonly<{ offset: number; open: string; close: string }>;

/** Returns the start of the last block or comment that is not closed, or undefined if all are closed. */
function findUnclosed(css: string): Opening | undefined {
  const openings: Opening[] = [];
  for (const { index: offset, groups } of css.matchAll(CSS_TOKEN)) {
    if (groups?.["openBrace"] !== undefined) openings.push({ offset, open: "{", close: "}" });
    if (groups?.["openComment"] !== undefined) openings.push({ offset, open: "/*", close: "*/" });
    if (groups?.["closeBrace"] !== undefined) openings.pop();
  }
  return openings.at(-1);
}
