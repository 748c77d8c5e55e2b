/** Headers of the four formats: complete, truncated at every byte, and damaged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { detectFormat, type ImageFormat, imageSize } from "../../../src/compile/pictures/image-size.ts";
import { stopwatch } from "../../support/stopwatch.ts";

function bytes(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
}

const PNG = bytes("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 6, 64, 0, 0, 4, 176]);
const FRAME = [0xff, 0xc2, 0, 11, 8, 4, 176, 6, 64, 3];

const TURNED_FRAME = [0xff, 0xc2, 0, 11, 8, 6, 64, 4, 176, 3];

/** A segment whose directory has two entries, the second of them the orientation. */
function exif(order: "II" | "MM", orientation: number, tag = 0x112): number[] {
  const tiff = Buffer.alloc(34);
  const put = (value: number, at: number, size: number): unknown =>
    order === "II" ? tiff.writeUIntLE(value, at, size) : tiff.writeUIntBE(value, at, size);
  tiff.write(order);
  put(42, 2, 2);
  put(8, 4, 4);
  put(2, 8, 2);
  put(0x10f, 10, 2);
  put(tag, 22, 2);
  put(3, 24, 2);
  put(1, 26, 4);
  put(orientation, 30, 2);
  return [0xff, 0xe1, 0, 42, ...Buffer.from("Exif\0\0"), ...tiff];
}

const WHOLE: readonly [name: string, format: ImageFormat, header: Buffer][] = [
  ["SVG", "svg", bytes('<?xml version="1.0"?><!-- a --><svg xmlns="a" viewBox="0 0 1600.2 1200"></svg>')],
  ["SVG by its width and height", "svg", bytes('<svg height="1200px"\nwidth="1600"/>')],
  ["JPEG in portrait orientation", "jpeg", bytes([0xff, 0xd8, ...exif("II", 6)], TURNED_FRAME)],
  ["big-endian JPEG in portrait orientation", "jpeg", bytes([0xff, 0xd8, ...exif("MM", 8)], TURNED_FRAME)],
  ["JPEG taken upside down", "jpeg", bytes([0xff, 0xd8, ...exif("MM", 3)], FRAME)],
  ["JPEG with Exif but no orientation", "jpeg", bytes([0xff, 0xd8, ...exif("II", 6, 0x110)], FRAME)],
  ["JPEG with a second Exif segment", "jpeg", bytes([0xff, 0xd8, ...exif("II", 1), ...exif("II", 6)], FRAME)],
  ["PNG", "png", PNG],
  ["JPEG", "jpeg", bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1], FRAME)],
  ["baseline JPEG", "jpeg", bytes([0xff, 0xd8, 0xff, 0xc0], FRAME.slice(2))],
  ["JPEG with tables first", "jpeg", bytes([0xff, 0xd8, 0xff, 0xc4, 0, 3, 9], FRAME)],
  [
    "WebP, lossy",
    "webp",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [9, 0, 0, 0, 0, 0, 0], "\x9d\x01\x2a", [0x40, 6, 0xb0, 4]),
  ],
  [
    "WebP, lossless",
    "webp",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [9, 0, 0, 0, 0x2f, 0x3f, 0xc6, 0x2b, 0x01], [0, 0, 0, 0, 0]),
  ],
  [
    "WebP, extended",
    "webp",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x3f, 6, 0, 0xaf, 4, 0]),
  ],
  ["SVG in single quotes", "svg", bytes("<svg xmlns='a' viewBox='0 0 1600 1200'/>")],
  ["SVG with commas in its viewBox", "svg", bytes('<svg viewBox="0,0 1600, 1200"/>')],
  ["SVG with a > in an attribute", "svg", bytes('<svg aria-label="a > b" viewBox="0 0 1600 1200"/>')],
];

for (const [name, format, header] of WHOLE) {
  test(`imageSize() reads a header of ${name}`, () => {
    assert.deepEqual(imageSize(header, format), { width: 1600, height: 1200 });
  });

  test(`imageSize() never returns a wrong size for a truncated ${name}`, () => {
    const sizes = Array.from({ length: header.length }, (_, end) => imageSize(header.subarray(0, end), format));
    const wrong = sizes.filter((size) => size !== undefined && (size.width !== 1600 || size.height !== 1200));
    assert.deepEqual(wrong, []);
    assert.equal(sizes[8], undefined);
  });
}

const DAMAGED: readonly [name: string, format: ImageFormat, header: Buffer][] = [
  ["an empty file", "png", Buffer.alloc(0)],
  ["a PNG read as JPEG", "jpeg", PNG],
  ["a PNG of no width", "png", bytes(PNG.subarray(0, 16).toString("latin1"), [0, 0, 0, 0, 0, 0, 0, 1])],
  [
    "a JPEG whose segments have no length",
    "jpeg",
    bytes([0xff, 0xd8], ...Array<number[]>(40).fill([0xff, 0xe0, 0, 0])),
  ],
  ["a JPEG whose segment leads out of the file", "jpeg", bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], FRAME)],
  ["a lossless JPEG, which browsers cannot show", "jpeg", bytes([0xff, 0xd8, 0xff, 0xc3], FRAME.slice(2))],
  ["an SVG without a size", "svg", bytes('<svg xmlns="a"><path d="M0 0"/></svg>')],
  ["a WebP of an unknown kind", "webp", bytes("RIFF", [0, 0, 0, 0], "WEBPVP9 ", Array<number>(20).fill(1))],
];

for (const [name, format, header] of DAMAGED) {
  test(`imageSize() returns undefined for ${name}`, () => assert.equal(imageSize(header, format), undefined));
}

const FORMATS: readonly [format: ImageFormat | "heif" | undefined, header: Buffer][] = [
  ["jpeg", bytes([0xff, 0xd8, 0xff, 0xe0])],
  ["png", PNG],
  ["webp", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ")],
  ["heif", bytes([0, 0, 0, 24], "ftypavif")],
  ["heif", bytes([0, 0, 0, 24], "ftypheic")],
  ["svg", bytes('<?xml version="1.0"?><svg viewBox="0 0 1 1"/>')],
  [undefined, bytes(PNG.toString("latin1").replace("IHDR", "CgBI"))],
  [undefined, bytes("<svgs />")],
  [undefined, bytes("")],
];

for (const [format, header] of FORMATS) {
  test(`detectFormat() of ${JSON.stringify(header.toString("latin1"))} is ${format}`, () => {
    assert.equal(detectFormat(header), format);
  });
}

const SIZE = 5_000_000;
const EXIF = bytes([0xff, 0xe1, 0, 22], "Exif\0\0", "MM", [0, 42, 0, 0, 0, 8, 0xff, 0xff, 0, 0, 0, 0]);

const SLOW: readonly [name: string, format: ImageFormat, bytes: Buffer][] = [
  ["markers", "jpeg", Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(SIZE, 0xff)])],
  [
    "empty segments",
    "jpeg",
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(SIZE, Buffer.from([0xff, 0xe1, 0, 2]))]),
  ],
  ["Exif segments", "jpeg", Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(SIZE, EXIF), Buffer.from(FRAME)])],
  ["opened comments", "svg", bytes("<!--".repeat(1_000_000))],
  ["opened drawings", "svg", bytes("<svg ".repeat(1_000_000))],
  ["opened quotation marks", "svg", bytes('<svg a="'.repeat(1_000_000))],
  ["spaces", "svg", bytes(`<svg a${" ".repeat(SIZE)}`)],
];

for (const [name, format, content] of SLOW) {
  test(`imageSize() is fast for a file of ${name}`, () => {
    const spent = stopwatch();
    imageSize(content, format);
    assert.ok(spent() < 1000);
  });
}
