/**
 * Loads the images in `content/images` and their narrower versions, e.g. `kitchen-800.jpg` for `kitchen.jpg`.
 */

import { createHash } from "node:crypto";
import { extname } from "node:path";
import { closest, proposeFileName } from "../corrections.ts";
import { type CompileCache, readBytes, type ReadResult } from "../files.ts";
import { createFinding, type Finding, type FindingLevel, type Message } from "../messages.ts";
import { detectFormat, type ImageFormat, type ImageSize, imageSize, isTruncated } from "./image-size.ts";

/** A file that is served unchanged, e.g. an image or a style sheet. */
export type Asset = Readonly<{
  path: string;
  mediaType: string;
  bytes: Buffer;
  /** True if clients may cache the file forever. */
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

/** A reload with a dozen images of this size needs less than 256 MiB. */
const IMAGE_BYTES_MAX = 5_000_000;

const FORMAT_BY_EXTENSION: Readonly<Record<string, ImageFormat>> = {
  ".jpeg": "jpeg",
  ".jpg": "jpeg",
  ".png": "png",
  ".svg": "svg",
  ".webp": "webp",
};

const URL_SAFE_NAME = /^[A-Za-z0-9._-]+$/;

export function nameProblem(name: string): Message | undefined {
  if (URL_SAFE_NAME.test(name)) return undefined;
  return { code: "image-name-invalid", values: { name: proposeFileName(name) } };
}

/** Loads images and their narrower versions. Ignores missing files, which are reported elsewhere. */
export function loadImages(folder: ImageFolder, names: Iterable<string>) {
  const images = new Map<string, Image>();
  const findings: Finding[] = [];
  for (const name of new Set(names)) {
    if (!folder.fileNames.includes(name)) continue;
    const loaded = loadImage(folder, name);
    findings.push(...loaded.findings);
    if (loaded.image !== undefined) images.set(name, loaded.image);
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

/** Matches the width of a narrower version, e.g. `-800` in `kitchen-800.jpg`. */
export const WIDTH_SUFFIX = /-(\d{3,4})(?=\.\w+$)/;

function loadImage(folder: ImageFolder, name: string) {
  const original = readImage(folder, name);
  const findings = checkImage(name, original);
  if (original.content === undefined) return { findings };
  const narrower = loadNarrowerVersions(folder, name);
  const versions = [...narrower.versions, original.content];
  const image = { ...original.content, versions, srcset: renderSrcset(versions) };
  return { image, findings: [...findings, ...narrower.findings] };
}

function renderSrcset(versions: readonly ImageFile[]): string {
  if (versions.length === 1) return "";
  return versions.map(({ path, width }) => `${path} ${width}w`).join(", ");
}

/** Loads the narrower versions of an image, sorted by width. */
function loadNarrowerVersions(folder: ImageFolder, originalName: string) {
  const versions: ImageFile[] = [];
  const findings: Finding[] = [];
  for (const name of narrowerNames(folder, originalName)) {
    const result = readImage(folder, name);
    findings.push(...checkImage(name, result));
    if (result.content === undefined) continue;
    const widthFindings = checkWidth(result.content, originalName);
    findings.push(...widthFindings);
    if (widthFindings.length === 0) versions.push(result.content);
  }
  return { versions: versions.sort((a, b) => a.width - b.width), findings };
}

function narrowerNames({ fileNames }: ImageFolder, originalName: string): string[] {
  return fileNames.filter((name) => name !== originalName && name.replace(WIDTH_SUFFIX, "") === originalName);
}

function checkWidth(version: ImageFile, originalName: string): Finding[] {
  const nominalWidth = Number(WIDTH_SUFFIX.exec(version.name)?.[1]);
  if (version.width === nominalWidth) return [];
  const values = { found: version.width, width: nominalWidth, name: originalName };
  return [imageFinding("warning", version.name, { code: "image-version-width", values })];
}

function checkImage(name: string, { content, failure }: ReadResult<ImageFile>): Finding[] {
  if (failure !== undefined) return [imageFinding("error", name, failure)];
  return isTruncated(content.bytes) ? [imageFinding("warning", name, { code: "image-truncated" })] : [];
}

function readImage({ directory, cache }: ImageFolder, name: string): ReadResult<ImageFile> {
  const problem = nameProblem(name);
  if (problem !== undefined) return { failure: problem };
  const { content, failure } = readBytes(directory, name, IMAGE_BYTES_MAX);
  if (failure === undefined) return parseImage(name, content, cache);
  // Use a message that also says how to make an image smaller.
  const code = failure.code === "file-too-large" ? "image-too-large" : failure.code;
  return { failure: { ...failure, code } };
}

function parseImage(name: string, bytes: Buffer, cache: CompileCache): ReadResult<ImageFile> {
  const { content: format, failure } = readFormat(name, bytes);
  if (failure !== undefined) return { failure };
  const size = imageSize(bytes, format);
  if (size === undefined) return { failure: { code: "image-damaged", values: { format } } };
  const path = hashedPath(`/images/${name}`, bytes);
  const mediaType = format === "svg" ? "image/svg+xml" : `image/${format}`;
  // Save memory by sharing unchanged bytes with the previous compilation.
  const sharedBytes = cache.getOrCompute(path, () => bytes);
  return { content: { name, path, mediaType, bytes: sharedBytes, immutable: true, ...size } };
}

/** Returns the format named by the extension. Fails if the bytes have another format. */
function readFormat(name: string, bytes: Buffer): ReadResult<ImageFormat> {
  const found = detectFormat(bytes);
  // Reject HEIC and AVIF, which some browsers cannot display.
  if (found === "heif") return { failure: { code: "image-not-shown" } };
  const format = FORMAT_BY_EXTENSION[extname(name).toLowerCase()];
  if (format === undefined) return { failure: { code: "image-type-unknown" } };
  if (found === undefined || found === format) return { content: format };
  return { failure: { code: "image-of-other-type", values: { format, found } } };
}

/** Inserts a content hash before the extension, e.g. `/images/kitchen.1a2b3c4d5e.jpg`. */
export function hashedPath(path: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return path.replace(/(?=\.\w+$)/, `.${hash}`);
}
