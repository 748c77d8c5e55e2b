/**
 * Checks that pages are valid HTML, XML files are well-formed, and every link has a target.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { PATHS, type RunningServer, startServer } from "./support/server.ts";
import { validateHtml } from "./support/validity.ts";

let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(async () => {
  await server.stop();
});

async function fetchText(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(server.origin + path, { headers })).text();
}

for (const path of PATHS) {
  test(`${path} is valid HTML`, async () => {
    assert.deepEqual(await validateHtml(await fetchText(path)), []);
  });

  test(`${path} and its markdown link to each other, in the page and in header fields`, async () => {
    const markdownPath = path === "/" ? "/index.md" : `${path}.md`;
    const response = await fetch(server.origin + path);
    const html = await response.text();
    assert.ok(html.includes(`<link rel="alternate" type="text/markdown" href="${markdownPath}"`));
    assert.ok(html.includes(`<link rel="canonical" href="${server.origin}${path}">`));
    assert.ok(response.headers.get("link")?.includes(`<${markdownPath}>; rel="alternate"; type="text/markdown"`));

    for (const [from, accept] of [
      [markdownPath, "*/*"],
      [path, "text/markdown"],
    ] as const) {
      const markdown = await fetch(server.origin + from, { headers: { accept } });
      assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
      assert.ok(markdown.headers.get("link")?.includes(`<${server.origin}${path}>; rel="canonical"`));
      assert.equal(markdown.headers.get("vary"), "Accept, Accept-Encoding");
      assert.ok((await markdown.text()).includes(`Page: ${server.origin}${path}.`));
    }
  });
}

test("the validator and the parsers report errors", async () => {
  assert.notEqual((await validateHtml("<!doctype html><p><div></p>")).length, 0);
  assert.notEqual(XMLValidator.validate("<a><b></a>"), true);
});

/** Returns the links of a document that lead to the same site. */
function internalLinks(body: string): string[] {
  const html = [...body.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target = ""]) => target.replaceAll("&amp;", "&"));
  const markdown = [...body.replaceAll(/```[^]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = ""]) => target,
  );
  const xml = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, target = ""]) => target);
  return [...html, ...markdown, ...xml].filter((target) => target.startsWith("/") || target.startsWith(server.origin));
}

test("every link within the site returns 200, and every anchor exists", async () => {
  const documents = [
    ...PATHS.flatMap((path) => [path, path === "/" ? "/index.md" : `${path}.md`]),
    ...["/llms.txt", "/llms-full.txt", "/sitemap.xml"],
  ];
  const targets = new Map<string, string>();
  for (const document of documents) {
    for (const target of internalLinks(await fetchText(document)))
      targets.set(new URL(target, server.origin + document).href, document);
  }
  assert.ok(targets.size > 25);
  for (const [target, from] of targets) {
    const { href, hash } = new URL(target);
    const response = await fetch(href);
    assert.equal(response.status, 200, `${target}, to which ${from} links`);
    const body = await response.text();
    if (hash === "") continue;
    const page = response.headers.get("content-type")?.startsWith("text/markdown")
      ? await fetchText(new URL(target).pathname.replace(/\/index\.md$|\.md$/, "") || "/")
      : body;
    assert.ok(page.includes(` id="${decodeURIComponent(hash.slice(1))}"`), `${target}, to which ${from} links`);
  }
});

test("the sitemap and the SVG images are well-formed XML", async () => {
  for (const path of ["/sitemap.xml", "/favicon.svg"])
    assert.equal(XMLValidator.validate(await fetchText(path)), true, path);
  const { urlset } = new XMLParser({ ignoreAttributes: false }).parse(await fetchText("/sitemap.xml"));
  assert.equal(urlset["@_xmlns"], "http://www.sitemaps.org/schemas/sitemap/0.9");
  assert.deepEqual(
    urlset.url.map(({ loc }: { readonly loc: string }) => loc),
    PATHS.map((path) => server.origin + path),
  );
  for (const { lastmod } of urlset.url) assert.match(lastmod, /^\d{4}-\d\d-\d\d$/);
});
