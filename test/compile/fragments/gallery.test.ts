/** The shapes of photos in the gallery, and their rows. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gallery } from "../../../src/compile/fragments/gallery.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { photoWith } from "../../support/images.ts";
import { localeFor, ROOT } from "../../support/sample.ts";

const LOCALE = localeFor("en-GB");

const RATIOS: readonly [width: number, height: number, className: string][] = [
  [1600, 1067, "r18"],
  [1600, 1200, "r16"],
  [1600, 1600, "r12"],
  [1200, 1600, "r9"],
  [1067, 1600, "r8"],
  [500, 1600, "r6"],
  [2400, 900, "r32"],
  [4000, 900, "r36"],
];

for (const [width, height, className] of RATIOS) {
  test(`a photo of ${width} by ${height} has the class ${className}, links to its file and has a caption`, () => {
    const photo = photoWith({ path: "/images/b.1.jpg", alt: "The garden", width, height, srcset: "/b-800.jpg 800w" });
    const markup = markupOf(gallery([photo], LOCALE).html);
    const image = `<img src="/images/b.1.jpg" alt="The garden" srcset=`;
    const start = `<figure class="${className}"><a href="/images/b.1.jpg">${image}`;
    assert.ok(markup.includes(start), markup);
    assert.match(markup, /<figcaption aria-hidden="true" data-number="1\/1">The garden<\/figcaption>/);
  });
}

test("the style sheet has a class for each ratio", () => {
  const style = readFileSync(join(ROOT, "content/style.css"), "utf8");
  for (let twelfths = 6; twelfths <= 36; twelfths += 1) {
    assert.ok(style.includes(`.r${twelfths} { --ratio: ${twelfths} / 12; }`), String(twelfths));
  }
});

const ROWS: readonly [ratios: readonly number[], rows: readonly number[]][] = [
  [[], []],
  [[18], [1]],
  [[18, 18, 18], [3]],
  [[18, 18, 18, 18], [2, 2]],
  [[18, 18, 18, 18, 18], [2, 3]],
  [Array.from({ length: 7 }, () => 18), [2, 3, 2]],
  [[8, 8, 8, 8], [4]],
  [[36, 18, 18], [1, 2]],
  [[36, 36, 8, 36], [1, 2, 1]],
];

for (const [ratios, rows] of ROWS) {
  test(`photos with the ratios ${ratios.join(", ")} are in rows of ${rows.join(", ")}`, () => {
    const photos = ratios.map((ratio) => photoWith({ width: ratio * 100, height: 1200 }));
    const [, ...parts] = markupOf(gallery(photos, LOCALE).html).split("<div>");
    assert.deepEqual(parts.map((row) => row.split("<figure").length - 1), rows);
  });
}

test("the sizes of a photo are its share of the row, or of a screen 57vw high on phones", () => {
  const photos = [2400, 1200].map((width) => photoWith({ width, height: 1200, srcset: "/b-800.jpg 800w" }));
  const sizes = [...markupOf(gallery(photos, LOCALE).html).matchAll(/sizes="([^"]*)"/g)].map(([, text]) => text);
  assert.deepEqual(sizes, [
    "(min-width: 38rem) calc(0.67 * min(90vw, 72rem)), calc(18 * 4.75vw)",
    "(min-width: 38rem) calc(0.33 * min(90vw, 72rem)), calc(12 * 4.75vw)",
  ]);
});

test("the HTML has links to photos and drawings, and the Markdown only to photos", () => {
  const paths = ["/images/b.1.svg", "/images/c.1.jpg"];
  const photos = paths.map((path) => photoWith({ path, alt: "The garden" }));
  const { markdown, html } = gallery(photos, LOCALE);
  assert.equal(markdown, "[Photo: The garden](/images/c.1.jpg)");
  for (const path of paths) assert.ok(markupOf(html).includes(`<a href="${path}"><img `), path);
});
