/**
 * Advice on the names of files in an owner's folder: files that nothing uses, and a copy that an older version left.
 */

import { join } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { type Finding, findingOf } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;
const PICTURE = /\.(?:avif|jpe?g|pdf|png|webp)$/i;
/** The end of a smaller copy's name, as in `kitchen-800.jpg`. */
const WIDTH = /-\d+(?=\.\w+$)/;

type Folders = Readonly<Record<"dataDirectory" | "contentDirectory" | "programContent", string>>;

/** @param photos names of pictures in site.json; undefined if they cannot be read */
export function adviceOnFiles(folders: Folders, photos: readonly string[] | undefined): Finding[] {
  return [
    ...unreadFiles(folders),
    ...(photos === undefined ? [] : unusedPictures(folders, photos)),
    ...oldStyleSheet(folders),
  ];
}

function unreadFiles({ dataDirectory }: Folders): Finding[] {
  const known = FILES.map(({ name }) => `${name}.json`);
  const unread = listDirectory(dataDirectory).filter((name) => DATA_FILE.test(name) && !known.includes(name));
  const phrase = { code: "advice-file-unread", values: { names: known.join(", ") } } as const;
  return unread.map((name) => findingOf("warning", `data/${name}`, phrase));
}

/** Pictures named as those of the program, such as an icon, are shown without being named. */
function unusedPictures({ contentDirectory, programContent }: Folders, photos: readonly string[]): Finding[] {
  const programPictures = listDirectory(join(programContent, "images"));
  const pages = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  const texts = pages.map((name) => String(readText(contentDirectory, name, FILE_BYTES_MAX)));
  const isUsed = (name: string) => photos.includes(name) || texts.some((text) => text.includes(`/images/${name}`));
  const pictures = listDirectory(join(contentDirectory, "images")).filter((name) => PICTURE.test(name));
  const isShown = (name: string) => isUsed(name) || isUsed(name.replace(WIDTH, "")) || programPictures.includes(name);
  const unused = pictures.filter((name) => !isShown(name));
  return unused.map((name) => {
    if (/\.pdf$/i.test(name)) return findingOf("warning", `content/images/${name}`, { code: "image-type-unknown" });
    const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
    return findingOf("warning", `content/images/${name}`, { code: "advice-photo-unused", values: { example } });
  });
}

/** A style sheet that version 1.0.0 copied into the folder. */
function oldStyleSheet({ contentDirectory, programContent }: Folders): Finding[] {
  const isCopy = contentDirectory !== programContent && listDirectory(contentDirectory).includes("style.css");
  return isCopy ? [findingOf("notice", "content/style.css", { code: "advice-style-copy" })] : [];
}
