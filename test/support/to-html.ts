/**
 * A text's blocks in one, for comparing: as the reference implementation gives them, and so without ids.
 */
import { render } from "../../src/compile/markdown/markdown.ts";

export function toHtml(markdown: string) {
  const rendered = render(markdown);
  const html = rendered.blocks.map((block) => block.html).join("");
  return { ...rendered, html: html.replace(/(?<=<h[1-6]) id="[^"]*"/g, "") };
}
