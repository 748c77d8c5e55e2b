/**
 * Lints the file names in the owner's folder: reports files that nothing uses, and an outdated copy of the style sheet.
 *
 * It does not check what is in the files.
 */

import { join } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";

/** Matches files that probably contain facts. */
const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;
/** Matches pictures, and PDF files, which owners may take for pictures. */
const PICTURE = /\.(?:avif|jpe?g|pdf|png|webp)$/i;
/** Matches the width in the name of a smaller version of a picture, e.g. `-800` in `kitchen-800.jpg`. */
const WIDTH_SUFFIX = /-\d+(?=\.\w+$)/;

type Folders = Readonly<Record<"dataDirectory" | "contentDirectory" | "programContent", string>>;

/** @param photos file names of the photographs in site.json; undefined if site.json is invalid */
export function adviceOnFiles(folders: Folders, photos: readonly string[] | undefined): Finding[] {
  return [
    ...unreadFiles(folders),
    ...(photos === undefined ? [] : unusedPictures(folders, photos)),
    ...oldStyleSheet(folders),
  ];
}

/** Warns about files in the data folder that the program does not read, e.g. because their name is misspelt. */
function unreadFiles({ dataDirectory }: Folders): Finding[] {
  const readNames = FILES.map(({ name }) => `${name}.json`);
  const unreadNames = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !readNames.includes(name));
  const phrase = { code: "advice-file-unread", values: { names: readNames.join(", ") } } as const;
  return unreadNames.map((name) => createFinding("warning", `data/${name}`, phrase));
}

/**
 * Warns about pictures that neither site.json nor a page nor a style sheet refers to.
 *
 * A picture with the same name as one of the program, such as an icon, counts as used, because it replaces that one.
 */
function unusedPictures({ contentDirectory, programContent }: Folders, photos: readonly string[]): Finding[] {
  const programPictures = listDirectory(join(programContent, "images"));
  const textFiles = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  const texts = textFiles.map((name) => readText(contentDirectory, name, FILE_BYTES_MAX).content ?? "");
  const findings: Finding[] = [];
  for (const name of listDirectory(join(contentDirectory, "images"))) {
    if (!PICTURE.test(name) || programPictures.includes(name)) continue;
    const names = [name, name.replace(WIDTH_SUFFIX, "")];
    const isListed = names.some((candidate) => photos.includes(candidate));
    const isLinked = names.some((candidate) => texts.some((text) => text.includes(`/images/${candidate}`)));
    if (!isListed && !isLinked) findings.push(unusedPicture(name));
  }
  return findings;
}

function unusedPicture(name: string): Finding {
  const file = `content/images/${name}`;
  const isPdf = /\.pdf$/i.test(name);
  if (isPdf) return createFinding("warning", file, { code: "image-type-unknown" });
  const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
  return createFinding("warning", file, { code: "advice-photo-unused", values: { example } });
}

/** Reports the style sheet that version 1.0.0 copied into the owner's folder, because it hides later improvements. */
function oldStyleSheet({ contentDirectory, programContent }: Folders): Finding[] {
  const isProgramFolder = contentDirectory === programContent;
  if (isProgramFolder || !listDirectory(contentDirectory).includes("style.css")) return [];
  return [createFinding("notice", "content/style.css", { code: "advice-style-copy" })];
}
