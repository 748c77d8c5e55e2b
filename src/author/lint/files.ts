/**
 * Reports data files and images in the owner's folder that nothing uses.
 */

import { join } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import type { FolderConfig } from "../folder-config.ts";

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;
const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;
/** Matches `-800` in `kitchen-800.jpg`, the name of a resized version. */
const WIDTH_SUFFIX = /-\d+(?=\.\w+$)/;

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory" | "builtInDirectory">;

export function lintFiles(folders: Folders): Finding[] {
  return [...lintDataFiles(folders), ...lintImages(folders)];
}

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !readNames.includes(name));
  const values = { names: readNames.join(", ") };
  return unreadNames.map((name) => createFinding("warning", `data/${name}`, { code: "advice-file-unread", values }));
}

/**
 * Returns a warning for each of the owner's images that no file mentions, with an entry to paste into `photos`. Images
 * that replace a built-in one, e.g. `share.png`, are exempt.
 */
function lintImages(folders: Folders): Finding[] {
  const builtInNames = listDirectory(join(folders.builtInDirectory, "images"));
  const text = readTextThatMayMentionImages(folders);
  const imageNames = listDirectory(join(folders.contentDirectory, "images")).filter((name) => IMAGE_FILE.test(name));
  const unusedNames = imageNames.filter((name) => !builtInNames.includes(name) && !mentionsImage(text, name));
  return unusedNames.map((name) => {
    const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
    return createFinding("warning", `content/images/${name}`, { code: "advice-photo-unused", values: { example } });
  });
}

/** Returns the joined text of all files that can mention an image: `site.json`, the pages and the style sheets. */
function readTextThatMayMentionImages({ dataDirectory, contentDirectory }: Folders): string {
  const pagesAndStyles = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  const files = [
    readText(dataDirectory, "site.json", FILE_BYTES_MAX),
    ...pagesAndStyles.map((name) => readText(contentDirectory, name, FILE_BYTES_MAX)),
  ];
  return files.map(({ content = "" }) => content).join("\n");
}

/**
 * Returns whether the text mentions an image: `"kitchen.jpg"` in a data file, or `/images/kitchen.jpg` in a page.
 * Mentioning an image also covers its resized versions, e.g. `kitchen-800.jpg`.
 */
function mentionsImage(text: string, name: string): boolean {
  const originalName = name.replace(WIDTH_SUFFIX, "");
  const mentions = [name, originalName].flatMap((imageName) => [`"${imageName}"`, `/images/${imageName}`]);
  return mentions.some((mention) => text.includes(mention));
}
