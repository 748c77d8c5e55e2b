/**
 * Formats messages as sentences, in English or in the language of a given message table.
 */

import { BUILT_IN_FOLDER, readBuiltIn, readText } from "./files.ts";
import type { Message } from "./message.ts";

const FILE_BYTES_MAX = 100_000;
const PLACEHOLDER = /\{(\w+)\}/g;

export type MessageTable = Readonly<Record<string, string>>;

/** Loaded at startup, so that the process can still format messages when it has run out of file descriptors. */
const ENGLISH: MessageTable = JSON.parse(readBuiltIn("messages/en.json"));

/** Returns an empty table if the program has no messages in this language. */
export function loadMessages(language: string): MessageTable {
  const { content = "{}" } = readText(BUILT_IN_FOLDER, `messages/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

export function formatMessage({ code, values = {} }: Message, table: MessageTable = {}): string {
  const template = table[code] ?? ENGLISH[code] ?? code;
  return template.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "object" ? formatMessage(value, table) : String(value);
  });
}
