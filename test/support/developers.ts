/**
 * The programs and settings of the developer page, as a reader copies them.
 */

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks of code under a heading of the page's markdown, in their order. */
export function blocks(page: string, heading: string): readonly Block[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [own = ""] = section.split(/\n## /);
  return [...own.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)].map(([, language = "", text = ""]) => ({ language, text }));
}
