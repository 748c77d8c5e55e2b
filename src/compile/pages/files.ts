/**
 * Lists the files in the owner's content folder, and loads those that all pages share: style sheets and icons.
 */

import { join } from "node:path";
import { BUILT_IN_FOLDER } from "../built-in.ts";
import { listDirectory, readBytes } from "../files.ts";
import { createFinding, type Finding } from "../messages.ts";
import { type Asset, hashedPath } from "../pictures/asset.ts";

export type Folder = Readonly<{ contentDirectory: string; paths: readonly string[] }>;

export const FILE_BYTES_MAX = 1_000_000;

/** Returns the relative paths of files in a folder and its immediate subfolders, e.g. `images/favicon.svg`. */
export function listPaths(directory: string): string[] {
  return listDirectory(directory).flatMap((name) => {
    // Treat a name with a dot as a file, so that folders such as `.git` are not searched. Files without an
    // extension are not needed.
    if (name.includes(".")) return [name];
    const fileNames = listDirectory(join(directory, name));
    return fileNames.map((fileName) => `${name}/${fileName}`);
  });
}

/** Loads `style.css` and, if there is one, `owner.css`, which contains the owner's additions. */
export function loadStyles(folder: Folder, findings: Finding[]): Asset[] {
  const names = folder.paths.includes("owner.css") ? ["style.css", "owner.css"] : ["style.css"];
  return names.map((name) => {
    const bytes = readAsset(folder, name, findings);
    return { path: hashedPath(`/${name}`, bytes), mediaType: "text/css; charset=utf-8", bytes, immutable: true };
  });
}

/** PNG and ICO are for MCP hosts, older browsers and phone home screens, which may not support SVG. */
const ICON_TYPES = {
  "favicon.svg": "image/svg+xml",
  "apple-touch-icon.png": "image/png",
  "favicon.ico": "image/x-icon",
};

export function loadIcons(folder: Folder, findings: Finding[]): Asset[] {
  return Object.entries(ICON_TYPES).map(([name, mediaType]) => {
    const bytes = readAsset(folder, `images/${name}`, findings);
    return { path: `/${name}`, mediaType, bytes, immutable: false };
  });
}

/** Reads the owner's file, or else the built-in one. If it is unreadable, reports that and returns an empty buffer. */
function readAsset(folder: Folder, path: string, findings: Finding[]): Buffer {
  const directory = folder.paths.includes(path) ? folder.contentDirectory : BUILT_IN_FOLDER;
  const { content, failure } = readBytes(directory, path, FILE_BYTES_MAX);
  if (failure === undefined) return content;
  findings.push(createFinding("error", `content/${path}`, failure));
  return Buffer.alloc(0);
}
