/**
 * Internal error of the JSON and Markdown parsers for a syntax error in the owner's files. The parsers catch it.
 */

import type { Message, MessageValues } from "./message.ts";

export class ParseError extends Error {
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly details: Message;

  constructor(offset: number, code: Message["code"], values: MessageValues = {}) {
    super(code);
    this.offset = offset;
    this.details = { code, values };
  }
}
