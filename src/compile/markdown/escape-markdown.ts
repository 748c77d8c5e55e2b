/**
 * Escapes text and addresses for Markdown, with as few backslashes as possible.
 */

/** Characters that are escaped anywhere. Underscores inside a word are plain. */
const ANYWHERE = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Characters that are escaped only at the start or at the end. A final "!" would make a picture of a link after it. */
const AT_ENDS = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)|[#!]$/g;
/** The start of an HTML character code, or of text that a semicolon after it would make one. */
const CHARACTER_CODE = /&(?=#?[a-z0-9]*(?:;|$))/gi;
const WHITE_SPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** Escapes text for a line, a table cell or the words of a link. Collapses white space and trims. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(WHITE_SPACE_AND_CONTROLS, " ")
    .replace(LONE_SURROGATE, "\uFFFD")
    .trim()
    .replace(ANYWHERE, "\\$&")
    .replace(AT_ENDS, "\\$&")
    .replace(CHARACTER_CODE, "\\$&");
}

/** Escapes an address for a link, and its parentheses too, because many programs end an address at the first one. */
export function markdownAddress(address: string): string {
  return encodeURI(address.replace(LONE_SURROGATE, "\uFFFD"))
    .replace(/%25(?=[0-9a-f]{2})/gi, "%")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}
