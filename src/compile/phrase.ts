/**
 * Phrases: sentences to owners as plain data, a code and the values for its placeholders.
 *
 * The sentences are in `content/messages`, a table per language. This module has types only.
 */

import type english from "../../content/messages/en.json";

/** A name in the English table. Every other table has the same names, or some of them. */
export type MessageCode = keyof typeof english;

/** A sentence of the table, or a part of one. */
export interface Phrase {
  readonly code: MessageCode;
  readonly values?: PhraseValues;
}

/** Values by the name of their placeholder. */
export type PhraseValues = Readonly<Record<string, string | number | Phrase>>;
