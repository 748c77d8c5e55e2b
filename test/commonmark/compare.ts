/**
 * Compares the markdown renderer with the reference implementation. Both must render a text alike, or ours must reject
 * it.
 */
import assert from "node:assert/strict";

import { HtmlRenderer, Parser } from "commonmark";
import specification from "commonmark-spec";

import { toHtml } from "../support/to-html.ts";

export interface Tally {
  readonly equal: number;
  readonly refused: number;
  /** Tables, which CommonMark does not have. */
  readonly tables: number;
}

/** The examples of the specification, which writes a tab as an arrow. */
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
  let [equal, refused, tables] = [0, 0, 0];
  for (const text of texts) {
    const { html, problems } = toHtml(text);
    if (problems.length > 0) refused += 1;
    else if (html.includes("<table>")) tables += 1;
    else {
      assert.equal(html, referenceHtml(text), JSON.stringify(text));
      equal += 1;
    }
  }
  return { equal, refused, tables };
}

export function summary({ equal, refused, tables }: Tally): string {
  return `${equal} equal, ${refused} refused, ${tables} tables, 0 different`;
}

/** Returns a seeded generator of numbers from 0 up to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
