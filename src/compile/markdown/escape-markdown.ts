/**
 * Escapes text and URLs for Markdown, with as few backslashes as possible.
 */

const WHITESPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
/** Matches a character that always needs a backslash, such as `*`, or a `_` that is not inside a word. */
const SPECIAL_CHARACTER = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Matches a `#` or `!` at the end. `#` could close a heading, and `!` would turn a link that follows into an image. */
const SPECIAL_AT_END = /[#!]$/;
/** Matches a first character that would start a heading, list or other block, e.g. `>`, or the `.` of a first `1.`. */
const BLOCK_START = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)/;
/** Matches the `&` of `&amp;`. Also matches the `&` of `&amp` at the end, in case a `;` is appended to the text. */
const CHARACTER_REFERENCE_START = /&(?=#?[a-z0-9]*(?:;|$))/gi;

/** Replaces whitespace and control characters with single spaces, and lone surrogates with U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(WHITESPACE_AND_CONTROLS, " ").replace(LONE_SURROGATE, "\uFFFD").trim();
}

/** Escapes plain text for a Markdown paragraph, table cell or link, e.g. `*` as `\*`. */
export function escapeMarkdown(text: string): string {
  return cleanText(text)
    // This must be first, because it escapes backslashes, which the other steps add.
    .replace(SPECIAL_CHARACTER, "\\$&")
    .replace(SPECIAL_AT_END, "\\$&")
    .replace(BLOCK_START, "\\$&")
    .replace(CHARACTER_REFERENCE_START, "\\$&");
}

/** Escapes a URL for a Markdown link. Encodes parentheses, because many parsers end a URL at `)`. */
export function escapeMarkdownUrl(url: string): string {
  return encodeUrl(url.replace(LONE_SURROGATE, "\uFFFD"))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    // Escape text such as `&copy;`, because Markdown would turn it into "©".
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}

/** Percent-encodes a URL. Leaves existing escapes such as `%20` unchanged. */
export function encodeUrl(url: string): string {
  return encodeURI(url).replace(/%25(?=[0-9a-f]{2})/gi, "%");
}
