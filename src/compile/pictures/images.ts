/**
 * Reads the image files of `content/images`, and the narrower copies beside them.
 *
 * It decides by a file's first bytes and never decodes or inlines an image. It knows neither photographs nor pages.
 */

import { type FileCache, readBytes } from "../files.ts";
import { type Finding, findingOf, type Level } from "../finding.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { type Asset, hashedPath } from "./asset.ts";
import { type ImageFormat, imageFormat, type ImageSize, imageSize, isTruncatedJpeg } from "./image-size.ts";

export type Image = Asset & ImageSize & Readonly<{
  name: string;
  /** Narrower copies, narrowest first, e.g. `kitchen-800.jpg` for `kitchen.jpg`. */
  copies: readonly Image[];
}>;

export type Images = ReadonlyMap<string, Image>;

export type ImageFolder = Readonly<{
  directory: string;
  names: readonly string[];
  cache?: FileCache;
}>;

/** A dozen may change at once, while the old ones are still served, within the 256 MiB of the shipped systemd unit. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMATS: Readonly<Record<string, ImageFormat>> = {
  jpeg: "jpeg",
  jpg: "jpeg",
  png: "png",
  svg: "svg",
  webp: "webp",
};

/** A file name that an address can contain as it is. */
const PLAIN_NAME = /^[A-Za-z0-9._-]+$/;
/** `kitchen-800.jpg`: stem, width and extension. */
const COPY_NAME = /^(.+)-(\d{2,4})(\.\w+)$/;

/**
 * Reads images and their narrower copies. An image that cannot be used is reported and left out.
 *
 * @param wanted names of images, of which those that are not in the folder are ignored
 */
export function loadImages(folder: ImageFolder, wanted: Iterable<string>, findings: Finding[]): Map<string, Image> {
  const images = new Map<string, Image>();
  for (const name of new Set(wanted)) {
    const image = folder.names.includes(name) ? readImage(folder, name, findings) : undefined;
    if (image === undefined) continue;
    const copies = copiesOf(name, folder.names)
      .map((copy) => readCopy(folder, copy, name, findings))
      .filter((copy) => copy !== undefined)
      .toSorted((one, other) => one.width - other.width);
    images.set(name, { ...image, copies });
  }
  return images;
}

/** Returns the image after its copies. All of them are served. */
export function versionsOf(image: Image): readonly Image[] {
  return [...image.copies, image];
}

/** Returns the value of the HTML attribute `srcset`, or an empty string if the image has no copies. */
export function srcsetOf(image: Image): string {
  if (image.copies.length === 0) return "";
  return versionsOf(image).map(({ path, width }) => `${path} ${width}w`).join(", ");
}

function copiesOf(name: string, names: readonly string[]): string[] {
  return names.filter((candidate) => {
    const [, stem = "", , extension = ""] = COPY_NAME.exec(candidate) ?? [];
    return stem + extension === name;
  });
}

/** Returns the error that a file is missing, with the most similar name. */
export function missingImage(name: string, names: readonly string[]): Phrase {
  const guess = closest(name, names);
  if (guess !== undefined) return { code: "image-misspelt", values: { name, guess } };
  return { code: "image-missing", values: { name } };
}

export function imageFinding(level: Level, name: string, code: MessageCode, values: PhraseValues = {}): Finding {
  return findingOf(level, `content/images/${name}`, { code, values });
}

function readCopy(folder: ImageFolder, copy: string, name: string, findings: Finding[]): Image | undefined {
  const image = readImage(folder, copy, findings);
  const width = Number(COPY_NAME.exec(copy)?.[2]);
  if (image === undefined || image.width === width) return image;
  findings.push(imageFinding("warning", copy, "image-copy-width", { found: image.width, width, name }));
  return undefined;
}

function readImage({ directory, cache }: ImageFolder, name: string, findings: Finding[]): Image | undefined {
  const refuse = (code: MessageCode, values?: PhraseValues): undefined => {
    findings.push(imageFinding("error", name, code, values));
  };
  const extension = name.replace(/.*\./, "").toLowerCase();
  const format = FORMATS[extension];
  if (!PLAIN_NAME.test(name)) return refuse("image-name-not-plain");
  const bytes = readBytes(directory, name, IMAGE_BYTES_MAX, cache);
  if (!Buffer.isBuffer(bytes)) {
    return bytes.code === "file-too-large" ? refuse("image-too-large", bytes.values) : refuse(bytes.code, bytes.values);
  }
  const found = imageFormat(bytes);
  if (found === "iso") return refuse("image-not-shown");
  if (format === undefined) return refuse("image-type-unknown");
  if (found !== undefined && found !== format) return refuse("image-of-other-type", { format, found });
  const size = imageSize(bytes, format);
  if (size === undefined) return refuse("image-damaged", { format });
  if (format === "jpeg" && isTruncatedJpeg(bytes)) findings.push(imageFinding("warning", name, "image-truncated"));
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = format === "svg" ? "image/svg+xml" : `image/${format}`;
  return { name, path, mediaType, bytes, immutable: true, ...size, copies: [] };
}
