/** Code block of the page for developers. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Returns the code blocks below a heading of the page's Markdown, in order. */
export function codeBlocks(page: string, heading: string): readonly Block[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [ownText = ""] = section.split(/\n## /);
  return [...ownText.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
}
