/**
 * Lints the owner's files: reports unused files, an outdated style sheet, and errors in `owner.css`.
 */

import { join } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import type { FolderConfig } from "../folder-config.ts";

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;
const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;
/** The width in the name of a resized version, e.g. `-800` in `kitchen-800.jpg`, which the original's name lacks. */
const WIDTH_SUFFIX = /-\d+(?=\.\w+$)/;

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory" | "programContent">;

export function lintFiles(folders: Folders): Finding[] {
  return [...lintDataFiles(folders), ...lintImages(folders), ...lintStyleCopy(folders), ...lintOwnerStyles(folders)];
}

function lintDataFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !readNames.includes(name));
  const values = { names: readNames.join(", ") };
  return unreadNames.map((name) => createFinding("warning", `data/${name}`, { code: "advice-file-unread", values }));
}

/** Warns about images that are not used in site.json, on any page or in any style sheet. */
function lintImages({ dataDirectory, contentDirectory, programContent }: Folders): Finding[] {
  const builtInImages = listDirectory(join(programContent, "images"));
  const textFiles = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  const results = [
    readText(dataDirectory, "site.json", FILE_BYTES_MAX),
    ...textFiles.map((name) => readText(contentDirectory, name, FILE_BYTES_MAX)),
  ];
  const allText = results.map(({ content }) => content).join("\n");
  const isUsed = (name: string) => allText.includes(`"${name}"`) || allText.includes(`/images/${name}`);
  const unusedImages = listDirectory(join(contentDirectory, "images")).filter((name) => {
    const originalName = name.replace(WIDTH_SUFFIX, "");
    return IMAGE_FILE.test(name) && !builtInImages.includes(name) && !isUsed(name) && !isUsed(originalName);
  });
  return unusedImages.map((name) => {
    const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
    return createFinding("warning", `content/images/${name}`, { code: "advice-photo-unused", values: { example } });
  });
}

/** Reports a copy of the style sheet, which overrides the built-in one. Version 1.0.0 put it in the owner's folder. */
function lintStyleCopy({ contentDirectory, programContent }: Folders): Finding[] {
  const isProgramFolder = contentDirectory === programContent;
  if (isProgramFolder || !listDirectory(contentDirectory).includes("style.css")) return [];
  return [createFinding("notice", "content/style.css", { code: "advice-style-copy" })];
}

/** Matches comments and strings, to skip the braces in them. Captures all other braces, and an unclosed comment. */
const CSS_TOKEN = /\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<open>\{|\/\*[^]*)|(?<close>\})/g;

/** Warns if a block or comment in `owner.css` is not closed, because browsers ignore the styles after it. */
function lintOwnerStyles({ contentDirectory }: Folders): Finding[] {
  const { content: css = "" } = readText(contentDirectory, "owner.css", FILE_BYTES_MAX);
  const openOffsets: number[] = [];
  for (const { index, groups } of css.matchAll(CSS_TOKEN)) {
    if (groups?.["open"] !== undefined) openOffsets.push(index);
    if (groups?.["close"] !== undefined) openOffsets.pop();
  }
  const unclosedOffset = openOffsets.at(-1);
  if (unclosedOffset === undefined) return [];
  const values = css[unclosedOffset] === "{" ? { open: "{", close: "}" } : { open: "/*", close: "*/" };
  const location = { line: css.slice(0, unclosedOffset).split("\n").length, column: 1 };
  return [createFinding("warning", "content/owner.css", { code: "advice-style-unclosed", values }, location)];
}
