/**
 * Lints the owner's folder: reports data files and images that are not used.
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
  return [...lintDataFiles(folders), ...lintImages(folders)];
}

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !readNames.includes(name));
  const values = { names: readNames.join(", ") };
  return unreadNames.map((name) => createFinding("warning", `data/${name}`, { code: "advice-file-unread", values }));
}

/**
 * Warns about the owner's images that no file mentions. An image with the name of a built-in one, e.g. `share.png`,
 * needs no mention, because it replaces that image.
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
