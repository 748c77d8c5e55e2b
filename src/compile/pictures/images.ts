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
  fileNames: readonly string[];
  cache?: CompileCache | undefined;
}>;

/** Keeps a reload that replaces a dozen images below the memory limit of the systemd unit, 256 MiB. */
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
    const original = folder.fileNames.includes(name) ? loadImageFile(folder, name, findings) : undefined;
    if (original === undefined) continue;
    const narrowerVersions = loadNarrowerVersions(folder, name, findings);
    const versions = [...narrowerVersions, original];
    const candidates = versions.map(({ path, width }) => `${path} ${width}w`);
    const srcset = narrowerVersions.length === 0 ? "" : candidates.join(", ");
    images.set(name, { ...original, versions, srcset });
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
  for (const versionName of folder.fileNames) {
    const expectedWidth = widthInVersionName(versionName, name);
    if (expectedWidth === undefined) continue;
    const version = loadImageFile(folder, versionName, findings);
    if (version?.width === expectedWidth) {
      versions.push(version);
    } else if (version !== undefined) {
      const values = { found: version.width, width: expectedWidth, name };
      findings.push(imageFinding("warning", versionName, "image-copy-width", values));
    }
  }
  return versions.sort((a, b) => a.width - b.width);
}

/**
 * Extracts the width from the file name of a resized copy of `name`, or returns undefined if `versionName` is not such
 * a copy.
 */
function widthInVersionName(versionName: string, name: string): number | undefined {
  const [, stem = "", width, extension = ""] = VERSION_NAME.exec(versionName) ?? [];
  return stem + extension === name ? Number(width) : undefined;
}

/** Loads an image file. If it is unusable, reports why and returns undefined. If it is truncated, only warns. */
function loadImageFile(folder: ImageFolder, name: string, findings: Finding[]): ImageFile | undefined {
  const { content: image, failure } = readImage(folder, name);
  if (failure !== undefined) {
    const code = failure.code === "file-too-large" ? "image-too-large" : failure.code;
    findings.push(imageFinding("error", name, code, failure.values));
    return undefined;
  }
  if (image.mediaType === "image/jpeg" && isTruncatedJpeg(image.bytes)) {
    findings.push(imageFinding("warning", name, "image-truncated"));
  }
  return image;
}

/**
 * Reads an image file and determines its format and dimensions. Fails if the name is not URL-safe or the file is not a
 * valid image.
 */
function readImage({ directory, cache }: ImageFolder, name: string): ReadResult<ImageFile> {
  if (!URL_SAFE_NAME.test(name)) return { failure: { code: "image-name-not-plain" } };
  const file = readBytes(directory, name, IMAGE_BYTES_MAX, cache);
  if (file.failure !== undefined) return file;
  const bytes = file.content;
  const { content: format, failure } = determineFormat(name, bytes);
  if (failure !== undefined) return { failure };
  const size = imageSize(bytes, format);
  if (size === undefined) return { failure: { code: "image-damaged", values: { format } } };
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = format === "svg" ? "image/svg+xml" : `image/${format}`;
  // Immutable, because the path contains a hash of the bytes.
  return { content: { name, path, mediaType, bytes, immutable: true, ...size } };
}

/**
 * Returns the format implied by the file extension. Fails if the extension is unknown, if the file signature
 * contradicts it, or if the file is an ISO media file (such as HEIC), since browser support for those is patchy.
 */
function determineFormat(name: string, bytes: Buffer): ReadResult<ImageFormat> {
  const detected = detectFormat(bytes);
  if (detected === "iso") return { failure: { code: "image-not-shown" } };
  const expected = FORMAT_BY_EXTENSION[extname(name).toLowerCase()];
  if (expected === undefined) return { failure: { code: "image-type-unknown" } };
  // `detected` is undefined for SVG, which has no signature.
  if (detected === undefined || detected === expected) return { content: expected };
  return { failure: { code: "image-of-other-type", values: { format: expected, found: detected } } };
}
