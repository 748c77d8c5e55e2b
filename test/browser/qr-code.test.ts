/** Checks the QR code of the table card with an independent decoder. */
import assert from "node:assert/strict";
import { test } from "node:test";
import jsQR from "jsqr";
import { qrCode, TEXT_BYTES_MAX } from "../../scripts/card/qr-code.ts";

/** Pixels per module, and modules of the quiet zone. */
const SCALE = 4;
const QUIET_ZONE = 4;

/** Draws a QR code as RGBA pixels. */
function drawPixels(rows: readonly (readonly boolean[])[]): {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
} {
  const width = (rows.length + 2 * QUIET_ZONE) * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark = rows[Math.floor(y / SCALE) - QUIET_ZONE]?.[Math.floor(x / SCALE) - QUIET_ZONE] === true;
      if (isDark) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { pixels, width };
}

test("the decoder reads every text of 1 to 213 bytes", () => {
  for (let length = 1; length <= TEXT_BYTES_MAX; length += 1) {
    const text = "https://cottage.example/welcome?".padEnd(length, "aZ09-_~%").slice(0, length);
    const rows = qrCode(text);
    const { pixels, width } = drawPixels(rows);
    const read = jsQR.default(pixels, width, width);
    assert.equal(read?.data, text);
    assert.equal(read?.version, (rows.length - 17) / 4);
  }
});

test("a text of more than 213 bytes is rejected", () => {
  assert.throws(() => qrCode("x".repeat(TEXT_BYTES_MAX + 1)), /214 bytes, and 213 fit/);
});
