/** The content folder as the server loads it: which files become pages and assets, and what is wrong with them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFinding } from "../../../src/compile/messages.ts";
import { REQUIRED_PAGES } from "../../../src/compile/pages/page.ts";
import { BASE_URL } from "../../support/sample.ts";
import { editedFile, type Files, HEAD, lineOf, load, loadWith, pageAt } from "../../support/content.ts";
import { jpegOf, PNG } from "../../support/images.ts";

const SAMPLE = load();

test("the sample's content has nothing wrong and nothing to improve", () => {
  assert.deepEqual(
    SAMPLE.findings.map((finding) => formatFinding(finding)),
    [],
  );
  assert.deepEqual(
    SAMPLE.pages.map(({ path }) => path),
    REQUIRED_PAGES.map((name) => (name === "index" ? "/" : `/${name}`)),
  );
});

test("pages link to the style sheet by a path with its hash, and to the icon", () => {
  const style = SAMPLE.assets.find(({ mediaType }) => mediaType.startsWith("text/css"));
  assert.ok(style !== undefined && style.immutable && /^\/style\.[0-9a-f]{10}\.css$/.test(style.path));
  assert.ok(pageAt(SAMPLE, "/about").html.includes(`<link rel="stylesheet" href="${style.path}">`));
  assert.ok(
    SAMPLE.assets.some(
      ({ path, mediaType, immutable }) => path === "/favicon.svg" && mediaType === "image/svg+xml" && !immutable,
    ),
  );
  const other = loadWith({ "style.css": "body { color: red; }" }).assets.find(({ mediaType }) =>
    mediaType.startsWith("text/css"),
  );
  assert.notEqual(other?.path, style.path);
});

test("any other markdown file is a page, with its markdown and a link in each footer", () => {
  const content = loadWith({ "legal-notice.md": `${HEAD}\n# Legal notice\n\nIt is us.\n` });
  assert.deepEqual(
    content.findings.map((finding) => formatFinding(finding)),
    [],
  );
  assert.match(pageAt(content, "/legal-notice").markdown, /^# Legal notice\n/);
  for (const { html, markdown } of content.pages) {
    assert.match(html, /<a href="\/legal-notice">Legal notice<\/a>/);
    assert.match(markdown, /\n- \[Legal notice\]\(https:\/\/cottage\.example\/legal-notice\.md\)/);
    assert.doesNotMatch(html.slice(0, html.indexOf("<main")), /legal-notice">Legal/);
  }
});

test("the footer names a page by its main heading, and not by its title, which has the cottage's name as well", () => {
  const page = "---\ntitle: Legal notice: {{cottage.name}}\ndescription: d\n---\n\n# Legal notice\n";
  assert.match(pageAt(loadWith({ "legal-notice.md": page }), "/about").html, /"\/legal-notice">Legal notice</);
});

test("a site without photos begins with a drawing without alternative text", () => {
  const { pages } = loadWith({ "images/landscape.svg": "<svg viewBox='0 0 16 6'><title>Hills</title></svg>" });
  assert.match(pageAt({ ...SAMPLE, pages }, "/").html, /<img src="\/images\/landscape\.\w+\.svg" alt="" /);
});

test("a page may not have the path of something else, nor a name that is no path", () => {
  const found = loadWith({ "api.md": `${HEAD}\n# API\n`, "Legal Notice.md": "x" }).findings.map((finding) =>
    formatFinding(finding),
  );
  const advice =
    "put it directly in content, and use only lower-case letters, digits and hyphens in its name, as in " +
    "legal-notice.md";
  assert.deepEqual(found, [
    `content/Legal Notice.md: warning: this file cannot be a page: ${advice}`,
    "content/api.md: error: the address /api is already in use: give this file another name",
  ]);
});

test("files that the owner lacks come from the program, and owner.css is loaded last", () => {
  const { pages, assets, findings } = loadWith({
    "developers.md": undefined,
    "style.css": undefined,
    "images/favicon.svg": undefined,
    "owner.css": ":root { --heather: teal; }",
  });
  assert.deepEqual(
    findings.map((finding) => formatFinding(finding)),
    [],
  );
  const { html } = pageAt({ ...SAMPLE, pages }, "/developers");
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)">/g)].map(([, path = ""]) => path);
  assert.match(styles.join(" "), /^\/style\.[0-9a-f]{10}\.css \/owner\.[0-9a-f]{10}\.css$/);
  for (const path of [...styles, "/favicon.svg"])
    assert.ok(
      assets.some((asset) => asset.path === path),
      path,
    );
  assert.match(html, /<main id="main" lang="en" dir="ltr">/);
  assert.match(html, /"inLanguage":"en"/);
});

test("files that are not UTF-8 are reported", () => {
  const latin = Uint8Array.from([0xe9]);
  const found = loadWith({ "index.md": latin, "words.json": latin });
  assert.deepEqual(
    found.findings.map((finding) => formatFinding(finding)).map((line) => line.replace(/ saved .*/, "")),
    [
      "content/words.json: error: this file is not",
      "content/index.md: error: this file is not",
    ],
  );
});

test("links to missing headings are reported", () => {
  const links = "[a](#nowhere) [b](/contact#%E9) [c](https://example.org/)";
  const { findings } = loadWith({ "legal.md": `${HEAD}\n# Legal notice\n\n${links}\n` });
  assert.deepEqual(
    findings.map((finding) => formatFinding(finding)),
    [
      "content/legal.md:8:5: error: the link to #nowhere leads nowhere: the page /legal has no such heading",
      "content/legal.md:8:19: error: the link to #%E9 leads nowhere: the page /contact has no such heading",
    ],
  );
});

test("a picture that is named twice is served once", () => {
  const photo = { file: "share.png", alt: "The picture for shared links" };
  const { assets, findings } = loadWith({ "images/share.png": PNG }, { photos: [photo, photo] });
  assert.deepEqual(
    findings.map((finding) => formatFinding(finding)),
    [],
  );
  assert.equal(new Set(assets.map(({ path }) => path)).size, assets.length);
});

const JPEG = jpegOf(1600, 1200);

test("photographs have their size in HTML, and are in the structured data and in shared links", () => {
  const photos = [
    { file: "front.jpg", alt: 'The front, in "June"' },
    { file: "kitchen.jpg", alt: "The kitchen" },
  ];
  const content = loadWith({ "images/front.jpg": JPEG, "images/kitchen.jpg": jpegOf(1600, 1200, 1) }, { photos });
  assert.deepEqual(
    content.findings.map((finding) => formatFinding(finding)),
    [],
  );
  const images = content.assets.filter(({ mediaType }) => mediaType === "image/jpeg");
  assert.deepEqual(
    images.map(({ path }) => path.replace(/\.[0-9a-f]{10}\./, ".#.")),
    ["/images/front.#.jpg", "/images/kitchen.#.jpg"],
  );
  assert.ok(images.every(({ immutable }) => immutable));
  const { html, markdown } = pageAt(content, "/");
  const [front = "", kitchen = ""] = images.map(({ path }) => path);
  const size = 'width="1600" height="1200"';
  const frontAlt = "The front, in &quot;June&quot;";
  assert.ok(html.includes(`<img src="${front}" alt="${frontAlt}" ${size} decoding="async" fetchpriority="high">`));
  assert.ok(html.includes(`<img src="${kitchen}" alt="The kitchen" ${size} decoding="async" loading="lazy">`));
  assert.ok(!html.includes('.svg" alt'), "the drawing gives way");
  assert.ok(html.includes(`<meta property="og:image" content="${BASE_URL}${front}">`));
  assert.ok(html.includes(`"image":["${BASE_URL}${front}","${BASE_URL}${kitchen}"]`));
  assert.ok(markdown.includes(`\n\n[Picture: The kitchen](${BASE_URL}${kitchen})`));
});

const MISTAKES: readonly [name: string, files: Files, expected: string][] = [
  [
    "a missing page",
    { "about.md": undefined },
    "content/about.md: error: this page is required but missing: copy about.md into content from ",
  ],
  [
    "a page that is not UTF-8",
    { "about.md": Uint8Array.from([0x2d, 0x80]) },
    "content/about.md: error: this file is not saved as UTF-8: ",
  ],
  [
    "a misspelt fact",
    editedFile("about.md", "cottage.aggregateRating.reviewCount", "cottage.aggregateRating.reviewCuont"),
    `content/about.md:${lineOf("about.md", "reviewCount")}:69: error: ` +
      "{{cottage.aggregateRating.reviewCuont}} has no value; did you mean cottage.aggregateRating.reviewCount?",
  ],
  [
    "a misspelt fragment",
    editedFile("index.md", "{{reviews.list}}", "{{reviews.lists}}"),
    `content/index.md:${lineOf("index.md", "{{reviews.list}}")}:1: error: ` +
      "{{reviews.lists}} has no value; did you mean reviews.list?",
  ],
  [
    "a main heading below the one of the hero",
    editedFile("index.md", "{{cottage.hero}}", "{{cottage.hero}}\n\n# Welcome"),
    `content/index.md:${lineOf("index.md", "{{cottage.hero}}") + 2}:1: error: ` +
      "a page must have only one main heading: begin this line with ## instead of #",
  ],
  [
    "a link to no page",
    editedFile("privacy.md", "[tell us](/contact)", "[tell us](/contacts)"),
    `content/privacy.md:${lineOf("privacy.md", "[tell us]")}:`,
  ],
  [
    "a link to no heading",
    editedFile("contact.md", "/welcome#getting-here", "/welcome#geting-here"),
    `content/contact.md:${lineOf("contact.md", "#getting-here")}:`,
  ],
  [
    "a heading that others link to, renamed",
    editedFile("index.md", "## Book a stay", "## Booking"),
    "content/about.md:",
  ],
  [
    "a picture of another site",
    editedFile("about.md", "# ", "# ![A](https://elsewhere.example/a.jpg)"),
    `content/about.md:${lineOf("about.md", "# ")}:`,
  ],
  [
    "a picture that is not there",
    editedFile("about.md", "# ", "# ![A](/images/none.jpg)"),
    `content/about.md:${lineOf("about.md", "# ")}:8: error: the link to /images/none.jpg leads nowhere`,
  ],
  [
    "a damaged picture on a page",
    { ...editedFile("about.md", "# ", "# ![A](/images/a.jpg)"), "images/a.jpg": "hello" },
    "content/images/a.jpg: error: this is not a valid jpeg picture, or it is damaged",
  ],
  [
    "a picture whose name has an accent",
    { ...editedFile("about.md", "# ", "# ![A](/images/k\u00fcche.jpg)"), "images/k\u00fcche.jpg": JPEG },
    "content/images/k\u00fcche.jpg: error: the file name of this picture contains spaces, accents or ",
  ],
  [
    "a picture whose name has a blank",
    { ...editedFile("about.md", "# ", "# ![A](/images/my%20kitchen.jpg)"), "images/my kitchen.jpg": JPEG },
    "content/images/my kitchen.jpg: error: the file name of this picture contains spaces, accents or special " +
      "characters: rename the file using only the letters a to z, digits and underscores, such as my_kitchen.jpg, " +
      "and use the new name wherever the picture appears",
  ],
  [
    "a drawing that is no drawing",
    { "images/landscape.svg": "<p>A</p>" },
    "content/images/landscape.svg: error: this is not a valid svg picture, or it is damaged",
  ],
  [
    "a page in a folder",
    { "info/prices.md": HEAD },
    "content/info/prices.md: warning: this file cannot be a page: put it directly in content",
  ],
];

for (const [name, files, expected] of MISTAKES) {
  test(`an owner is told of ${name}`, () => {
    const lines = loadWith(files).findings.map((finding) => formatFinding(finding));
    assert.ok(
      lines.some((line) => line.startsWith(expected)),
      `${expected}\n\n${lines.join("\n")}`,
    );
  });
}

test("an image that only a page names is served with its copies", () => {
  const about = editedFile("about.md", "# ", "# ![A](/images/a.jpg)");
  const { assets, findings } = loadWith({ ...about, "images/a.jpg": JPEG, "images/a-800.jpg": jpegOf(800, 600) });
  assert.deepEqual(
    findings.map((finding) => formatFinding(finding)),
    [],
  );
  const paths = assets.map(({ path }) => path.replace(/\.[0-9a-f]{10}\./, "."));
  const images = paths.filter((path) => path.startsWith("/images/"));
  assert.deepEqual(images.toSorted(), ["/images/a-800.jpg", "/images/a.jpg"]);
});

test("all broken links are reported at once, with what was meant", () => {
  const lines = loadWith({
    ...editedFile("privacy.md", "[tell us](/contact)", "[tell us](/contacts)"),
    ...editedFile("contact.md", "/welcome#getting-here", "/welcome#geting-here"),
  }).findings.map((finding) => formatFinding(finding));
  assert.equal(lines.length, 2);
  assert.match(lines.join("\n"), /the link to \/contacts leads nowhere: .*; did you mean \/contact\?/);
  assert.match(
    lines.join("\n"),
    /the link to #geting-here leads nowhere: the page \/welcome has no such heading; did you mean getting-here\?/,
  );
});
