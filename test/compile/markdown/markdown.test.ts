import assert from "node:assert/strict";
import { test } from "node:test";

import { formatMessage } from "../../../src/compile/messages.ts";
import { render } from "../../../src/compile/markdown/markdown.ts";
import { toHtml } from "../../support/to-html.ts";

const RENDERED: readonly (readonly [markdown: string, html: string])[] = [
  ["", ""],
  ['£5 (each) — "très" Bob\'s… 2 * 3 & 4', "<p>£5 (each) — &quot;très&quot; Bob's… 2 * 3 &amp; 4</p>\n"],
  ["1 < 2 > 1! #1, AT&T, a_b", "<p>1 &lt; 2 &gt; 1! #1, AT&amp;T, a_b</p>\n"],
  ["# The house", "<h1>The house</h1>\n"],
  ["### Getting here", "<h3>Getting here</h3>\n"],
  ["###### C\\#", "<h6>C#</h6>\n"],
  ["one\ntwo", "<p>one\ntwo</p>\n"],
  ["one\\\ntwo  \nthree", "<p>one<br />\ntwo<br />\nthree</p>\n"],
  ["*a* **b** _c_ __d__", "<p><em>a</em> <strong>b</strong> <em>c</em> <strong>d</strong></p>\n"],
  ["_a_ __b__ *c _d_*", "<p><em>a</em> <strong>b</strong> <em>c <em>d</em></em></p>\n"],
  [
    "* a\n+ b\n1) c\n1. d",
    "<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>\n<ol>\n<li>c</li>\n</ol>\n<ol>\n<li>d</li>\n</ol>\n",
  ],
  ["- a\n# b\n> c\n---", "<ul>\n<li>a</li>\n</ul>\n<h1>b</h1>\n<blockquote>\n<p>c</p>\n</blockquote>\n<hr />\n"],
  ["**Not _now_**", "<p><strong>Not <em>now</em></strong></p>\n"],
  ["*Not **now** or later*", "<p><em>Not <strong>now</strong> or later</em></p>\n"],
  ["これは**重要**です", "<p>これは<strong>重要</strong>です</p>\n"],
  ["**Welcome 🎉**: in", "<p><strong>Welcome 🎉</strong>: in</p>\n"],
  ["`a * <b>` ``x`y``", "<p><code>a * &lt;b&gt;</code> <code>x`y</code></p>\n"],
  ["\\*plain\\* \\[x\\] \\<b> \\&amp; \\_ C:\\dir", "<p>*plain* [x] &lt;b&gt; &amp;amp; _ C:\\dir</p>\n"],
  ["---\n\n***", "<hr />\n<hr />\n"],
  ["> a\n>\n> b", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n"],
  ["-    a", "<ul>\n<li>a</li>\n</ul>\n"],
  ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"],
  ["- a\n\n- b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"],
  ["- a\n  - b\n\n- c", "<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>\n"],
  ["- a\n\nb", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n"],
  ["We have:\n- a\n    - b", "<p>We have:</p>\n<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n"],
  ["1. a\n1. b\n   c", "<ol>\n<li>a</li>\n<li>b\nc</li>\n</ol>\n"],
  ["1. ```sh\n   ls\n   ```", '<ol>\n<li>\n<pre><code class="language-sh">ls\n</code></pre>\n</li>\n</ol>\n'],
  ["```\n\n <b>\n```", "<pre><code>\n &lt;b&gt;\n</code></pre>\n"],
  ["  ```\n a\n    b\n   ```", "<pre><code>a\n  b\n</code></pre>\n"],
  ["````\n```\n````", "<pre><code>```\n</code></pre>\n"],
  ["[a & b](/x?y=1&z=2#w)", '<p><a href="/x?y=1&amp;z=2#w">a &amp; b</a></p>\n'],
  ["[*a*](http://x.org/A_(b))", '<p><a href="http://x.org/A_(b)"><em>a</em></a></p>\n'],
  ["[où](https://x.org/où?%20)", '<p><a href="https://x.org/o%C3%B9?%20">où</a></p>\n'],
  ["Type `` `a` `` or `**`.", "<p>Type <code>`a`</code> or <code>**</code>.</p>\n"],
  ['![A *red* "door"](/d.jpg)', '<p><img src="/d.jpg" alt="A red &quot;door&quot;" /></p>\n'],
];

for (const [markdown, html] of RENDERED) {
  test(`toHtml() renders ${JSON.stringify(markdown)}`, () => {
    const rendered = toHtml(markdown);
    assert.deepEqual(rendered.problems, []);
    assert.equal(rendered.html, html);
  });
}

test("toHtml() renders a table", () => {
  const markdown = "| Place | Walk \\| min |\n|--| --- |\n| *Pub* | 5 |\n  | [Sea](/sea) | |";
  const rows =
    '<tr>\n<td><em>Pub</em></td>\n<td>5</td>\n</tr>\n<tr>\n<td><a href="/sea">Sea</a></td>\n<td></td>\n</tr>\n';
  const head = '<th scope="col">Place</th>\n<th scope="col">Walk | min</th>\n';
  const html = `<table>\n<thead>\n<tr>\n${head}</tr>\n</thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
  assert.deepEqual(toHtml(markdown).problems, []);
  assert.equal(toHtml(markdown).html, html);
});

const REFUSED: readonly (readonly [markdown: string, line: number, column: number, message: RegExp])[] = [
  ["a\n\tb", 2, 1, /spaces instead of a tab/],
  ["a\u0000b", 1, 2, /invisible character U\+0000/],
  ["a\u202Eb", 1, 2, /invisible character U\+202E/],
  ["\uFEFF# a", 1, 1, /U\+FEFF/],
  ["a \ud800", 1, 3, /U\+D800/],
  ["a <b>c</b>", 1, 3, /HTML/],
  ["a\n<div>", 2, 1, /HTML/],
  ["`a\n<div>`", 2, 1, /HTML/],
  ["<!-- a -->", 1, 1, /HTML/],
  ["see <https://x.org>", 1, 5, /HTML/],
  ["a &nbsp; b", 1, 3, /HTML code/],
  ["a &#38; b", 1, 3, /HTML code/],
  ["Title\n=====", 2, 1, /makes the line above a heading/],
  ["Title\n---", 2, 1, /makes the line above a heading/],
  ["#Title", 1, 1, /#, a space and words/],
  ["####### Title", 1, 1, /one to six/],
  ["##", 1, 1, /one to six #, a space and words/],
  ["## ##", 1, 1, /no # after them/],
  ["## a ##", 1, 1, /no # after them/],
  ["• WLAN\n• Kamin", 1, 1, /with a hyphen/],
  ["a\n  ● b", 2, 3, /with a hyphen/],
  ["3. a", 1, 1, /from 1/],
  ["It was\n1984. Nobody came.", 2, 1, /For a plain number/],
  ["one\n+", 2, 1, /space and words/],
  ["a\n--- | ---\nb", 2, 1, /each row of a table/],
  [":-: | --: |\na | b", 1, 1, /each row of a table/],
  ["abc\t", 1, 4, /spaces instead of a tab/],
  ["    code", 1, 5, /too many spaces/],
  ["a\n\n    code", 3, 5, /too many spaces/],
  ["a\n\n```\nb", 3, 1, /Begin and end code/],
  ["```js title\na\n```", 1, 1, /one word/],
  ["~~~\na\n~~~", 1, 1, /Begin and end code/],
  ["- ", 1, 1, /one space and words/],
  ["-     a", 1, 1, /one space and words/],
  ["-      a", 1, 1, /one space and words/],
  ["- a\nb", 2, 1, /indent it like/],
  ["1. a\n  b", 2, 3, /indent it like/],
  ["- a\n - b", 2, 2, /is not aligned/],
  ["- a\n\n  b", 3, 3, /no empty line above it/],
  ["- a\n\n  - b", 3, 3, /no empty line above it/],
  ["- a\n- b\n\n      c", 4, 7, /is not aligned/],
  ["  - a\n- b", 2, 1, /is not aligned/],
  ["- a\n  - b\n    - c\n      - d", 4, 7, /three levels deep/],
  ["- a\n- ```", 2, 3, /line of only ```/],
  ["> a\nb", 2, 1, /begin it with >/],
  ["> - > > a", 1, 7, /three levels deep/],
  ["> - a\n>   *b", 2, 5, /no matching \*:/],
  ["a *b", 1, 3, /no matching \*:/],
  ["a **b*", 1, 6, /belong together/],
  ["*a\n[b](/c)", 1, 1, /no matching \*:/],
  ["a _b", 1, 3, /or \\_ for a plain _/],
  ["*a b**", 1, 5, /belong together/],
  ["*a _b* c_", 1, 6, /belong together/],
  ["***a***", 1, 1, /belong together: inside \*\*bold\*\*, write _italic_;/],
  ["**Not *now***", 1, 11, /belong together/],
  ["*x***y**", 1, 3, /belong together/],
  ["*a *b* c*", 1, 4, /belong together/],
  ["- a\n| b |", 2, 1, /indent it like/],
  ["```\na\n````", 1, 1, /Begin and end code/],
  ["```\na\n    ```", 1, 1, /Begin and end code/],
  ["```\na ``` b\n```", 1, 1, /Begin and end code/],
  ["a\nb* c", 2, 2, /no matching \*:/],
  ["**a*b**", 1, 4, /belong together/],
  ["a `b", 1, 3, /no matching `:/],
  ["[a]", 1, 1, /\[words\]\(address\)/],
  ["a]", 1, 2, /\[words\]\(address\)/],
  ["[a] (/b)", 1, 1, /no space before/],
  ["[a][b]\n\n[b]: /c", 1, 1, /\[words\]\(address\)/],
  ["[`]: /a\n`](/b)", 1, 1, /\[words\]\(address\)/],
  ["[a [b](/c)](/d)", 1, 4, /\[words\]\(address\)/],
  ['[a](/b "c")', 1, 4, /no title/],
  ["[](/b)", 1, 1, /Write words between/],
  ["![](/b)", 1, 1, /description of the picture/],
  ["[![door](/d.jpg)](/house)", 1, 2, /no other link or picture/],
  ["*a [b*](/c)", 1, 6, /no matching \*:/],
  ["| a |", 1, 1, /second row like/],
  ["| a |\n| b |", 2, 1, /second row like/],
  ["| a | b |\n| - | c |", 2, 1, /second row like/],
  ["| a |\n| - |\n| b", 3, 1, /each row of a table/],
  ["| a |\n| - |\n| b | c |", 3, 1, /as many cells/],
  ["| a |\n| - |\n| **b |", 3, 3, /no matching \*:/],
  ["| a |\n| - |\nb", 3, 1, /begin it with > or \|/],
  ["a\n| b |\n| - |", 2, 1, /empty line above this one/],
  ["| a |\n| -: |", 2, 1, /second row like/],
];

for (const [markdown, line, column, message] of REFUSED) {
  test(`toHtml() refuses ${JSON.stringify(markdown)}`, () => {
    const { problems } = toHtml(markdown);
    assert.deepEqual([problems[0]?.line, problems[0]?.column], [line, column]);
    assert.match(problems[0] === undefined ? "" : formatMessage(problems[0]), message);
  });
}

test("render() names the first problem of every block, in the order of the lines", () => {
  const { problems } = render("*a\n\n- b\n  - c &amp;\n\n\td\n\n*e\tf");
  assert.deepEqual(
    problems.map(({ line, column }) => [line, column]),
    [
      [1, 1],
      [4, 7],
      [6, 1],
      [8, 1],
      [8, 3],
    ],
  );
});

const ADDRESSES: readonly (readonly [address: string, isLink: boolean, isPicture: boolean])[] = [
  ["https://example.org", true, false],
  ["HTTPS://example.org", true, false],
  ["http://example.org/a?b#c", true, false],
  ["/about", true, true],
  ["/", true, true],
  ["#top", true, false],
  ["mailto:a@b.org", true, false],
  ["tel:+44-20-7946", true, false],
  ["geo:50.1,-5.2", true, false],
  ["/a\\_b", true, true],
  ["", false, false],
  ["about", false, false],
  ["./about", false, false],
  ["//example.org", false, false],
  ["/\\/example.org", false, false],
  ["/\\\\example.org", false, false],
  ["https:/example.org", false, false],
  ["https://", false, false],
  ["javascript:alert(1)", false, false],
  ["JaVaScRiPt:alert(1)", false, false],
  ["java\\script:alert(1)", false, false],
  ["data:text/html,x", false, false],
  ["vbscript:x", false, false],
  ["file:///etc/passwd", false, false],
  ["</about>", false, false],
  ["/a%2", false, false],
  ['/a"b', false, false],
  ["/a?b&amp;c", false, false],
  ["/a(b", false, false],
  ["/a\u00a0b", false, false],
];

for (const [address, isLink, isPicture] of ADDRESSES) {
  const kinds = `${isLink ? "" : "no "}link, ${isPicture ? "" : "no "}picture`;
  test(`toHtml() lets ${JSON.stringify(address)} be ${kinds}`, () => {
    assert.equal(toHtml(`[a](${address})`).problems.length === 0, isLink);
    assert.equal(toHtml(`![a](${address})`).problems.length === 0, isPicture);
  });
}

test("render() lists the targets of links and images, with their locations", () => {
  const { targets } = render("- see\n  [a](/b) and ![c](/d.jpg) [e](/é)\n\n| [x](#y) |\n| - |");
  const located = targets.map(({ target, line, column }) => ({ target, line, column }));
  assert.deepEqual(located, [
    { target: "/b", line: 2, column: 7 },
    { target: "/d.jpg", line: 2, column: 20 },
    { target: "/%C3%A9", line: 2, column: 32 },
    { target: "#y", line: 4, column: 7 },
  ]);
});

test("render() uses the URL and the attributes of an image", () => {
  const findImage = (target: string) => ({ url: `${target}?"`, attributes: ' width="3"' });
  const { blocks, targets } = render("[a](/b) ![c](/d)", { findImage });
  assert.equal(blocks[0]?.inlineHtml, '<a href="/b?&quot;">a</a> <img src="/d?&quot;" alt="c" width="3" />');
  assert.deepEqual(
    targets.map(({ target }) => target),
    ["/b", "/d"],
  );
});

const ADDRESSED: readonly (readonly [markdown: string, changed: string])[] = [
  [
    "See [a](/b) and ![c](/d.jpg) [d](#e).",
    "See [a](https://x.org/?/b) and ![c](https://x.org/?/d.jpg) [d](https://x.org/?#e).",
  ],
  ["\\[a\\](/b) and `[c](/d)`", "\\[a\\](/b) and `[c](/d)`"],
  ["- ```\n  [a](/b)\n  ```\n- [a\n  b](/c\\_d)", "- ```\n  [a](/b)\n  ```\n- [a\n  b](https://x.org/?/c_d)"],
  ["> | [a](/b) | [c](/d) |\n> | - | - |", "> | [a](https://x.org/?/b) | [c](https://x.org/?/d) |\n> | - | - |"],
  ["[a](/b_(c)) [d](https://y.org/(e))", "[a](https://x.org/?/b_%28c%29) [d](https://y.org/%28e%29)"],
  ["```\n``\n[a](/b)\n```\n\n[c](/d)", "```\n``\n[a](/b)\n```\n\n[c](https://x.org/?/d)"],
  ["a\n[b](/c)\n[d](/é)", "a\n[b](https://x.org/?/c)\n[d](https://x.org/?/%C3%A9)"],
  [
    "> 1. ``` sh\n>    [a](/b)\n>    ```\n>\n> ``[a](/b)`[c](/d)`` [e](/f)",
    "> 1. ``` sh\n>    [a](/b)\n>    ```\n>\n> ``[a](/b)`[c](/d)`` [e](https://x.org/?/f)",
  ],
];

test("render() makes the targets of links and images absolute in Markdown, and changes nothing else", () => {
  const absoluteUrl = (target: string) => (target.startsWith("http") ? target : `https://x.org/?${target}`);
  for (const [markdown, changed] of ADDRESSED) {
    const { publishedMarkdown, problems } = render(markdown, { absoluteUrl });
    assert.deepEqual([publishedMarkdown, problems], [changed, []]);
  }
});

test("render() gives every heading a unique id", () => {
  const markdown = "# Où *manger* ?\n\n## A\n\n## A-2\n\n- ## A\n\n> ### ガイド\n\n#### !";
  const ids = ["ou-manger", "a", "a-2", "a-2-2", "ガイド", "section"];
  const { headings, blocks } = render(markdown);
  assert.deepEqual(
    headings.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(headings[0], { level: 1, text: "Où manger ?", id: "ou-manger", line: 1, column: 1 });
  const html = blocks.map((block) => block.html).join("");
  assert.deepEqual(
    [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
    ids,
  );
});

test("render() returns the plain text of a heading", () => {
  const { headings } = render('# A & "B" &lt **<3** `>` \\* [c](/d) ![e](/f.jpg)');
  assert.deepEqual(headings, [
    { level: 1, text: 'A & "B" &lt <3 > * c e', id: "a-b-lt-3-c-e", line: 1, column: 1 },
  ]);
});

test("render() returns the outermost blocks", () => {
  const { blocks, problems } = render("# A *b*\n\n- c\n- d\n\ne");
  assert.deepEqual(problems, []);
  assert.deepEqual(blocks, [
    {
      html: '<h1 id="a-b">A <em>b</em></h1>\n',
      heading: { level: 1, text: "A b", id: "a-b", offset: 0 },
    },
    { html: "<ul>\n<li>c</li>\n<li>d</li>\n</ul>\n" },
    { html: "<p>e</p>\n", inlineHtml: "e" },
  ]);
});

const NUMBERED_FACTS: readonly (readonly [fact: string, markdown: string, publishedMarkdown: string])[] = [
  ["1.", "{{a}}", "1\\."],
  ["1)", "- {{a}}", "- 1\\)"],
  ["1.", "{{a}} b", "1\\. b"],
];

for (const [fact, markdown, publishedMarkdown] of NUMBERED_FACTS) {
  test(`a fact ${JSON.stringify(fact)} in ${JSON.stringify(markdown)} does not begin a list`, () => {
    const filled = render(markdown, { findFact: () => fact });
    assert.deepEqual([filled.publishedMarkdown, filled.problems], [publishedMarkdown, []]);
    const html = toHtml(publishedMarkdown).html;
    assert.equal(filled.blocks.map((block) => block.html).join(""), html);
    assert.doesNotMatch(html, /<ol|\\/);
  });
}

test("render() does not catch errors of the caller's function", () => {
  const findImage = () => ({ url: new URL("no address").href, attributes: "" });
  assert.throws(() => render("[a](/b)", { findImage }), TypeError);
});
