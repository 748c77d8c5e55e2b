/**
 * Escapes text and URLs for Markdown, with as few backslashes as possible.
 */

const WHITESPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
/** Matches a character that needs a backslash wherever it is, except `_` inside a word. */
const SPECIAL_CHARACTER = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Matches a final `#`, which could end a heading, or a final `!`, which would turn a link after it into an image. */
const SPECIAL_AT_END = /[#!]$/;
/** Matches a character at the start of text that would begin a heading, list or other block, e.g. the `.` of `1.`. */
const BLOCK_START = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)/;
/** Matches the `&` of `&amp;`. Also matches the `&` of `&amp` at the end, because a `;` may be appended to the text. */
const CHARACTER_REFERENCE_START = /&(?=#?[a-z0-9]*(?:;|$))/gi;

/** Collapses and trims whitespace and control characters. Replaces lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(WHITESPACE_AND_CONTROLS, " ").replace(LONE_SURROGATE, "\uFFFD").trim();
}

/** Escapes text for a paragraph, table cell or link. */
export function escapeMarkdown(text: string): string {
  return cleanText(text)
    // Do this first, because it also escapes backslashes, which the later steps add.
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
    // Escape text such as `&copy;`, which would otherwise become "©".
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}

/** Percent-encodes a URL. Leaves existing escapes such as `%20` unchanged. */
export function encodeUrl(url: string): string {
  return encodeURI(url).replace(/%25(?=[0-9a-f]{2})/gi, "%");
}
