/**
 * Phrases: messages to owners that are independent of language. `content/messages` has a table for each language.
 */

import type english from "../../content/messages/en.json";

/** Code of a message. The English table has every code, but other tables may lack some. */
export type MessageCode = keyof typeof english;

/** A translatable sentence or part of one, e.g. `{ code: "list-too-short", values: { minimum: 1, count: 0, … } }`. */
export interface Phrase {
  readonly code: MessageCode;
  readonly values?: PhraseValues;
}

/** Values keyed by placeholder name. A value that is a phrase is translated too. */
export type PhraseValues = Readonly<Record<string, string | number | Phrase>>;
