/**
 * Internal error of the JSON and Markdown parsers for a syntax error in the owner's files. The parsers catch it.
 */

import type { Phrase, PhraseValues } from "./phrase.ts";

export class ParseError extends Error {
  /** Offset of the syntax error in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly phrase: Phrase;

  constructor(offset: number, code: Phrase["code"], values: PhraseValues = {}) {
    super(code);
    this.offset = offset;
    this.phrase = { code, values };
  }
}
