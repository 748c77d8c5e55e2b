/**
 * Compares the markdown renderer with the reference implementation. Either both render a text to the same HTML, or ours
 * rejects the text.
 */
import assert from "node:assert/strict";

import { HtmlRenderer, Parser } from "commonmark";
import specification from "commonmark-spec";

import { toHtml } from "../support/to-html.ts";

/** Number of texts by result. */
export interface Tally {
  readonly equal: number;
  readonly rejected: number;
  /** Tables are an extension of CommonMark, so they are not compared. */
  readonly tables: number;
}

/** Examples of the specification, in which an arrow stands for a tab. */
export const EXAMPLES = specification.tests.map(({ markdown, html, ...rest }) => ({
  ...rest,
  markdown: markdown.replaceAll("→", "\t"),
  html: html.replaceAll("→", "\t"),
}));

export function referenceHtml(markdown: string): string {
  return new HtmlRenderer().render(new Parser().parse(markdown));
}

/** @throws AssertionError on the first text that renders differently */
export function compareAll(texts: Iterable<string>): Tally {
  let [equal, rejected, tables] = [0, 0, 0];
  for (const text of texts) {
    const { html, problems } = toHtml(text);
    if (problems.length > 0) rejected += 1;
    else if (html.includes("<table>")) tables += 1;
    else {
      assert.equal(html, referenceHtml(text), JSON.stringify(text));
      equal += 1;
    }
  }
  return { equal, rejected, tables };
}

export function summary({ equal, rejected, tables }: Tally): string {
  return `${equal} equal, ${rejected} rejected, ${tables} tables, 0 different`;
}
