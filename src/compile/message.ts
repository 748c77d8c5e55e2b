/**
 * Messages to the owner. They are stored as codes and values, and translated with the tables in `content/messages`.
 */

import type english from "../../content/messages/en.json";

export type MessageCode = keyof typeof english;

/** A translatable sentence or phrase: a code and the values to insert, e.g. `{ code: "list-too-short", values: … }`. */
export interface Message {
  readonly code: MessageCode;
  readonly values?: MessageValues;
}

export type MessageValues = Readonly<Record<string, string | number | Message>>;

/** A syntax error in the owner's files. */
export class ParseError extends Error {
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly details: Message;

  constructor(offset: number, code: MessageCode, values: MessageValues = {}) {
    super(code);
    this.offset = offset;
    this.details = { code, values };
  }
}
