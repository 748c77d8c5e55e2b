/**
 * Warns about probable mistakes in the owner's data, and about files that the site does not use.
 */

import { join } from "node:path";
import { BUILT_IN_FOLDER } from "../../compile/built-in.ts";
import { type Facts, FILES, type SiteFacts } from "../../compile/data/datasets.ts";
import { listDirectory } from "../../compile/files.ts";
import { isUnset, type Position, relativePosition } from "../../compile/fragments/sketch-map.ts";
import { createFieldFinding } from "../../compile/json/json-file.ts";
import { createFinding, type Finding, type MessageCode, type MessageValues } from "../../compile/messages.ts";
import { WIDTH_SUFFIX } from "../../compile/pictures/images.ts";
import type { FolderConfig } from "../folder.ts";
import type { TextFile } from "./lines.ts";

export function* lintFacts(facts: Facts, today: string): Iterable<Finding> {
  const { cottage, site } = facts;
  yield* lintReviewDates(facts, today);
  if (site.updated > today) yield warning("site/updated", "advice-future", { day: site.updated });
  yield* lintPosition(cottage.geo, site.map);
  if (!site.photos?.length) yield warning("site/photos", "advice-photos-none");
}

function warning(field: string, code: MessageCode, values?: MessageValues): Finding {
  return createFieldFinding("warning", field, code, values);
}

function* lintReviewDates({ reviews: { reviews } }: Facts, today: string) {
  for (const [index, { datePublished: day }] of reviews.entries()) {
    if (day > today) yield warning(`reviews/reviews/${index}/datePublished`, "advice-future", { day });
  }
}

const NEARBY_KM_MAX = 100;

/** Warns if the cottage has no position, or if an attraction is so far away that its position may be wrong. */
function* lintPosition(cottage: Position, map: SiteFacts["map"] = []) {
  if (isUnset(cottage)) {
    yield warning("cottage/geo", "advice-position-missing");
    return;
  }
  for (const [index, attraction] of map.entries()) {
    const distance = Math.round(relativePosition(cottage, attraction).kilometres);
    const isFar = distance > NEARBY_KM_MAX;
    if (isFar) yield warning(`site/map/${index}`, "advice-far", { name: attraction.name, distance });
  }
}

const TEXT_FILE = /\.(?:json|txt|csv|docx?|odt|rtf|xlsx?)$/i;
const IMAGE_FILE = /\.(?:avif|jpe?g|png|webp)$/i;

export function findUnusedFiles(config: FolderConfig, texts: readonly TextFile[]): Finding[] {
  return [...findUnusedTextFiles(config), ...findUnusedImages(config, texts)];
}

/** Warns about text files that the program does not read, e.g. `cotage.json`, whose name is misspelt. */
function findUnusedTextFiles({ dataDirectory, contentDirectory }: FolderConfig): Finding[] {
  const dataNames = FILES.map(({ name }) => `${name}.json`);
  // In the sample site's folder, do not report the files of the program, e.g. `help.txt`.
  const builtInNames = listDirectory(BUILT_IN_FOLDER);
  const filter = { pattern: TEXT_FILE, except: [...dataNames, "words.json", ...builtInNames] };
  const dataPaths = listFiles(dataDirectory, filter).map((name) => `data/${name}`);
  const contentPaths = listFiles(contentDirectory, filter).map((name) => `content/${name}`);
  const paths = [...dataPaths, ...contentPaths];
  return paths.map((path) => createFinding("warning", path, { code: "advice-file-unused" }));
}

/** Warns about images in `content/images` whose names do not occur in `texts`. */
function findUnusedImages({ contentDirectory }: FolderConfig, texts: readonly TextFile[]): Finding[] {
  // Skip images such as `favicon.svg`. The program uses them even if no text mentions them.
  const builtInNames = listDirectory(join(BUILT_IN_FOLDER, "images"));
  const names = listFiles(join(contentDirectory, "images"), { pattern: IMAGE_FILE, except: builtInNames });
  const allText = texts.flatMap(({ lines }) => lines).join("\n");
  // If `kitchen.jpg` is used, so are its smaller versions, e.g. `kitchen-800.jpg`.
  const isUsed = (name: string) => allText.includes(name) || allText.includes(name.replace(WIDTH_SUFFIX, ""));
  const unusedNames = names.filter((name) => !isUsed(name));
  return unusedNames.map((name) => {
    // The message contains JSON for the owner to copy, so write the name as JSON.
    const values = { file: JSON.stringify(name) };
    return createFinding("warning", `content/images/${name}`, { code: "advice-photo-unused", values });
  });
}

function listFiles(folder: string, names: { pattern: RegExp; except: readonly string[] }): string[] {
  return listDirectory(folder).filter((name) => names.pattern.test(name) && !names.except.includes(name));
}
