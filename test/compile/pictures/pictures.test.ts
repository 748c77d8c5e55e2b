import assert from "node:assert/strict";
import { test } from "node:test";

import { pictures } from "../../../src/compile/pictures/pictures.ts";
import { sampleFacts } from "../../support/sample.ts";
import { drawingWith, WAYS_INTO_THE_PAGE } from "../../support/drawings.ts";

/** A JPEG's first bytes, of so many pixels. */
function jpeg(width: number, height: number, ...before: readonly number[]): Buffer {
  return Buffer.from([0xff, 0xd8, ...before, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0]);
}

const FILES: Readonly<Record<string, Buffer>> = {
  "kitchen.jpg": jpeg(1600, 1200),
  "kitchen-480.jpg": jpeg(480, 360),
  "kitchen-960.jpg": jpeg(960, 720),
  "kitchen-960.png": jpeg(960, 720),
  "kitchen-table.jpg": jpeg(300, 200),
  "heavy.jpg": Buffer.concat([jpeg(4000, 3000), Buffer.alloc(2_000_000)]),
  "large.jpg": Buffer.concat([jpeg(4000, 3000), Buffer.alloc(1_000_000)]),
};

function shelf(files: readonly string[], from = FILES) {
  const read = (name: string) => from[name] ?? { problem: "is missing", isMissing: true };
  const site = { ...sampleFacts().site, photos: files.map((file) => ({ file, alt: "A" })) };
  return pictures(site, "All of it", Object.keys(from), read);
}

/** Without the hash of the bytes. */
function plain(path: string): string {
  return path.replaceAll(/\.[0-9a-f]{10}\./g, ".");
}

test("a photograph comes in the widths that stand beside it", () => {
  const { photos, assets, findings } = shelf(["kitchen.jpg", "kitchen-table.jpg"]);
  assert.deepEqual(findings, []);
  assert.deepEqual(
    photos.map(({ path, srcset, width }) => [plain(path), plain(srcset), width]),
    [
      ["/images/kitchen.jpg", "/images/kitchen-480.jpg 480w, /images/kitchen-960.jpg 960w, /images/kitchen.jpg 1600w", 1600],
      ["/images/kitchen-table.jpg", "", 300],
    ],
  );
  assert.deepEqual(
    assets().map(({ path }) => plain(path)).sort(),
    ["/images/kitchen-480.jpg", "/images/kitchen-960.jpg", "/images/kitchen-table.jpg", "/images/kitchen.jpg"],
  );
});

test("heavy photographs are told once, with the cure", () => {
  const { findings } = shelf(["heavy.jpg", "kitchen.jpg", "large.jpg"]);
  assert.equal(findings.length, 1);
  assert.match(findings[0]?.message ?? "", /^photos: heavy\.jpg \(2000 kB\), large\.jpg \(1000 kB\) are slow .*Windows.*macOS.*Linux/);
});

test("pages call a picture by its file's name, and it is served when they do", () => {
  const { addressOf, assets, sizeOf } = shelf([]);
  assert.deepEqual(assets(), []);
  assert.equal(plain(addressOf("/images/kitchen.jpg")), "/images/kitchen.jpg");
  assert.notEqual(addressOf("/images/kitchen.jpg"), "/images/kitchen.jpg");
  assert.equal(assets().length, 1);
  assert.match(sizeOf(addressOf("/images/kitchen.jpg")), /^ width="[1-9]\d*" height="[1-9]\d*"$/);
  assert.equal(sizeOf("/images/none.jpg"), "");
  for (const other of ["/images/none.jpg", "/about", "#a", "https://a.example/images/kitchen.jpg"]) assert.equal(addressOf(other), other);
});

test("whatever a drawing holds, the page shows it as a picture and holds nothing of it", () => {
  for (const evil of WAYS_INTO_THE_PAGE) {
    const { photos, findings } = shelf([], { "cottage.svg": Buffer.from(drawingWith(evil)) });
    assert.deepEqual(findings, []);
    assert.deepEqual(
      photos.map((photo) => ({ ...photo, path: plain(photo.path) })),
      [{ path: "/images/cottage.svg", alt: "A hill", width: 1600, height: 620, srcset: "" }],
    );
  }
});
