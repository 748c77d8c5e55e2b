/**
 * Loads the images in `content/images` and their narrower versions. Checks file headers, but does not decode images.
 */

import { extname } from "node:path";
import type { CompileCache } from "../compile-cache.ts";
import { readBytes, type ReadResult } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../finding.ts";
import type { Message, MessageCode, MessageValues } from "../message.ts";
import { closest } from "../suggest.ts";
import { type Asset, hashedPath } from "./asset.ts";
import { detectFormat, type ImageFormat, type ImageSize, imageSize, isTruncatedJpeg } from "./image-size.ts";

type ImageFile = Asset & ImageSize & Readonly<{ name: string }>;

export type Image = ImageFile & Readonly<{
  /** All versions, e.g. `kitchen-800.jpg` and `kitchen.jpg`, narrowest first. The original image is last. */
  versions: readonly ImageFile[];
  /** Value of the HTML attribute `srcset`. Empty if there is only one version. */
  srcset: string;
}>;

/** Images keyed by file name. */
export type Images = ReadonlyMap<string, Image>;

export type ImageFolder = Readonly<{
  directory: string;
  names: readonly string[];
  cache?: CompileCache | undefined;
}>;

/** Maximum image size. At this limit, a reload that replaces a dozen images stays below the systemd unit's 256 MiB. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMAT_BY_EXTENSION: Readonly<Record<string, ImageFormat>> = {
  ".jpeg": "jpeg",
  ".jpg": "jpeg",
  ".png": "png",
  ".svg": "svg",
  ".webp": "webp",
};

const URL_SAFE_NAME = /^[A-Za-z0-9._-]+$/;
/** Name of a narrower version of an image, e.g. `kitchen-800.jpg`. */
const VERSION_NAME = /^(?<stem>.+)-(?<width>\d{2,4})(?<extension>\.\w+)$/;

/** Loads images and their narrower versions. Reports unusable images, and ignores names of files that do not exist. */
export function loadImages(folder: ImageFolder, names: Iterable<string>, findings: Finding[]): Map<string, Image> {
  const images = new Map<string, Image>();
  for (const name of new Set(names)) {
    if (!folder.names.includes(name)) continue;
    const image = loadImageFile(folder, name, findings);
    if (image === undefined) continue;
    const narrower = loadNarrowerVersions(folder, name, findings);
    const versions = [...narrower, image];
    const sources = versions.map(({ path, width }) => `${path} ${width}w`);
    const srcset = sources.length === 1 ? "" : sources.join(", ");
    images.set(name, { ...image, versions, srcset });
  }
  return images;
}

/** Returns the error for a missing image, with the most similar name if there is one. */
export function missingImageMessage(name: string, names: readonly string[]): Message {
  const guess = closest(name, names);
  if (guess !== undefined) return { code: "image-misspelt", values: { name, guess } };
  return { code: "image-missing", values: { name } };
}

export function imageFinding(
  level: FindingLevel,
  name: string,
  code: MessageCode,
  values: MessageValues = {},
): Finding {
  return createFinding(level, `content/images/${name}`, { code, values });
}

/** Loads the narrower versions of an image, narrowest first. Reports and skips those with a wrong width in the name. */
function loadNarrowerVersions(folder: ImageFolder, name: string, findings: Finding[]): ImageFile[] {
  const versions: ImageFile[] = [];
  for (const versionName of folder.names) {
    const { stem = "", width, extension = "" } = VERSION_NAME.exec(versionName)?.groups ?? {};
    if (stem + extension !== name) continue;
    const expectedWidth = Number(width);
    const version = loadImageFile(folder, versionName, findings);
    if (version === undefined) continue;
    if (version.width === expectedWidth) {
      versions.push(version);
    } else {
      const values = { found: version.width, width: expectedWidth, name };
      findings.push(imageFinding("warning", versionName, "image-copy-width", values));
    }
  }
  return versions.sort((a, b) => a.width - b.width);
}

/** Loads an image file. If it is unusable, reports why and returns undefined. If it is truncated, only warns. */
function loadImageFile(folder: ImageFolder, name: string, findings: Finding[]): ImageFile | undefined {
  const { content: image, failure } = readImage(folder, name);
  if (failure !== undefined) {
    findings.push(imageFinding("error", name, failure.code, failure.values));
    return undefined;
  }
  if (image.mediaType === "image/jpeg" && isTruncatedJpeg(image.bytes)) {
    findings.push(imageFinding("warning", name, "image-truncated"));
  }
  return image;
}

function readImage({ directory, cache }: ImageFolder, name: string): ReadResult<ImageFile> {
  if (!URL_SAFE_NAME.test(name)) return { failure: { code: "image-name-not-plain" } };
  const { content: bytes, failure } = readBytes(directory, name, IMAGE_BYTES_MAX, cache);
  if (failure?.code === "file-too-large") return { failure: { ...failure, code: "image-too-large" } };
  if (failure !== undefined) return { failure };
  const { content: format, failure: formatFailure } = readFormat(name, bytes);
  if (formatFailure !== undefined) return { failure: formatFailure };
  const size = imageSize(bytes, format);
  if (size === undefined) return { failure: { code: "image-damaged", values: { format } } };
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = format === "svg" ? "image/svg+xml" : `image/${format}`;
  return { content: { name, path, mediaType, bytes, immutable: true, ...size } };
}

/** Returns the format according to the extension, unless the signature contradicts it. */
function readFormat(name: string, bytes: Buffer): ReadResult<ImageFormat> {
  const detected = detectFormat(bytes);
  // Browsers do not show some ISO media files, e.g. HEIC.
  if (detected === "iso") return { failure: { code: "image-not-shown" } };
  const expected = FORMAT_BY_EXTENSION[extname(name).toLowerCase()];
  if (expected === undefined) return { failure: { code: "image-type-unknown" } };
  if (detected === undefined || detected === expected) return { content: expected };
  return { failure: { code: "image-of-other-type", values: { format: expected, found: detected } } };
}
