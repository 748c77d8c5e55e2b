/** Links and images within the site and paths of pages, against the targets that are served. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFinding } from "../../../src/compile/messages.ts";
import { checkPathsAndLinks } from "../../../src/compile/pages/links.ts";

const PATHS = ["/", "/index.md", "/about", "/about.md", "/api/", "/llms.txt", "/mcp", "/mcp/", "/images/hill.jpg"];

function pageWith(path: string, ...targets: readonly string[]) {
  const links = targets.map((target, index) => ({ target, line: index + 1, column: 1 }));
  return { path, markdownPath: path === "/" ? "/index.md" : `${path}.md`, anchors: ["rooms", "größe"], links };
}

const LINKS: readonly [target: string, finding?: string][] = [
  ["/"],
  ["/about"],
  ["/about?a=b"],
  ["/about#rooms"],
  ["/about#"],
  ["/about#gr%C3%B6%C3%9Fe"],
  ["#rooms"],
  ["/llms.txt#anything"],
  ["https://example.org/none"],
  ["mailto:a@example.org"],
  ["/abuot", "the link to /abuot leads nowhere: there is no such page or file; did you mean /about?"],
  ["/mcp"],
  ["/zzzzzzzz", "the link to /zzzzzzzz leads nowhere: there is no such page or file"],
  ["/Rules.PDF", "the link to /Rules.PDF leads nowhere: there is no such page or file"],
  ["#room", "the link to #room leads nowhere: the page / has no such heading; did you mean rooms?"],
  ["/about#room", "the link to #room leads nowhere: the page /about has no such heading; did you mean rooms?"],
  ["/about#%E9", "the link to #%E9 leads nowhere: the page /about has no such heading"],
  ["/images/hill.jpg"],
  ["/images/none.jpg", "the link to /images/none.jpg leads nowhere: there is no such page or file"],
  [
    "/images/Hill.jpg",
    "the link to /images/Hill.jpg leads nowhere: there is no such page or file; did you mean /images/hill.jpg?",
  ],
];

for (const [target, finding] of LINKS) {
  test(`a link to ${target} leads ${finding === undefined ? "somewhere" : "nowhere"}`, () => {
    const pages = [pageWith("/", target), pageWith("/about")];
    const found = checkPathsAndLinks(pages, PATHS).map((finding) => formatFinding(finding));
    assert.deepEqual(found, finding === undefined ? [] : [`content/index.md:1:1: error: ${finding}`]);
  });
}

for (const path of ["/api", "/mcp", "/llms.txt"]) {
  test(`a page cannot have the address ${path}, which is already in use`, () => {
    const servedPaths = [...PATHS, path, `${path}.md`];
    assert.deepEqual(
      checkPathsAndLinks([pageWith(path)], servedPaths).map((finding) => formatFinding(finding)),
      [`content${path}.md: error: the address ${path} is already in use: give this file another name`],
    );
  });
}
