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

/** Warns about the owner's images that are not used in `site.json`, a page or a style sheet. */
function lintImages({ dataDirectory, contentDirectory, programContent }: Folders): Finding[] {
  const builtInImages = listDirectory(join(programContent, "images"));
  const textFiles = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  const files = [
    readText(dataDirectory, "site.json", FILE_BYTES_MAX),
    ...textFiles.map((name) => readText(contentDirectory, name, FILE_BYTES_MAX)),
  ];
  const allText = files.map(({ content }) => content).join("\n");
  // An image is in use if site.json has its quoted name, or a page or style sheet has its URL.
  const isMentioned = (name: string) => allText.includes(`"${name}"`) || allText.includes(`/images/${name}`);
  const unusedImages = listDirectory(join(contentDirectory, "images")).filter((name) => {
    const originalName = name.replace(WIDTH_SUFFIX, "");
    const isUsed = builtInImages.includes(name) || isMentioned(name) || isMentioned(originalName);
    return IMAGE_FILE.test(name) && !isUsed;
  });
  return unusedImages.map((name) => {
    const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
    return createFinding("warning", `content/images/${name}`, { code: "advice-photo-unused", values: { example } });
  });
}

/** Matches comments and strings to skip their braces. Captures other braces, and an unclosed comment as `open`. */
const CSS_TOKEN = /\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<open>\{|\/\*[^]*)|(?<close>\})/g;

/** Warns if a block or comment in `owner.css` is not closed, because browsers ignore the styles after it. */
function lintOwnerStyles({ contentDirectory }: Folders): Finding[] {
  const { content: css = "" } = readText(contentDirectory, "owner.css", FILE_BYTES_MAX);
  const offset = unclosedOffset(css);
  if (offset === undefined) return [];
  const symbols = css[offset] === "{" ? { open: "{", close: "}" } : { open: "/*", close: "*/" };
  const location = { line: css.slice(0, offset).split("\n").length, column: 1 };
  return [createFinding("warning", "content/owner.css", { code: "advice-style-unclosed", values: symbols }, location)];
}

/** Returns the offset of the last block or comment that is not closed. */
function unclosedOffset(css: string): number | undefined {
  const openOffsets: number[] = [];
  for (const { index, groups = {} } of css.matchAll(CSS_TOKEN)) {
    if (groups["open"] !== undefined) openOffsets.push(index);
    if (groups["close"] !== undefined) openOffsets.pop();
  }
  return openOffsets.at(-1);
}
