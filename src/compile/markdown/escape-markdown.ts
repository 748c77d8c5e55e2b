/**
 * Any words or address → markdown that reads as exactly that, with as few backslashes as will do.
 */

/** Marks wherever they stand, and underscores except inside a word. */
const MARKS = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Marks only where a line begins, or where it ends. */
const ENDS = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)|#$/g;
/** What is an HTML character code, or becomes one by a semicolon behind it. */
const CODES = /&(?=#?[a-z0-9]*(?:;|$))/gi;

/**
 * For a paragraph, a heading, an item, a table's cell or a link's words; only not directly before a "[". White space
 * becomes single spaces, and none at the ends.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g, " ")
    .replace(/[\ud800-\udfff]/gu, "\uFFFD")
    .trim()
    .replace(MARKS, "\\$&")
    .replace(ENDS, "\\$&")
    .replace(CODES, "\\$&");
}

/** An address as it stands in a link. Parentheses are percent-encoded, for many programs end an address at the first. */
export function markdownAddress(address: string): string {
  return encodeURI(address.replace(/[\ud800-\udfff]/gu, "\uFFFD"))
    .replace(/%25(?=[0-9a-f]{2})/gi, "%")
    .replace(/[()]/g, (character) => (character === "(" ? "%28" : "%29"))
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}
