/**
 * Messages to the owner, stored as codes and values and translated using the tables in `content/messages`.
 */

import type english from "../../content/messages/en.json";

export type MessageCode = keyof typeof english;

/** A translatable sentence or part of one, e.g. `{ code: "list-too-short", values: { minimum: 1, count: 0, … } }`. */
export interface Message {
  readonly code: MessageCode;
  readonly values?: MessageValues;
}

/** Values keyed by placeholder name. A value that is a message is translated too. */
export type MessageValues = Readonly<Record<string, string | number | Message>>;
