/**
 * Any text → markdown that reads as exactly that text, with as few backslashes as will do.
 *
 * It is for words, not for an address and not for code.
 */

/** Marks wherever they stand, and underscores except inside a word. */
const MARKS = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Marks only where a line begins, or where it ends. */
const ENDS = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)|#$/g;
/** What becomes an HTML character code by itself or by a semicolon behind it. */
const CODES = /&(?=#?[a-z0-9]*(?:;|$))/gi;

/**
 * To be put anywhere into a line of words: a paragraph, a heading, an item, a table's cell, a link's words; only not
 * directly before a "[". Line ends and control characters become spaces, several of them one, and none is left at the
 * ends, as text in markdown has no other white space.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[ \p{Cc}\u2028\u2029\uFEFF]+/gu, " ")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .trim()
    .replace(MARKS, "\\$&")
    .replace(ENDS, "\\$&")
    .replace(CODES, "\\$&");
}
