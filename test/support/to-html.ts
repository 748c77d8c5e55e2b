/** Renders Markdown as HTML without the ids of headings, for comparison with the reference implementation. */
import { render } from "../../src/compile/markdown/markdown.ts";

export function toHtml(markdown: string) {
  const rendered = render(markdown);
  const html = rendered.blocks.map((block) => block.html).join("");
  return { ...rendered, html: html.replace(/(?<=<h[1-6]) id="[^"]*"/g, "") };
}
