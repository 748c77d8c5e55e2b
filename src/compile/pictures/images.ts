/**
 * Loads the images in `content/images`.
 */

import { createHash } from "node:crypto";
import { extname } from "node:path";
import { type CompileCache, readBytes, type ReadResult } from "../files.ts";
import { createFinding, type Finding, type FindingLevel, type Message } from "../messages.ts";
import { detectFormat, type ImageFormat, type ImageSize, imageSize } from "./image-size.ts";

/** A file that is served unchanged, e.g. an image or a style sheet. */
export type Asset = Readonly<{ path: string; mediaType: string; bytes: Buffer; immutable: boolean }>;

type ImageFile = Asset & ImageSize & Readonly<{ name: string }>;

export type Image = ImageFile & Readonly<{
  /** All versions, including the original, narrowest first. */
  versions: readonly ImageFile[];
  /** HTML attribute. Empty if the image has only one version. */
  srcset: string;
}>;

export type Images = ReadonlyMap<string, Image>;

type ImageFolder = Readonly<{ directory: string; fileNames: readonly string[]; cache: CompileCache }>;

/** Limits memory use: reloading a site with a dozen images of this size needs less than 256 MiB. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMAT_BY_EXTENSION: Readonly<Record<string, ImageFormat>> = {
  ".jpeg": "jpeg",
  ".jpg": "jpeg",
  ".png": "png",
  ".svg": "svg",
  ".webp": "webp",
};

const URL_SAFE_NAME = /^[A-Za-z0-9._-]+$/;

/** Loads images and narrower versions, e.g. `kitchen-800.jpg`. Skips missing files, which other checks report. */
export function loadImages(folder: ImageFolder, names: Iterable<string>) {
  const images = new Map<string, Image>();
  const findings: Finding[] = [];
  for (const name of new Set(names)) {
    const versionNames = folder.fileNames.filter((fileName) => isNamedAsVersion(fileName, name));
    const files: ImageFile[] = [];
    for (const fileName of versionNames) {
      const { content, failure } = readImage(folder, fileName);
      if (failure === undefined) files.push(content);
      else findings.push(imageFinding("error", fileName, failure));
    }
    const image = combineVersions(name, files);
    if (image !== undefined) images.set(name, image);
  }
  return { images, findings };
}

export function imageFinding(level: FindingLevel, name: string, message: Message): Finding {
  return createFinding(level, `content/images/${name}`, message);
}

/** Matches the `-800` in `kitchen-800.jpg`, a version of `kitchen.jpg` that is 800 pixels wide. */
export const WIDTH_SUFFIX = /-(\d{3,4})(?=\.\w+$)/;

function isNamedAsVersion(fileName: string, originalName: string): boolean {
  return fileName === originalName || fileName.replace(WIDTH_SUFFIX, "") === originalName;
}

/** Combines an image with its narrower versions, or returns undefined if there is no file with its name. */
function combineVersions(originalName: string, files: readonly ImageFile[]): Image | undefined {
  const original = files.find(({ name }) => name === originalName);
  if (original === undefined) return undefined;
  const versions = files.filter((file) => file === original || isWidthInName(file)).sort((a, b) => a.width - b.width);
  return { ...original, versions, srcset: renderSrcset(versions) };
}

function isWidthInName({ name, width }: ImageFile): boolean {
  return Number(WIDTH_SUFFIX.exec(name)?.[1]) === width;
}

function renderSrcset(versions: readonly ImageFile[]): string {
  if (versions.length === 1) return "";
  return versions.map(({ path, width }) => `${path} ${width}w`).join(", ");
}

/** Reads and checks an image. If it cannot be used, `failure` tells the owner why. */
function readImage({ directory, cache }: ImageFolder, name: string): ReadResult<ImageFile> {
  if (!URL_SAFE_NAME.test(name)) return { failure: { code: "image-name-invalid" } };
  const { content, failure } = readBytes(directory, name, IMAGE_BYTES_MAX);
  // Use the message for images, which also says how to make them smaller.
  if (failure?.code === "file-too-large") return { failure: { ...failure, code: "image-too-large" } };
  if (failure !== undefined) return { failure };
  return parseImage(name, content, cache);
}

/** Checks that an image is undamaged and has the format that its file name says, e.g. JPEG for `.jpg`. */
function parseImage(name: string, bytes: Buffer, cache: CompileCache): ReadResult<ImageFile> {
  const expectedFormat = FORMAT_BY_EXTENSION[extname(name).toLowerCase()];
  const format = detectFormat(bytes);
  // Reject HEIC and AVIF ("heif"), because some browsers cannot display them.
  if (format === "heif") return { failure: { code: "image-not-shown" } };
  if (expectedFormat === undefined) return { failure: { code: "image-type-unknown" } };
  if (format !== undefined && format !== expectedFormat) {
    return { failure: { code: "image-of-other-type", values: { format: expectedFormat, found: format } } };
  }
  const size = format && imageSize(bytes, format);
  if (size === undefined) return { failure: { code: "image-damaged", values: { format: expectedFormat } } };
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = expectedFormat === "svg" ? "image/svg+xml" : `image/${expectedFormat}`;
  // Share the buffer of an earlier compilation to save memory. The path contains a hash, so the bytes are equal.
  const sharedBytes = cache.getOrCompute(path, () => bytes);
  return { content: { name, path, mediaType, bytes: sharedBytes, immutable: true, ...size } };
}

/** Inserts a content hash before the extension, e.g. `/images/kitchen.1a2b3c4d5e.jpg`. */
export function hashedPath(path: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return path.replace(/(?=\.\w+$)/, `.${hash}`);
}
