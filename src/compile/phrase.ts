/**
 * Phrases: messages to owners, independent of language. Each has a code and the values of its placeholders.
 *
 * This module has types only. The sentences are in `content/messages`, one table per language.
 */

import type english from "../../content/messages/en.json";

/** Code of a message in the English table, which is complete. Tables of other languages may lack some. */
export type MessageCode = keyof typeof english;

/** A sentence or a part of one, e.g. `{ code: "list-too-short", values: { minimum: 1, count: 0, … } }`. */
export interface Phrase {
  readonly code: MessageCode;
  readonly values?: PhraseValues;
}

/** Values by placeholder name. A value may be a phrase, which is then translated too. */
export type PhraseValues = Readonly<Record<string, string | number | Phrase>>;
