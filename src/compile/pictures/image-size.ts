/**
 * Reads the format and the dimensions of an image from its header, without decoding it.
 */

export type ImageSize = Readonly<{ width: number; height: number }>;

const SIZE_READERS = { jpeg: jpegSize, png: pngSize, svg: svgSize, webp: webpSize };

export type ImageFormat = keyof typeof SIZE_READERS;

/** Detects the format from the file signature. SVG has none. "iso" is an ISO base media file, e.g. HEIC or AVIF. */
export function detectFormat(bytes: Buffer): ImageFormat | "iso" | undefined {
  if (matches(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (matches(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (matches(bytes, 0, "RIFF") && matches(bytes, 8, "WEBP")) return "webp";
  return matches(bytes, 4, "ftyp") ? "iso" : undefined;
}

function matches(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Returns the dimensions in pixels, or undefined if the header is damaged or does not match the format. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  if (format !== "svg" && detectFormat(bytes) !== format) return undefined;
  try {
    const size = SIZE_READERS[format](bytes);
    // A missing dimension of an SVG is NaN.
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // A truncated header makes Buffer throw a RangeError.
    return undefined;
  }
}

/** Reads the IHDR chunk, which is always first (RFC 2083, section 4.1.1). */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (!matches(bytes, 12, "IHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const JPEG_END_OF_IMAGE = "\xff\xd9";

/** Returns whether the end of a JPEG file is missing, e.g. after an interrupted copy. */
export function isTruncatedJpeg(bytes: Buffer): boolean {
  // An end marker before the frame belongs to the Exif thumbnail. Compressed data cannot contain one (T.81, B.1.1.5).
  return !bytes.includes(JPEG_END_OF_IMAGE, jpegFrameOffset(bytes), "latin1");
}

/** Reads the size from the frame header. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frameOffset = jpegFrameOffset(bytes);
  if (frameOffset === undefined) return undefined;
  const height = bytes.readUInt16BE(frameOffset + 5);
  const width = bytes.readUInt16BE(frameOffset + 7);
  return isRotated(bytes.subarray(0, frameOffset)) ? { width: height, height: width } : { width, height };
}

const START_OF_IMAGE_BYTES = 2;
const MARKER_START = 0xff;

/** Returns the offset of the start-of-frame marker, if any. Throws if the header is truncated. */
function jpegFrameOffset(bytes: Buffer): number | undefined {
  let offset = START_OF_IMAGE_BYTES;
  while (bytes[offset] === MARKER_START) {
    const marker = bytes.readUInt8(offset + 1);
    // Start-of-frame markers are C0 to CF, except C4 (DHT), C8 (JPG) and CC (DAC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return offset;
    const isFillByte = marker === MARKER_START;
    if (isFillByte) {
      offset += 1;
    } else {
      // The length includes its own two bytes. In a damaged file it may be less.
      offset += 2 + Math.max(2, bytes.readUInt16BE(offset + 2));
    }
  }
  return undefined;
}

const EXIF_SIGNATURE = "Exif\0\0";
const ORIENTATION_TAG = 0x112;
const ENTRY_BYTES = 12;

/** Returns whether the Exif orientation (Exif 2.32, section 4.6.2) rotates the image by 90°. */
function isRotated(jpegHeader: Buffer): boolean {
  const signatureOffset = jpegHeader.indexOf(EXIF_SIGNATURE);
  if (signatureOffset === -1) return false;
  const tiff = jpegHeader.subarray(signatureOffset + EXIF_SIGNATURE.length);
  const isLittleEndian = matches(tiff, 0, "II");
  // Returns 0 past the end, so that damaged Exif data does not throw.
  const readUInt = (offset: number, size: number) => {
    if (offset + size > tiff.length) return 0;
    return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
  };
  // TIFF 6.0: byte 4 has the offset of the directory. Each entry has its tag at byte 0 and its value at byte 8.
  const directoryOffset = readUInt(4, 4);
  const entryCount = readUInt(directoryOffset, 2);
  for (let index = 0; index < entryCount; index += 1) {
    const entryOffset = directoryOffset + 2 + ENTRY_BYTES * index;
    if (readUInt(entryOffset, 2) === ORIENTATION_TAG) {
      const orientation = readUInt(entryOffset + 8, 2);
      return orientation >= 5 && orientation <= 8;
    }
  }
  return false;
}

const LOW_14_BITS = 0x3fff;

/** Reads the dimensions from the first chunk, whose type is at byte 12 (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (matches(bytes, 12, "VP8 ")) {
    // The upper two bits of each value are a scaling factor.
    return { width: bytes.readUInt16LE(26) & LOW_14_BITS, height: bytes.readUInt16LE(28) & LOW_14_BITS };
  }
  if (matches(bytes, 12, "VP8L")) {
    // Width and height are each stored as 14 bits, minus one.
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
  }
  if (!matches(bytes, 12, "VP8X")) return undefined;
  // Width and height are each stored as 24 bits, minus one.
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

const SEARCHED_SVG_BYTES = 64 * 1024;
/** An unclosed comment matches to the end, because scanning to the end at each `<!--` would take quadratic time. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;

/** Reads the size from `viewBox`, i.e. "min-x min-y width height", or from `width` and `height`. */
function svgSize(bytes: Buffer): ImageSize {
  const text = bytes.toString("latin1", 0, SEARCHED_SVG_BYTES).replace(XML_COMMENT, "");
  const tag = SVG_TAG.exec(text)?.[0] ?? "";
  const [, , viewBoxWidth, viewBoxHeight] = attributeOf(tag, "viewBox").trim().split(/[\s,]+/);
  const width = parseFloat(viewBoxWidth ?? attributeOf(tag, "width"));
  const height = parseFloat(viewBoxHeight ?? attributeOf(tag, "height"));
  return { width: Math.round(width), height: Math.round(height) };
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}
