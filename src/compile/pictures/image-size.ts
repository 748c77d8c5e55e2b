/**
 * Reads format, width and height from the first bytes of an image file: JPEG, PNG, WebP and SVG.
 *
 * It decodes nothing and trusts nothing. Reading beyond the end of the bytes gives no size, and every loop ends.
 */

export type ImageSize = Readonly<{
  width: number;
  height: number;
}>;

/** `iso` is what telephones write: HEIC or AVIF. */
export type ImageFormat = "iso" | "jpeg" | "png" | "svg" | "webp";

const SVG_BYTES_MAX = 64 * 1024;

/** Returns the format by the signature, or undefined for a text such as SVG and for any other file. */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  if (has(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (has(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (has(bytes, 0, "RIFF") && has(bytes, 8, "WEBP")) return "webp";
  return has(bytes, 4, "ftyp") ? "iso" : undefined;
}

/** Returns undefined if the bytes are not a complete header of that format, or state no size. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  try {
    const size = readSize(bytes, format);
    const isPositive = size !== undefined && size.width > 0 && size.height > 0;
    return isPositive && Number.isFinite(size.width * size.height) ? size : undefined;
  } catch {
    // A RangeError of Buffer: the header is cut off.
    return undefined;
  }
}

/** Tells whether the end of the image is missing, as after an interrupted copy. */
export function isTruncatedJpeg(bytes: Buffer): boolean {
  // The end-of-image marker cannot occur within coded data (ITU-T T.81, B.1.1.5). Cameras write more after it.
  return bytes.lastIndexOf("\xff\xd9", undefined, "latin1") <= readJpeg(bytes).frame;
}

function readSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  if (format === "jpeg") return jpegSize(bytes);
  if (format === "png") return pngSize(bytes);
  if (format === "svg") return svgSize(bytes);
  return format === "webp" ? webpSize(bytes) : undefined;
}

function has(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Reads the chunk IHDR of 13 bytes, which is first (RFC 2083, section 4.1.1). */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Swaps width and height if the Exif orientation turns the image by a quarter. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  const { frame, exif } = readJpeg(bytes);
  if (frame === -1) return undefined;
  const height = bytes.readUInt16BE(frame + 5);
  const width = bytes.readUInt16BE(frame + 7);
  return exif !== undefined && isQuarterTurn(exif) ? { width: height, height: width } : { width, height };
}

type JpegHeader = Readonly<{
  /** The offset of the marker that begins the frame, or -1. */
  frame: number;
  /** The TIFF structure in the first Exif segment. */
  exif?: Buffer;
}>;

/** SOF markers are C0 to CF, except C4, C8 and CC, which do not start a frame. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Follows the segments by their lengths, up to the frame. */
function readJpeg(bytes: Buffer): JpegHeader {
  let exif: Buffer | undefined;
  let offset = has(bytes, 0, "\xff\xd8") ? 2 : bytes.length;
  while (bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    if (isFrameMarker(marker)) return exif === undefined ? { frame: offset } : { frame: offset, exif };
    // FF is a fill byte.
    const length = marker === 0xff ? -1 : Math.max(2, bytes.readUInt16BE(offset + 2));
    if (marker === 0xe1 && exif === undefined && has(bytes, offset + 4, "Exif\0\0")) {
      exif = bytes.subarray(offset + 10, offset + 2 + length);
    }
    offset += 2 + length;
  }
  return { frame: -1 };
}

/** Reads the orientation, tag 0x112 of the first directory (Exif 2.32, section 4.6.2). 5 to 8 are quarter turns. */
function isQuarterTurn(tiff: Buffer): boolean {
  const isLittleEndian = has(tiff, 0, "II");
  const read = (offset: number, size: number) => {
    if (offset + size > tiff.length) return 0;
    return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
  };
  const directory = read(4, 4);
  const count = read(directory, 2);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + 12 * index;
    if (read(entry, 2) === 0x112) return [5, 6, 7, 8].includes(read(entry + 8, 2));
  }
  return false;
}

/** Reads the first chunk, which is lossy, lossless or extended (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "RIFF") || !has(bytes, 8, "WEBP")) return undefined;
  if (has(bytes, 12, "VP8 ")) {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (has(bytes, 12, "VP8L")) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!has(bytes, 12, "VP8X")) return undefined;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

/** Matches an unclosed comment to the end, so that the time is linear. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;
const ATTRIBUTE = /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads the view box, which states the proportions, or else width and height. */
function svgSize(bytes: Buffer): ImageSize {
  const text = bytes.toString("latin1", 0, SVG_BYTES_MAX).replace(XML_COMMENT, "");
  const tag = SVG_TAG.exec(text)?.[0] ?? "";
  const attributes = new Map<string, string>();
  for (const [, name = "", inDoubleQuotes, inSingleQuotes = ""] of tag.matchAll(ATTRIBUTE)) {
    attributes.set(name, inDoubleQuotes ?? inSingleQuotes);
  }
  const viewBox = attributes.get("viewBox")?.trim().split(/[\s,]+/) ?? [];
  const width = viewBox[2] ?? attributes.get("width") ?? "";
  const height = viewBox[3] ?? attributes.get("height") ?? "";
  return { width: Math.round(parseFloat(width)), height: Math.round(parseFloat(height)) };
}
