/**
 * Catalogue of the sentences for owners: one code per sentence, in English, with `{placeholders}`.
 *
 * A translation is another table with the same codes. The catalogue knows neither files nor rules.
 */

import { ADVICE_MESSAGES } from "./advice-messages.ts";
import { DATA_MESSAGES } from "./data-messages.ts";
import { FILE_MESSAGES } from "./file-messages.ts";
import { JSON_MESSAGES } from "./json-messages.ts";
import { MARKDOWN_MESSAGES } from "./markdown-messages.ts";
import { PAGE_MESSAGES } from "./page-messages.ts";
import { REPORT_MESSAGES } from "./report-messages.ts";

/** All sentences in English, by code. */
export const ENGLISH = {
  ...FILE_MESSAGES,
  ...JSON_MESSAGES,
  ...DATA_MESSAGES,
  ...MARKDOWN_MESSAGES,
  ...PAGE_MESSAGES,
  ...ADVICE_MESSAGES,
  ...REPORT_MESSAGES,
} as const;

export type MessageCode = keyof typeof ENGLISH;

/** Sentences by code; English is used for the codes that a table lacks. */
export type MessageTable = Readonly<Partial<Record<MessageCode, string>>>;

/** A sentence of the catalogue, or a part of one, with the values for its placeholders. */
export interface Phrase {
  readonly code: MessageCode;
  readonly values?: PhraseValues;
}

export type PhraseValues = Readonly<Record<string, string | number | Phrase>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the sentence with its values filled in. Values that are phrases come from the same table. */
export function sentence({ code, values = {} }: Phrase, table: MessageTable = ENGLISH): string {
  const template: string = table[code] ?? ENGLISH[code];
  return template.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "object" ? sentence(value, table) : String(value);
  });
}
