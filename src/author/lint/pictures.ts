/**
 * Advice on photographs in `content/images` that nothing shows: an owner who copies them there expects to see them.
 *
 * It looks at names, and never into a picture.
 */

import { join } from "node:path";
import { listDirectory, readText } from "../../compile/files.ts";
import { type Finding, findingOf } from "../../compile/finding.ts";

const TEXT_BYTES_MAX = 1_000_000;

const PICTURE = /\.(?:avif|jpe?g|png|webp)$/i;
/** Pictures that the program shows by itself. */
const OWN_USE = /^(?:share|favicon|icon)\./i;
/** The end of a smaller copy's name, as in `kitchen-800.jpg`. */
const WIDTH = /-\d+(?=\.\w+$)/;

/** @param photos names listed in `photos` */
export function adviceOnPictures(contentFolder: string, photos: readonly string[]): Finding[] {
  const texts = listDirectory(contentFolder)
    .filter((name) => /\.(?:md|css)$/.test(name))
    .map((name) => readText(contentFolder, name, TEXT_BYTES_MAX))
    .filter((text) => typeof text === "string");
  const isUsed = (name: string) => photos.includes(name) || texts.some((text) => text.includes(`/images/${name}`));
  return listDirectory(join(contentFolder, "images"))
    .filter((name) => PICTURE.test(name) && !OWN_USE.test(name))
    .filter((name) => !isUsed(name) && !isUsed(name.replace(WIDTH, "")))
    .map((name) => findingOf("warning", `content/images/${name}`, unusedPhoto(name)));
}

function unusedPhoto(name: string) {
  const example = `{ "file": ${JSON.stringify(name)}, "alt": "what it shows" }`;
  return { code: "advice-photo-unused", values: { example } } as const;
}
