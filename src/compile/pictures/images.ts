/**
 * The image files of `content/images`: which of them are read, what they are, and the narrower copies beside them.
 *
 * It decides by a file's first bytes and never decodes or inlines an image. It knows neither photographs nor pages.
 */

import { readBytes, type Unread } from "../files.ts";
import type { Finding } from "../finding.ts";
import { type Asset, hashedPath } from "./asset.ts";
import { type ImageFormat, imageFormat, type ImageSize, imageSize, isTruncated } from "./image-size.ts";

export interface Image extends Asset, ImageSize {
  /** The file's name in `content/images`. */
  readonly name: string;
  /** Narrower copies, narrowest first, e.g. `kitchen-800.jpg` for `kitchen.jpg`. */
  readonly copies: readonly Image[];
}

/** Images by the name of their file. */
export type Images = ReadonlyMap<string, Image>;

/** A dozen may change at once, while the old ones are still served, within the 256 MiB of the shipped systemd unit. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMATS: Readonly<Record<string, ImageFormat>> = {
  avif: "avif",
  jpeg: "jpeg",
  jpg: "jpeg",
  png: "png",
  svg: "svg",
  webp: "webp",
};

const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  avif: "image/avif",
  heic: "image/heic",
  jpeg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** How to make a photograph smaller with what each system brings along. */
export const HOW_TO_SHRINK =
  "(Windows: Photos, Resize image; macOS: Preview, Adjust Size; Linux: mogrify -resize 1600x)";

const HOW_TO_CONVERT =
  "save it as JPEG (Windows: Photos, Save as; macOS: Preview, Export; for the next ones, iPhone: Settings, Camera, " +
  "Formats, Most Compatible)";

/** A file name that an address can contain as it is. */
const PLAIN_NAME = /^[A-Za-z0-9._-]+$/;
/** `kitchen-800.jpg`: stem, width and extension. */
const COPY_NAME = /^(.+)-(\d{2,4})(\.\w+)$/;

/**
 * Reads images and their narrower copies. An image that cannot be used is reported and left out.
 *
 * @param directory the folder `content/images`
 * @param fileNames the names of all its files
 * @param wanted names of images, of which those that are not in the folder are ignored
 */
export function loadImages(
  directory: string,
  fileNames: readonly string[],
  wanted: Iterable<string>,
  findings: Finding[],
): Map<string, Image> {
  const images = new Map<string, Image>();
  for (const name of new Set(wanted)) {
    if (!fileNames.includes(name)) continue;
    const image = readImage(directory, name, findings);
    if (image === undefined) continue;
    const copies = copiesOf(name, fileNames)
      .map((copy) => readCopy(directory, copy, name, findings))
      .filter((copy) => copy !== undefined)
      .toSorted((one, other) => one.width - other.width);
    images.set(name, { ...image, copies });
  }
  return images;
}

/** Returns the image and its copies, which are served together. */
export function versionsOf(image: Image): readonly Image[] {
  return [...image.copies, image];
}

/** Returns the value of the HTML attribute `srcset`, or an empty string if the image has no copies. */
export function srcsetOf(image: Image): string {
  if (image.copies.length === 0) return "";
  return versionsOf(image).map(({ path, width }) => `${path} ${width}w`).join(", ");
}

/** Returns the names of all files that are called narrower copies of an image. */
export function copiesOf(name: string, fileNames: readonly string[]): string[] {
  return fileNames.filter((fileName) => {
    const [, stem = "", , extension = ""] = COPY_NAME.exec(fileName) ?? [];
    return stem + extension === name;
  });
}

function readCopy(directory: string, copy: string, name: string, findings: Finding[]): Image | undefined {
  const image = readImage(directory, copy, findings);
  const widthInName = Number(COPY_NAME.exec(copy)?.[2]);
  if (image === undefined || image.width === widthInName) return image;
  const message = `is ${image.width} pixels wide and not ${widthInName}, so it is not used for ${name}`;
  findings.push({ level: "warning", file: `content/images/${copy}`, message });
  return undefined;
}

function readImage(directory: string, name: string, findings: Finding[]): Image | undefined {
  const report = (message: string, level: Finding["level"] = "error") => {
    findings.push({ level, file: `content/images/${name}`, message });
  };
  const extension = name.replace(/.*\./, "").toLowerCase();
  const format = FORMATS[extension];
  if (!PLAIN_NAME.test(name)) {
    report("has blanks or accents in its name: rename it, as in kitchen-1.jpg, here and where it is named");
    return undefined;
  }
  const bytes = readBytes(directory, name, IMAGE_BYTES_MAX);
  if (!Buffer.isBuffer(bytes)) {
    report(unreadable(bytes));
    return undefined;
  }
  const actual = imageFormat(bytes);
  if (actual === "heic" || /^hei[cf]$/.test(extension)) {
    report(`is a telephone's picture (HEIC), which browsers do not show: ${HOW_TO_CONVERT}`);
    return undefined;
  }
  if (format === undefined) {
    report(`is of a type that is not served; use ${Object.keys(FORMATS).join(", ")}`);
    return undefined;
  }
  if (actual !== undefined && actual !== format) {
    report(`is not ${format.toUpperCase()} but ${actual.toUpperCase()}: change the end of its name to .${actual}, here and where it is named`);
    return undefined;
  }
  const size = imageSize(bytes, format);
  if (size === undefined) {
    report(`is not a picture of type ${MEDIA_TYPES[format]}, or is damaged: save it again`);
    return undefined;
  }
  if (isTruncated(bytes, format)) report("ends in the middle of the picture: copy it again", "warning");
  const path = hashedPath(`/images/${name}`, bytes);
  return { name, path, mediaType: MEDIA_TYPES[format], bytes, immutable: true, ...size, copies: [] };
}

function unreadable({ problem, code }: Unread): string {
  return code === "file-too-large" ? `${problem}: make it 1600 pixels wide ${HOW_TO_SHRINK}` : problem;
}
