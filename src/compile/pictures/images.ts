/**
 * Loads the images in `content/images` and their narrower versions, e.g. `kitchen-800.jpg` for `kitchen.jpg`.
 */

import { createHash } from "node:crypto";
import { extname } from "node:path";
import { closest } from "../corrections.ts";
import { type CompileCache, readBytes, type ReadResult } from "../files.ts";
import { createFinding, type Finding, type FindingLevel, type Message } from "../messages.ts";
import { detectFormat, type ImageFormat, type ImageSize, imageSize, isTruncated } from "./image-size.ts";

/** A file that is served unchanged, e.g. an image or a style sheet. */
export type Asset = Readonly<{
  path: string;
  mediaType: string;
  bytes: Buffer;
  /** True if the path contains a hash of the bytes, so that caches never need to revalidate the file. */
  immutable: boolean;
}>;

type ImageFile = Asset & ImageSize & Readonly<{ name: string }>;

export type Image = ImageFile & Readonly<{
  /** All versions, narrowest first. The original is last. */
  versions: readonly ImageFile[];
  /** Value of the `srcset` attribute. Empty if the image has only one version. */
  srcset: string;
}>;

export type Images = ReadonlyMap<string, Image>;

type ImageFolder = Readonly<{ directory: string; fileNames: readonly string[]; cache: CompileCache }>;

/** A reload with a dozen images of this size stays within the systemd unit's memory limit, 256 MiB. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMAT_BY_EXTENSION: Readonly<Record<string, ImageFormat>> = {
  ".jpeg": "jpeg",
  ".jpg": "jpeg",
  ".png": "png",
  ".svg": "svg",
  ".webp": "webp",
};

const URL_SAFE_NAME = /^[A-Za-z0-9._-]+$/;

/** Loads images and their narrower versions. Ignores files that do not exist, because they are reported elsewhere. */
export function loadImages(folder: ImageFolder, names: Iterable<string>) {
  const images = new Map<string, Image>();
  const findings: Finding[] = [];
  for (const name of new Set(names)) {
    if (!folder.fileNames.includes(name)) continue;
    const original = readImage(folder, name);
    findings.push(...checkImage(name, original));
    if (original.content === undefined) continue;
    const narrower = loadNarrowerVersions(folder, name);
    findings.push(...narrower.findings);
    const versions = [...narrower.versions, original.content];
    // Browsers choose the version that fits the screen, if there are several.
    const srcset = versions.length === 1 ? "" : versions.map(({ path, width }) => `${path} ${width}w`).join(", ");
    images.set(name, { ...original.content, versions, srcset });
  }
  return { images, findings };
}

export function missingImageMessage(name: string, names: readonly string[]): Message {
  const guess = closest(name, names);
  if (guess === undefined) return { code: "image-missing", values: { name } };
  return { code: "image-misspelt", values: { name, guess } };
}

export function imageFinding(level: FindingLevel, name: string, message: Message): Finding {
  return createFinding(level, `content/images/${name}`, message);
}

/** The width in the name of a narrower version, e.g. `-800` in `kitchen-800.jpg`, but not `-2` or `-10`. */
export const WIDTH_SUFFIX = /-(\d{3,4})(?=\.\w+$)/;

/**
 * Returns the narrower versions of an image, e.g. `kitchen-800.jpg` for `kitchen.jpg`, sorted by width. Skips and
 * reports a file whose actual width is not the width in its name.
 */
function loadNarrowerVersions(folder: ImageFolder, originalName: string) {
  const versions: ImageFile[] = [];
  const findings: Finding[] = [];
  for (const versionName of folder.fileNames) {
    const isVersion = versionName !== originalName && versionName.replace(WIDTH_SUFFIX, "") === originalName;
    if (!isVersion) continue;
    const result = readImage(folder, versionName);
    findings.push(...checkImage(versionName, result));
    const version = result.content;
    if (version === undefined) continue;
    const nominalWidth = Number(WIDTH_SUFFIX.exec(versionName)?.[1]);
    if (version.width === nominalWidth) {
      versions.push(version);
    } else {
      const values = { found: version.width, width: nominalWidth, name: originalName };
      findings.push(imageFinding("warning", versionName, { code: "image-version-width", values }));
    }
  }
  return { versions: versions.sort((a, b) => a.width - b.width), findings };
}

function checkImage(name: string, { content, failure }: ReadResult<ImageFile>): Finding[] {
  if (failure !== undefined) return [imageFinding("error", name, failure)];
  return isTruncated(content.bytes) ? [imageFinding("warning", name, { code: "image-truncated" })] : [];
}

function readImage({ directory, cache }: ImageFolder, name: string): ReadResult<ImageFile> {
  if (!URL_SAFE_NAME.test(name)) return { failure: { code: "image-name-invalid" } };
  const { content, failure } = readBytes(directory, name, IMAGE_BYTES_MAX);
  if (failure === undefined) return parseImage(name, content, cache);
  // Report `image-too-large` rather than `file-too-large`, because its message also says how to make an image smaller.
  const code = failure.code === "file-too-large" ? "image-too-large" : failure.code;
  return { failure: { ...failure, code } };
}

function parseImage(name: string, bytes: Buffer, cache: CompileCache): ReadResult<ImageFile> {
  const detectedFormat = detectFormat(bytes);
  // "heif" is HEIC or AVIF, which some browsers cannot display.
  if (detectedFormat === "heif") return { failure: { code: "image-not-shown" } };
  const format = FORMAT_BY_EXTENSION[extname(name).toLowerCase()];
  if (format === undefined) return { failure: { code: "image-type-unknown" } };
  if (detectedFormat !== undefined && detectedFormat !== format) {
    return { failure: { code: "image-of-other-type", values: { format, found: detectedFormat } } };
  }
  const size = imageSize(bytes, format);
  if (size === undefined) return { failure: { code: "image-damaged", values: { format } } };
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = format === "svg" ? "image/svg+xml" : `image/${format}`;
  // If the previous compilation read the same bytes, share its buffer. Their hash is in the path.
  const sharedBytes = cache.getOrCompute(path, () => bytes);
  return { content: { name, path, mediaType, bytes: sharedBytes, immutable: true, ...size } };
}

/** Inserts a content hash before the extension, e.g. `/images/kitchen.1a2b3c4d5e.jpg`. */
export function hashedPath(path: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return path.replace(/(?=\.\w+$)/, `.${hash}`);
}
