/** The versions of photos, the image for link previews, and errors in either. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CompileCache } from "../../../src/compile/files.ts";
import { formatFinding } from "../../../src/compile/messages.ts";
import { loadImages } from "../../../src/compile/pictures/images.ts";
import { checkGallery, checkPhotos, createGallery, siteImageNames } from "../../../src/compile/pictures/photographs.ts";
import { drawingWith, HARMFUL_MARKUP } from "../../support/drawings.ts";
import { sampleFacts } from "../../support/sample.ts";
import { AVIF, HEIC, jpegOf, photoWith, PNG } from "../../support/images.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { sequence } from "../../support/patterns.ts";

const { site: SITE } = sampleFacts();

type ImageFiles = Readonly<Record<string, Buffer>>;

/** Creates the gallery of a folder with these files, of which `photoNames` are listed as photos. */
function galleryWith(files: ImageFiles, photoNames: readonly string[]) {
  const directory = temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
  const names = Object.keys(files).sort();
  const site = { ...SITE, photos: photoNames.map((file) => ({ file, alt: "A" })) };
  const folder = { directory, fileNames: names, cache: new CompileCache() };
  const { images, findings: imageFindings } = loadImages(folder, siteImageNames(site));
  const gallery = createGallery(site, images, "All of it");
  const findings = [...imageFindings, ...checkPhotos(site, names), ...checkGallery(gallery)];
  return { ...gallery, findings: findings.map((finding) => formatFinding(finding)) };
}

function withoutHash(path: string): string {
  return path.replaceAll(/\.[0-9a-f]{10}\./g, ".");
}

test("two compilations with one cache share an image until its bytes change", () => {
  const directory = temporaryFolder();
  const cache = new CompileCache();
  const load = (file: Buffer) => {
    writeFileSync(join(directory, "kitchen.jpg"), file);
    cache.startCompilation();
    const { images } = loadImages({ directory, fileNames: ["kitchen.jpg"], cache }, ["kitchen.jpg"]);
    return images.get("kitchen.jpg")?.bytes;
  };
  const first = load(jpegOf(1600, 1200));
  assert.equal(load(jpegOf(1600, 1200)), first);
  assert.notEqual(load(jpegOf(1600, 1201)), first);
});

test("a photo has the narrower versions of its name", () => {
  const files = {
    "kitchen.jpg": jpegOf(1600, 1200),
    "kitchen-10.jpg": jpegOf(1000, 750),
    "kitchen-480.jpg": jpegOf(480, 360),
    "kitchen-960.jpg": jpegOf(960, 720),
    "kitchen-1200.jpg": jpegOf(1200, 900),
    "kitchen-960.png": PNG,
    "kitchen-table.jpg": jpegOf(800, 600),
  };
  const { photos, findings } = galleryWith(files, ["kitchen.jpg", "kitchen-table.jpg"]);
  assert.deepEqual(findings, []);
  assert.deepEqual(
    photos.map(({ path, srcset, width }) => [withoutHash(path), withoutHash(srcset), width]),
    [
      [
        "/images/kitchen.jpg",
        "/images/kitchen-480.jpg 480w, /images/kitchen-960.jpg 960w, " +
          "/images/kitchen-1200.jpg 1200w, /images/kitchen.jpg 1600w",
        1600,
      ],
      ["/images/kitchen-table.jpg", "", 800],
    ],
  );
});

test("a file whose name states another width is no version", () => {
  const files = { "room.jpg": jpegOf(1600, 1200), "room-101.jpg": jpegOf(1200, 900) };
  const { photos, findings } = galleryWith(files, ["room.jpg"]);
  assert.deepEqual(findings, []);
  assert.deepEqual(photos.map(({ srcset }) => srcset), [""]);
});

test("a damaged version is reported", () => {
  const files = { "room.jpg": jpegOf(1600, 1200), "room-800.jpg": jpegOf(800, 600).subarray(0, 8) };
  const { photos, findings } = galleryWith(files, ["room.jpg"]);
  assert.deepEqual(photos.map(({ srcset }) => srcset), [""]);
  assert.match(findings.join(), /^content\/images\/room-800\.jpg: error: this is not a valid jpeg picture/);
});

test("harmful markup in a drawing does not reach the page", () => {
  for (const evil of HARMFUL_MARKUP) {
    const { photos, findings } = galleryWith({ "hill.svg": Buffer.from(drawingWith(evil)) }, ["hill.svg"]);
    assert.deepEqual(findings, []);
    assert.deepEqual(
      photos.map(({ path, alt, width, height, srcset }) => [withoutHash(path), alt, width, height, srcset]),
      [["/images/hill.svg", "A", 1600, 620, ""]],
    );
  }
});

const DRAWING = Buffer.from(drawingWith(""));

/** The last column is the image for link previews. */
const SHARED: readonly [name: string, files: ImageFiles, photos: readonly string[], expected: string | undefined][] = [
  [
    "the first photograph",
    { "a.jpg": jpegOf(1600, 1200), "b.jpg": jpegOf(1600, 1200, 1) },
    ["a.jpg", "b.jpg"],
    "a.jpg",
  ],
  [
    "share.png if a drawing is first",
    { "a.svg": DRAWING, "b.jpg": jpegOf(1600, 1200), "share.png": PNG },
    ["a.svg", "b.jpg"],
    "share.png",
  ],
  [
    "a photo if a drawing is first and there is no share.png",
    { "a.svg": DRAWING, "b.jpg": jpegOf(1600, 1200) },
    ["a.svg", "b.jpg"],
    "b.jpg",
  ],
  ["share.png if there is no photo", { "share.png": PNG }, [], "share.png"],
  [
    "the first photo, although there is a share.png",
    { "a.jpg": jpegOf(1600, 1200), "share.png": PNG },
    ["a.jpg"],
    "a.jpg",
  ],
];

for (const [name, files, photos, expected] of SHARED) {
  test(`a link preview shows ${name}`, () => {
    const { previewImage } = galleryWith(files, photos);
    assert.equal(previewImage && withoutHash(previewImage.path), expected && `/images/${expected}`);
    if (expected === "share.png") assert.equal(previewImage?.alt, "All of it");
  });
}

const ERRORS: readonly [name: string, files: ImageFiles, photos: readonly string[], ...findings: RegExp[]][] = [
  [
    "a missing photo",
    {},
    ["a.jpg"],
    /^data\/site\.json: error: there is no file named a\.jpg in content\/images: add it$/,
  ],
  [
    "a file name with different letter case",
    { "Kitchen.JPG": jpegOf(1600, 1200) },
    ["kitchen.jpg"],
    /there is no file named kitchen\.jpg in content\/images; did you mean Kitchen\.JPG\?$/,
  ],
  ["a misspelt name", { "kitchen.jpg": jpegOf(1600, 1200) }, ["kitchn.jpg"], /; did you mean kitchen\.jpg\?$/],
  ["a HEIC file", { "a.heic": HEIC }, ["a.heic"], /^content\/images\/a\.heic: error: .*HEIC.*Windows.*macOS.*iPhone/],
  [
    "a HEIC file named .jpg",
    { "a.jpg": HEIC },
    ["a.jpg"],
    /^content\/images\/a\.jpg: error: .*HEIC.*Windows.*macOS.*iPhone/,
  ],
  ["an AVIF", { "a.avif": AVIF }, ["a.avif"], /^content\/images\/a\.avif: error: .*AVIF.*save it as JPEG/],
  [
    "a PNG file named .jpg",
    { "a.jpg": PNG },
    ["a.jpg"],
    /^content\/images\/a\.jpg: error: the type of this picture is png, not jpeg: change .* name to \.png/,
  ],
  [
    "a text file named .jpg",
    { "a.jpg": Buffer.from("hello") },
    ["a.jpg"],
    /^content\/images\/a\.jpg: error: this is not a valid jpeg picture, or it is damaged/,
  ],
  [
    "a PDF",
    { "a.pdf": Buffer.from("%PDF-1.7") },
    ["a.pdf"],
    sequence(
      /^content\/images\/a\.pdf: error: files of this type are not published: .* /,
      /put the text of a PDF on a page of its own$/,
    ),
  ],
  [
    "a name with an accent",
    { "küche.jpg": jpegOf(1600, 1200) },
    ["küche.jpg"],
    /^content\/images\/küche\.jpg: error: the file name of this picture contains spaces, accents or special characters/,
  ],
  [
    "a photo narrower than 800 pixels",
    { "a.jpg": jpegOf(799, 600) },
    ["a.jpg"],
    /^content\/images\/a\.jpg: warning: this photo is only 799 pixels wide/,
  ],
  [
    "slow photos, once",
    {
      "a.jpg": jpegOf(1600, 1200),
      "b.jpg": jpegOf(1600, 1200, 250_100),
      "c.jpg": jpegOf(4000, 3000, 899_900),
      "c-1200.jpg": jpegOf(1200, 900),
      "d.jpg": jpegOf(1600, 1200, 350_001),
      "d-800.jpg": jpegOf(800, 600),
    },
    ["a.jpg", "b.jpg", "c.jpg", "d.jpg"],
    sequence(
      /^content\/images: warning: these photos load slowly: b\.jpg, c\.jpg\. Make each of them 1600 pixels wide and /,
      /at most 600 kB .*Windows.*macOS.*Linux.* 800 pixels wide and at most 250 kB .* kitchen-800\.jpg$/,
    ),
  ],
  [
    "a photo of more than 5 MB",
    { "a.jpg": jpegOf(4000, 3000, 5_000_000) },
    ["a.jpg"],
    sequence(
      /^content\/images\/a\.jpg: error: this picture is too large \(it is \S+ [kM]B, and the limit is 5\S* [kM]B\): /,
      /make it 1600 pixels wide .*Windows.*macOS.*Linux/,
    ),
  ],
];

for (const [name, files, photos, ...expected] of ERRORS) {
  test(`a finding reports ${name}`, () => {
    const { findings } = galleryWith(files, photos);
    assert.equal(findings.length, expected.length, findings.join("\n"));
    for (const [index, pattern] of expected.entries()) assert.match(findings[index] ?? "", pattern);
  });
}

test("the portrait of the host is not in the gallery", () => {
  const site = { ...SITE, photos: [], contact: { ...SITE.contact, portrait: "anna.jpg" } };
  const remarks = checkPhotos(site, []);
  assert.deepEqual(
    remarks.map(({ pointer, code }) => [pointer, code]),
    [["/contact/portrait", "image-missing"]],
  );
  const image = photoWith({ name: "anna.jpg" });
  const { photos, portrait, previewImage } = createGallery(site, new Map([["anna.jpg", image]]), "");
  assert.deepEqual([photos, portrait?.alt, previewImage], [[], SITE.contact.name, undefined]);
});
