/**
 * Reports data files, text files and images in the owner's folder that nothing uses.
 */

import { join, parse } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { BUILT_IN_FOLDER } from "../../compile/built-in.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/messages.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/load.ts";
import { WIDTH_SUFFIX } from "../../compile/pictures/images.ts";
import type { FolderConfig } from "../folder-config.ts";

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;
/** Matches the names of word-processor documents and plain-text files. Pages must have the extension `.md`. */
const TEXT_FILE = /.\.(?:txt|docx?|odt|rtf)$/i;
const CONTENT_EXTENSION = /\.(?:md|json|css)$/i;
const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;
const PAGE_OR_STYLE_SHEET = /\.(?:md|css)$/;

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory">;

export function lintFiles(folders: Folders): Finding[] {
  return [...lintDataFiles(folders), ...lintTextFiles(folders), ...lintImages(folders)];
}

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !readNames.includes(name));
  const values = { names: readNames.join(", ") };
  return unreadNames.map((name) => createFinding("warning", `data/${name}`, { code: "advice-file-unread", values }));
}

/** Warns about each text file that is probably meant to be a page, e.g. `prices.docx`, and proposes a file name. */
function lintTextFiles({ contentDirectory }: Folders): Finding[] {
  const textFiles = listDirectory(contentDirectory).filter((name) => TEXT_FILE.test(name));
  // Built-in text files are not pages.
  const builtInNames = listDirectory(BUILT_IN_FOLDER);
  const unreadFiles = textFiles.filter((name) => !builtInNames.includes(name));
  return unreadFiles.map((file) => {
    const values = { name: proposeContentName(file) };
    return createFinding("warning", `content/${file}`, { code: "advice-content-unread", values });
  });
}

/** Proposes a name for a text file in `content/`, e.g. `prices.md` for `prices.docx`. */
function proposeContentName(textFile: string): string {
  const { name } = parse(textFile);
  // Some text editors append an extension to the one that the owner typed, e.g. `prices.md.txt`.
  return CONTENT_EXTENSION.test(name) ? name : `${name}.md`;
}

/**
 * Returns a warning for each of the owner's images that no file refers to. The warning shows a JSON entry for the
 * image, which the owner can paste into `photos` in `site.json`.
 */
function lintImages(folders: Folders): Finding[] {
  const text = readTextWithImageReferences(folders);
  const imageNames = listDirectory(join(folders.contentDirectory, "images")).filter((name) => IMAGE_FILE.test(name));
  // An image that replaces a built-in one of the same name, e.g. `share.png`, is used even if no file refers to it.
  const builtInNames = listDirectory(join(BUILT_IN_FOLDER, "images"));
  const unusedNames = imageNames.filter((name) => !builtInNames.includes(name) && !refersToImage(text, name));
  return unusedNames.map((name) => {
    const values = { file: JSON.stringify(name) };
    return createFinding("warning", `content/images/${name}`, { code: "advice-photo-unused", values });
  });
}

/**
 * Returns the joined text of all files that can refer to an image: `site.json`, the pages and the style sheets. Files
 * that cannot be read count as empty.
 */
function readTextWithImageReferences({ dataDirectory, contentDirectory }: Folders): string {
  const siteFile = readText(dataDirectory, "site.json", FILE_BYTES_MAX);
  const names = listDirectory(contentDirectory).filter((name) => PAGE_OR_STYLE_SHEET.test(name));
  const pagesAndStyleSheets = names.map((name) => readText(contentDirectory, name, FILE_BYTES_MAX));
  return [siteFile, ...pagesAndStyleSheets].map(({ content = "" }) => content).join("\n");
}

/** Returns whether the text refers to the image, e.g. with `"kitchen.jpg"` (data) or `/images/kitchen.jpg` (pages). */
function refersToImage(text: string, name: string): boolean {
  // A reference to `kitchen.jpg` also counts as a reference to its resized versions, e.g. `kitchen-800.jpg`.
  const originalName = name.replace(WIDTH_SUFFIX, "");
  const references = [name, originalName].flatMap((imageName) => [`"${imageName}"`, `/images/${imageName}`]);
  return references.some((reference) => text.includes(reference));
}
