/**
 * Reads the image files in `content/images`, and their narrower copies.
 *
 * It checks a file's header and never decodes an image. It does not know which pages show the images.
 */

import type { CompileCache } from "../compile-cache.ts";
import { readBytes } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../finding.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import { type Asset, hashedPath } from "./asset.ts";
import { type ImageFormat, imageFormat, type ImageSize, imageSize, isTruncatedJpeg } from "./image-size.ts";

export type Image = Asset & ImageSize & Readonly<{
  name: string;
  /** Narrower copies, narrowest first, e.g. `kitchen-800.jpg` for `kitchen.jpg`. */
  copies: readonly Image[];
}>;

/** Images by file name. */
export type Images = ReadonlyMap<string, Image>;

/** The folder `content/images` and the names of its files. */
export type ImageFolder = Readonly<{
  directory: string;
  names: readonly string[];
  cache?: CompileCache;
}>;

/** During a reload, a dozen changed images and their old versions must fit in the systemd unit's limit of 256 MiB. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMAT_BY_EXTENSION: Readonly<Record<string, ImageFormat>> = {
  jpeg: "jpeg",
  jpg: "jpeg",
  png: "png",
  svg: "svg",
  webp: "webp",
};

/** File names that need no percent-encoding in a URL. */
const PLAIN_NAME = /^[A-Za-z0-9._-]+$/;
/** Captures stem, width and extension, e.g. of `kitchen-800.jpg`. */
const COPY_NAME = /^(.+)-(\d{2,4})(\.\w+)$/;

/**
 * Reads images and their narrower copies. Reports and leaves out images that cannot be used.
 *
 * @param wanted file names; those that are not in the folder are ignored
 */
export function loadImages(folder: ImageFolder, wanted: Iterable<string>, findings: Finding[]): Map<string, Image> {
  const images = new Map<string, Image>();
  for (const name of new Set(wanted)) {
    const image = folder.names.includes(name) ? readImage(folder, name, findings) : undefined;
    if (image === undefined) continue;
    const copies = copyNames(name, folder.names)
      .map((copyName) => readCopy(folder, copyName, name, findings))
      .filter((copy) => copy !== undefined)
      .toSorted((one, other) => one.width - other.width);
    images.set(name, { ...image, copies });
  }
  return images;
}

/** Returns the copies of an image, narrowest first, and then the image itself. */
export function imageVersions(image: Image): readonly Image[] {
  return [...image.copies, image];
}

/** Returns the value of the HTML attribute `srcset`, or an empty string if the image has no copies. */
export function srcsetOf(image: Image): string {
  if (image.copies.length === 0) return "";
  return imageVersions(image).map(({ path, width }) => `${path} ${width}w`).join(", ");
}

/** Describes the error that an image file is missing. Suggests the most similar name, if there is one. */
export function missingImage(name: string, names: readonly string[]): Phrase {
  const guess = closest(name, names);
  if (guess !== undefined) return { code: "image-misspelt", values: { name, guess } };
  return { code: "image-missing", values: { name } };
}

export function imageFinding(level: FindingLevel, name: string, code: MessageCode, values: PhraseValues = {}): Finding {
  return createFinding(level, `content/images/${name}`, { code, values });
}

/** Returns the file names of an image's copies. They differ from its name only in the width at the end. */
function copyNames(name: string, names: readonly string[]): string[] {
  return names.filter((candidate) => {
    const [, stem = "", , extension = ""] = COPY_NAME.exec(candidate) ?? [];
    return stem + extension === name;
  });
}

/** Reads a copy. Reports and ignores a copy that is not as wide as its name says. */
function readCopy(folder: ImageFolder, copyName: string, name: string, findings: Finding[]): Image | undefined {
  const image = readImage(folder, copyName, findings);
  const width = Number(COPY_NAME.exec(copyName)?.[2]);
  if (image === undefined || image.width === width) return image;
  findings.push(imageFinding("warning", copyName, "image-copy-width", { found: image.width, width, name }));
  return undefined;
}

/** Reports the problem and returns undefined if the image cannot be used. */
function readImage(folder: ImageFolder, name: string, findings: Finding[]): Image | undefined {
  const image = imageOrProblem(folder, name);
  if ("code" in image) {
    findings.push(imageFinding("error", name, image.code, image.values));
    return undefined;
  }
  if (image.mediaType === "image/jpeg" && isTruncatedJpeg(image.bytes)) {
    findings.push(imageFinding("warning", name, "image-truncated"));
  }
  return image;
}

/** Reads an image, without its narrower copies, or returns the reason why it cannot be used. */
function imageOrProblem({ directory, cache }: ImageFolder, name: string): Image | Phrase {
  if (!PLAIN_NAME.test(name)) return { code: "image-name-not-plain" };
  const { content: bytes, failure } = readBytes(directory, name, IMAGE_BYTES_MAX, cache);
  if (failure?.code === "file-too-large") return { ...failure, code: "image-too-large" };
  if (failure !== undefined) return failure;
  const extension = name.replace(/.*\./, "").toLowerCase();
  const format = FORMAT_BY_EXTENSION[extension];
  const found = imageFormat(bytes);
  if (found === "iso") return { code: "image-not-shown" };
  if (format === undefined) return { code: "image-type-unknown" };
  if (found !== undefined && found !== format) return { code: "image-of-other-type", values: { format, found } };
  const size = imageSize(bytes, format);
  if (size === undefined) return { code: "image-damaged", values: { format } };
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = format === "svg" ? "image/svg+xml" : `image/${format}`;
  return { name, path, mediaType, bytes, immutable: true, ...size, copies: [] };
}
