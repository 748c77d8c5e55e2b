/**
 * The error that the JSON and Markdown parsers throw if text written by the owner contains a mistake.
 *
 * The class is independent of either syntax. Each parser catches its own errors.
 */

import type { Phrase, PhraseValues } from "./phrase.ts";

export class ParseError extends Error {
  /** Offset of the mistake in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly phrase: Phrase;

  constructor(offset: number, code: Phrase["code"], values: PhraseValues = {}) {
    super(code);
    this.offset = offset;
    this.phrase = { code, values };
  }
}
