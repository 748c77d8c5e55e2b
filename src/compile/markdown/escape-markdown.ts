/**
 * Escapes text and URLs for Markdown, with as few backslashes as possible.
 *
 * It does not depend on the Markdown parser.
 */

/** Characters that are escaped wherever they occur. An underscore inside a word needs no escape. */
const SPECIAL_ANYWHERE = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/**
 * Characters that are escaped only at the start or end of the text: list markers, thematic breaks, heading underlines,
 * code fences, quotation and heading marks, and a final `!`, which would turn a link after it into a picture.
 */
const SPECIAL_AT_ENDS = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)|[#!]$/g;
/** The `&` of an HTML character reference such as `&amp;`, or of one whose semicolon may follow the text. */
const CHARACTER_REFERENCE_START = /&(?=#?[a-z0-9]*(?:;|$))/gi;
const WHITE_SPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** Escapes text for use in a line, table cell or link text. Collapses white space and trims both ends. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(WHITE_SPACE_AND_CONTROLS, " ")
    .replace(LONE_SURROGATE, "\uFFFD")
    .trim()
    .replace(SPECIAL_ANYWHERE, "\\$&")
    .replace(SPECIAL_AT_ENDS, "\\$&")
    .replace(CHARACTER_REFERENCE_START, "\\$&");
}

/** Escapes a URL for use in a link. Encodes parentheses, because many programs end a URL at the first one. */
export function markdownAddress(address: string): string {
  const wellFormed = address.replace(LONE_SURROGATE, "\uFFFD");
  return encodeURI(wellFormed)
    // Keep percent-encoded characters as they are: encodeURI encodes their percent signs again.
    .replace(/%25(?=[0-9a-f]{2})/gi, "%")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}
