/**
 * Loads content folders for tests in the way that the server does: the sample's pages, with some files changed.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DATA_SETS, type Facts } from "../../src/compile/data/datasets.ts";
import { isError } from "../../src/compile/messages.ts";
import { locateFindings } from "../../src/compile/json/json-file.ts";
import { checkPathsAndLinks } from "../../src/compile/pages/links.ts";
import { type Content, loadContent, type Page } from "../../src/compile/pages/load.ts";
import { BASE_URL, ROOT, sampleFacts } from "./sample.ts";
import { temporaryFolder } from "./folder.ts";

/** Files by path below the content folder; undefined removes a file. */
export type Files = Readonly<Record<string, string | Uint8Array | undefined>>;

export const CONTENT = join(ROOT, "content");

export const FACTS = sampleFacts();

/** Valid front matter. */
export const HEAD = `---
title: Legal notice
description: Who is responsible for this site, with address and telephone, as the law asks.
---
`;

/** Pages of the sample, without its photos, which most tests do not need. */
const TEXTS = new Map(
  readdirSync(CONTENT)
    .filter((name) => /\.md$|^words\.json$/.test(name))
    .map((name) => [name, readFileSync(join(CONTENT, name), "utf8")]),
);

/** Paths that are served, other than those of pages and assets. */
const OTHER_TARGETS = [
  ...["/api/", "/openapi.json", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/.well-known/api-catalog"],
  ...["/.well-known/ard.json", "/.well-known/mcp", ...DATA_SETS.map(({ path }) => path)],
];

/** Loads a content folder, and checks its links as the compiler does. */
export function load(directory = CONTENT, facts: Facts = FACTS): Content {
  const content = loadContent(facts, { baseUrl: BASE_URL, rateLimit: 60, contentDirectory: directory });
  const servedPaths = [
    ...OTHER_TARGETS,
    ...content.pages.flatMap((page) => [page.path, page.markdownPath]),
    ...content.assets.map(({ path }) => path),
    ...content.imagePaths,
    ...["/mcp", "/mcp/"],
  ];
  const linkErrors = content.findings.some(isError) ? [] : checkPathsAndLinks(content.pages, servedPaths);
  // The facts were not read from files, so findings about them have no line numbers.
  const folders = { dataDirectory: "/missing", contentDirectory: directory };
  return { ...content, findings: locateFindings(folders, [...content.findings, ...linkErrors]) };
}

/** Loads the sample's pages, with some files and site data replaced. The site has no photos unless `site` has some. */
export function loadWith(files: Files, site: Partial<Facts["site"]> = {}): Content {
  const directory = temporaryFolder();
  for (const [name, content] of Object.entries({ ...Object.fromEntries(TEXTS), ...files })) {
    if (content === undefined) continue;
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return load(directory, { ...FACTS, site: { ...FACTS.site, photos: [], ...site } });
}

/** Returns one of the sample's files with a string replaced. */
export function editedFile(name: string, from: string, to: string): Files {
  const text = TEXTS.get(name) ?? "";
  assert.ok(text.includes(from), `content/${name} has ${from}`);
  return { [name]: text.replace(from, () => to) };
}

/** Searches one of the sample's files for a string. Returns the number of the first line that contains it. */
export function lineOf(name: string, part: string): number {
  const lines = (TEXTS.get(name) ?? "").split("\n");
  return lines.findIndex((line) => line.includes(part)) + 1;
}

export function pageAt({ pages }: Content, path: string): Page {
  const page = pages.find((candidate) => candidate.path === path);
  assert.ok(page !== undefined, path);
  return page;
}

/** Returns the HTML of the error page for a status. */
export function errorPage({ errorPages }: Content, status: number): string {
  return new Map(errorPages).get(status) ?? "";
}
